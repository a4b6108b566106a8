"""All levels of a world side by side in one map frame."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from attrs import evolve, frozen

from arena_simulation_setup.frame import Area
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.entity import DynamicObstacle, Entities, Obstacle, Waypoint
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.light import Light
from arena_simulation_setup.world.sound import Sound
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone

LEVEL_MARGIN = 5.0
ROW_WIDTH = 25.0

Segment = TypeVar("Segment", Wall, Door)
Source = TypeVar("Source", Sound, Light)


@frozen
class CompactedWorld:
    """Loaded levels with every coordinate in the map frame.

    Attributes:
        name: Name of the world.
        levels: Level id to its shifted description, in natural order.
        origins: Level id to its shift, metres.
    """

    name: str
    levels: Mapping[str, LevelDescription]
    origins: Mapping[str, tuple[float, float]]

    def zones(self) -> Iterator[tuple[str, Zone]]:
        """Level id and zone, in file order."""
        return ((level_id, zone) for level_id, level in self.levels.items() for zone in level.zones)

    def doors(self) -> Iterator[tuple[str, Door]]:
        """Level id and door; a door that two zones list is given once."""
        seen: dict[tuple[str, str], Door] = {}
        for level_id, zone in self.zones():
            for door in zone.doors:
                if (level_id, door.name) not in seen:
                    seen[level_id, door.name] = door
        return ((level_id, door) for (level_id, _), door in seen.items())

    def elevators(self) -> Iterator[tuple[str, Elevator]]:
        """Level id and elevator."""
        return ((level_id, elevator) for level_id, zone in self.zones() for elevator in zone.elevators)

    def areas(self) -> tuple[Area, ...]:
        """Every named polygon: each zone, then its doors and elevators, in file order."""
        areas: dict[tuple[str, str, str], Area] = {}
        for level_id, zone in self.zones():
            found = chain(
                [Area(zone.name, level_id, "zone", zone.polygon)] if len(zone.corners) > 2 else [],
                (Area(door.name, level_id, "door", door.reference_area) for door in zone.doors),
                (Area(lift.name, level_id, "elevator", lift.reference_area) for lift in zone.elevators),
            )
            for area in found:
                areas.setdefault((area.name, area.level, area.kind), area)
        return tuple(areas.values())


def level_origins(levels: Mapping[str, LevelDescription]) -> dict[str, tuple[float, float]]:
    """Shift of every level of a whole world into the map frame, metres.

    A single level keeps its own coordinates. Several levels stand in rows of at most 25 m, each cell as large as the
    largest level plus a margin of 5 m; a level's lower left corner comes to the cell's origin.
    """
    if len(levels) < 2:
        return dict.fromkeys(levels, (0.0, 0.0))
    boxes = {level_id: _bounding_box(level) for level_id, level in levels.items()}
    cell_x = max(x_max - x_min for x_min, _, x_max, _ in boxes.values()) + LEVEL_MARGIN
    cell_y = max(y_max - y_min for _, y_min, _, y_max in boxes.values()) + LEVEL_MARGIN
    per_row = max(1, int(ROW_WIDTH / cell_x))
    return {
        level_id: (index % per_row * cell_x - box[0], -(index // per_row) * cell_y - box[1])
        for index, (level_id, box) in enumerate(boxes.items())
    }


def compacted(world: WorldDescription) -> CompactedWorld:
    """The loaded levels shifted by their origins."""
    levels = {level_id: _shifted_level(level, *world.origins[level_id]) for level_id, level in world.levels.items()}
    return CompactedWorld(world.name, levels, {level_id: world.origins[level_id] for level_id in levels})


def _bounding_box(level: LevelDescription) -> tuple[float, float, float, float]:
    corners = [corner for zone in level.zones for corner in zone.corners] or [Position(0.0, 0.0)]
    xs, ys = [corner.x for corner in corners], [corner.y for corner in corners]
    return (min(xs), min(ys), max(xs), max(ys))


def _shifted_level(level: LevelDescription, dx: float, dy: float) -> LevelDescription:
    if (dx, dy) == (0.0, 0.0):
        return level
    microphones = tuple(
        evolve(microphone, position=microphone.position.shifted(dx, dy)) if microphone.frame == "map" else microphone
        for microphone in level.microphones
    )
    zones = tuple(_shifted_zone(zone, dx, dy) for zone in level.zones)
    return evolve(level, zones=zones, microphones=microphones)


def _shifted_zone(zone: Zone, dx: float, dy: float) -> Zone:
    def moved(position: Position) -> Position:
        return position.shifted(dx, dy)

    return evolve(
        zone,
        corners=tuple(moved(corner) for corner in zone.corners),
        walls=tuple(_shifted_segment(wall, dx, dy) for wall in zone.walls),
        doors=tuple(_shifted_segment(door, dx, dy) for door in zone.doors),
        elevators=tuple(evolve(lift, position=moved(lift.position)) for lift in zone.elevators),
        sounds=_shifted_sources(zone.sounds, dx, dy),
        lights=_shifted_sources(zone.lights, dx, dy),
        entities=Entities(
            tuple(shifted_obstacle(entity, dx, dy) for entity in zone.entities.static),
            tuple(shifted_person(person, dx, dy) for person in zone.entities.dynamic),
        ),
    )


def _shifted_segment(segment: Segment, dx: float, dy: float) -> Segment:
    return evolve(segment, start=segment.start.shifted(dx, dy), end=segment.end.shifted(dx, dy))


def _shifted_sources(sources: Sequence[Source], dx: float, dy: float) -> tuple[Source, ...]:
    return tuple(
        source if source.position is None else evolve(source, position=source.position.shifted(dx, dy))
        for source in sources
    )


def shifted_place(place: Pose | str, dx: float, dy: float) -> Pose | str:
    """A pose moved by (dx, dy) metres; a name stays a name."""
    return place if isinstance(place, str) else place.shifted(dx, dy)


def shifted_person(person: DynamicObstacle, dx: float, dy: float) -> DynamicObstacle:
    """A person with pose and waypoints moved by (dx, dy) metres."""
    waypoints = tuple(
        point if isinstance(point.position, str) else Waypoint(point.position.shifted(dx, dy), point.level_id)
        for point in person.waypoints
    )
    return evolve(person, pose=shifted_place(person.pose, dx, dy), waypoints=waypoints)


def shifted_obstacle(obstacle: Obstacle, dx: float, dy: float) -> Obstacle:
    """An obstacle with its pose moved by (dx, dy) metres."""
    return evolve(obstacle, pose=shifted_place(obstacle.pose, dx, dy))
