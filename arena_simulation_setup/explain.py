"""A world as a tree that a person can read."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from attrs import field, frozen
from shapely.geometry import Polygon

from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.door_side import effective_door_side
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.entity import Entities
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.light import CeilingLights, Light
from arena_simulation_setup.world.zone import Zone


@frozen
class Branch:
    """A line and what hangs below it."""

    text: str
    below: "tuple[Branch, ...]" = field(factory=tuple)


def tree_text(root: Branch) -> str:
    """The lines of a tree, joined with box characters."""
    return "\n".join([root.text, *_lines(root.below, "")])


def world_tree(world: WorldDescription, scenarios: Iterable[Scenario] = ()) -> Branch:
    """Levels, zones and what is in them; then the scenarios.

    Lengths are metres, areas square metres, times seconds; coordinates are those of the level.
    """
    levels = [_level(level_id, level) for level_id, level in world.levels.items()]
    played = [Branch(_scenario(scenario)) for scenario in scenarios]
    below = (*levels, Branch("scenarios", tuple(played))) if played else tuple(levels)
    doors = sum(len(zone.doors) for level in world.levels.values() for zone in level.zones)
    zones = sum(len(level.zones) for level in world.levels.values())
    return Branch(
        f"{world.name}: {_count(len(levels), 'level')}, {_count(zones, 'zone')}, {_count(doors, 'door')}", below
    )


def _lines(branches: Sequence[Branch], indent: str) -> Iterator[str]:
    for index, branch in enumerate(branches):
        last = index == len(branches) - 1
        yield f"{indent}{'└─' if last else '├─'} {branch.text}"
        yield from _lines(branch.below, indent + ("   " if last else "│  "))


def _level(level_id: str, level: LevelDescription) -> Branch:
    below = [_zone(zone, level) for zone in level.zones]
    below += [Branch(f"ambient light {_light(light)}") for light in level.lights]
    below += [
        Branch(f"microphone {listener.listener_id} at {_point(listener.position.x, listener.position.y)}")
        for listener in level.microphones
    ]
    area = sum(Polygon(zone.polygon).area for zone in level.zones if len(zone.corners) > 2)
    return Branch(f"level {level_id}: {area:.0f} m2", tuple(below))


def _zone(zone: Zone, level: LevelDescription) -> Branch:
    below = [Branch(_door(door)) for door in zone.doors]
    below += [Branch(_elevator(lift, level)) for lift in zone.elevators]
    below += _objects(zone.entities)
    if zone.ceiling_lights is not None:
        below.append(Branch(f"light rig {_rig(zone.ceiling_lights)}"))
    below += [Branch(f"light {_light(light)}") for light in zone.lights]
    for kind, things in (("signal", zone.signals), ("schedule", zone.schedules), ("sound", zone.sounds)):
        below += [Branch(f"{kind} {thing.name}{_semantics(thing.semantics)}") for thing in things]
    return Branch(f"{zone.name}{_description(zone)}: {_extent(zone)}{_semantics(zone.semantics)}", tuple(below))


def _description(zone: Zone) -> str:
    return f" ({zone.description})" if zone.description else ""


def _extent(zone: Zone) -> str:
    if len(zone.corners) < 3:
        return "no floor"
    xs, ys = [corner.x for corner in zone.corners], [corner.y for corner in zone.corners]
    area = Polygon(zone.polygon).area
    ceiling = "open above" if not zone.ceiling else ""
    if zone.ceiling and zone.ceiling_height is not None:
        ceiling = f"{zone.ceiling_height:.2f} m high"
    parts = (f"{area:.1f} m2, {max(xs) - min(xs):.1f} x {max(ys) - min(ys):.1f} m", ceiling)
    return ", ".join(part for part in parts if part)


def _door(door: Door) -> str:
    length = math.dist(door.start.xy, door.end.xy)
    ends = f"{_point(*door.start.xy)} to {_point(*door.end.xy)}"
    opens = f"opens within {max(door.activation_distance):g} m in {door.transition_time:g} s"
    return f"door {door.name}: {door.kind}, {length:.2f} m wide, {ends}, {opens}{_semantics(door.semantics)}"


def _elevator(lift: Elevator, level: LevelDescription) -> str:
    goes = f"to {lift.destination}" if lift.destination else "goes nowhere"
    size = f"{lift.size[0]:g} x {lift.size[1]:g} m at {_point(*lift.position.xy)}"
    recalled = f", recalled on {lift.recall_on}" if lift.recall_on else ""
    side = effective_door_side(lift, level)
    return f"elevator {lift.name}: {size}, door {side}, {goes}{recalled}{_semantics(lift.semantics)}"


def _objects(entities: Entities) -> list[Branch]:
    models = Counter(entity.model.text for entity in entities.static)
    listed = ", ".join(f"{count} {model}" if count > 1 else model for model, count in models.items())
    found = [Branch(f"{_count(len(entities.static), 'object')}: {listed}")] if entities.static else []
    return found + [Branch(f"person {person.name} ({person.model.text})") for person in entities.dynamic]


def _rig(rig: CeilingLights) -> str:
    switched = f", on {rig.light_on}" if rig.light_on else ", off" if rig.lit is False else ""
    return f"of {rig.fixture}s every {rig.spacing:g} m, {rig.lumens:g} lm, {rig.cct_K:g} K{switched}"


def _light(light: Light) -> str:
    strength = f"{light.lux:g} lx" if light.lux is not None else f"{light.lumens or 0.0:g} lm"
    switched = f", on {light.light_on}" if light.light_on else ", off" if light.lit is False else ""
    return f"{light.name}: {light.fixture}, {strength}, {light.cct_K:g} K{switched}"


def _semantics(items: Sequence[SemanticCfg]) -> str:
    if not items:
        return ""
    words = (item.name if item.value is None else f"{item.name}={_value(item.value)}" for item in items)
    return f" [{', '.join(words)}]"


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _scenario(scenario: Scenario) -> str:
    clauses = len(scenario.conditions) + sum(
        len(robot.conditions) + sum(len(phase.conditions) for phase in robot.phases) for robot in scenario.robots
    )
    parts = (
        _count(len(scenario.robots), "robot"),
        _count(sum(len(robot.phases) for robot in scenario.robots), "phase"),
        _count(len(scenario.dynamic), "person", "people"),
        _count(len(scenario.static), "object"),
        _count(clauses, "condition"),
        _count(len(scenario.timeline), "timeline entry", "timeline entries"),
    )
    return f"{scenario.name}: {', '.join(part for part in parts if not part.startswith('0 '))}"


def _count(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {plural or f'{noun}s'}"


def _point(x: float, y: float) -> str:
    return f"({x:.2f}, {y:.2f})"
