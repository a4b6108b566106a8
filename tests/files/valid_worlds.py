"""Valid worlds of one or two levels with everything that a level can hold, drawn at random."""

from __future__ import annotations

from typing import Any

from drawn_values import (
    Names,
    coordinates,
    directions,
    extras,
    few,
    identifiers,
    lengths,
    materials,
    plain_values,
    poses,
    positions,
    regimes,
    seconds,
    shares,
    texts,
)
from hypothesis import strategies as st

from arena_simulation_setup.geometry import Position
from arena_simulation_setup.semantics.annotation import PREDICATE, STATE, SemanticCfg
from arena_simulation_setup.semantics.expansion import expand_preset
from arena_simulation_setup.tree.identifiers import (
    ObjectIdentifier,
    PedestrianIdentifier,
    WallIdentifier,
)
from arena_simulation_setup.world.door import DOOR_KINDS, Door
from arena_simulation_setup.world.elevator import DOOR_SIDES, Elevator
from arena_simulation_setup.world.entity import DynamicObstacle, Entities, EntityLight, Obstacle, Waypoint
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.light import AMBIENT_FIXTURES, LOCAL_FIXTURES, CeilingLights, Light
from arena_simulation_setup.world.microphone import WorldMicrophone
from arena_simulation_setup.world.schedule import Schedule
from arena_simulation_setup.world.signal import Signal
from arena_simulation_setup.world.sound import Sound
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone


@st.composite
def outlines(draw: st.DrawFn) -> tuple[Position, ...]:
    """A triangle, a rectangle or an L, in either direction; seldom nothing."""
    x, y, z = draw(st.integers(-500, 500)) / 8, draw(st.integers(-500, 500)) / 8, draw(st.sampled_from([0.0, 0.5]))
    width, depth = draw(st.integers(8, 200)) / 8, draw(st.integers(8, 200)) / 8
    triangle = [(0.0, 0.0), (width, 0.0), (0.0, depth)]
    rectangle = [(0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)]
    bent = [*rectangle[:2], (width, depth / 2), (width / 2, depth / 2), (width / 2, depth), rectangle[3]]
    corners = [Position(x + dx, y + dy, z) for dx, dy in draw(st.sampled_from([triangle, rectangle, bent, []]))]
    return tuple(reversed(corners) if draw(st.booleans()) else corners)


@st.composite
def segments(draw: st.DrawFn) -> tuple[Position, Position]:
    start = draw(positions)
    return start, Position(start.x + draw(lengths), start.y + draw(coordinates), draw(coordinates))


@st.composite
def walls(draw: st.DrawFn) -> Wall:
    kind = draw(st.none() | identifiers(WallIdentifier))
    return Wall(*draw(segments()), None if kind else draw(st.none() | materials()), kind)


@st.composite
def doors(draw: st.DrawFn, fresh: Names) -> Door:
    distance = draw(seconds)
    gate = expand_preset("gate", SemanticCfg("", "", params={"unlock_on": "alarm", "authorized": ["ann", "007"]}))
    return Door(
        fresh(),
        *draw(segments()),
        kind=draw(st.sampled_from(DOOR_KINDS)),
        width=draw(lengths),
        height=draw(lengths),
        material=draw(materials()),
        activation_distance=(distance, draw(st.just(distance) | seconds)),
        transition_time=draw(seconds),
        hold_time=draw(seconds),
        semantics=draw(st.sampled_from([(), gate])),
        extra=draw(extras),
    )


@st.composite
def elevators(draw: st.DrawFn, fresh: Names) -> Elevator:
    return Elevator(
        fresh(),
        draw(positions),
        size=draw(st.tuples(lengths, lengths, lengths)),
        door_side=draw(st.none() | st.sampled_from(DOOR_SIDES)),
        material=draw(materials()),
        activation_distance=draw(seconds),
        transition_time=draw(seconds),
        hold_time=draw(seconds),
        travel_time=draw(seconds),
        accept_outside_calls=draw(st.booleans()),
        recall_on=draw(st.none() | st.sampled_from(["alarm", "!alarm"])),
        extra=draw(extras),
    )


@st.composite
def anchors(draw: st.DrawFn, carriers: tuple[str, ...]) -> dict[str, Any]:
    """Exactly one of the three places where a sound or a light can be."""
    choices: list[st.SearchStrategy[dict[str, Any]]] = [
        st.fixed_dictionaries({"position": positions}),
        st.fixed_dictionaries({"frame": st.sampled_from(["arm", "robot/lamp"]), "offset": positions}),
    ]
    if carriers:
        choices.append(st.fixed_dictionaries({"entity_ref": st.sampled_from(carriers), "offset": positions}))
    return draw(st.one_of(choices))


@st.composite
def switches(draw: st.DrawFn) -> dict[str, Any]:
    light_on = draw(regimes)
    return {"light_on": light_on, "lit": None if light_on else draw(st.none() | st.booleans())}


@st.composite
def local_lights(draw: st.DrawFn, fresh: Names, carriers: tuple[str, ...]) -> Light:
    fixture = draw(st.sampled_from(LOCAL_FIXTURES))
    return Light(
        fresh(),
        fixture,
        **draw(anchors(carriers)),
        **draw(switches()),
        direction=None if fixture == "bulb" else draw(st.none() | directions),
        lumens=draw(seconds),
        cct_K=draw(st.floats(1000.0, 40000.0)),
        cone_deg=draw(st.none() | st.floats(1.0, 179.0)) if fixture == "spot" else None,
        cast_shadows=draw(st.booleans()),
        level=draw(shares),
        extra=draw(extras),
    )


@st.composite
def ambient_lights(draw: st.DrawFn, fresh: Names) -> Light:
    fixture = draw(st.sampled_from(AMBIENT_FIXTURES))
    direction = draw(st.none() | directions) if fixture == "sun" else None
    return Light(fresh(), fixture, lux=draw(seconds), direction=direction, **draw(switches()), level=draw(shares))


@st.composite
def rigs(draw: st.DrawFn) -> CeilingLights:
    return CeilingLights(
        draw(st.sampled_from(LOCAL_FIXTURES)),
        draw(lengths),
        draw(seconds),
        draw(st.floats(1000.0, 40000.0)),
        draw(st.booleans()),
        **draw(switches()),
        level=draw(shares),
        dead_fraction=draw(shares),
    )


@st.composite
def sounds(draw: st.DrawFn, fresh: Names, carriers: tuple[str, ...]) -> Sound:
    sounding = expand_preset("sound", SemanticCfg("", "", params={"sounding": True, "volume_db": 61.5}))
    return Sound(
        fresh(),
        draw(st.sampled_from(["alarm_loop", "Lab/hum", "007", "on"])),
        **draw(anchors(carriers)),
        loop=draw(st.booleans()),
        reference_distance_m=draw(lengths),
        semantics=draw(st.sampled_from([(), sounding])),
        extra=draw(extras),
    )


@st.composite
def obstacles(draw: st.DrawFn, fresh: Names) -> Obstacle:
    light = st.builds(lambda switch, level: EntityLight(**switch, level=level), switches(), st.none() | shares)
    return Obstacle(
        fresh(),
        draw(identifiers(ObjectIdentifier)),
        draw(poses),
        draw(st.none() | st.tuples(lengths, lengths, lengths)),
        draw(st.sampled_from(["", "0", "007"])),
        draw(st.none() | light),
        draw(extras | st.just({"bbox": [[-1, 1], [-0.5, 0.5]], "capacity": 2})),
    )


@st.composite
def people(draw: st.DrawFn, fresh: Names) -> DynamicObstacle:
    places = st.sampled_from(["room", "on"]) | positions
    ways = st.builds(Waypoint, places, st.sampled_from(["", "0"]))
    agent = st.just({"agent": {"agent_type": "adult", "desired_velocity": {"min": 0.5, "max": 1}}})
    return DynamicObstacle(
        fresh(),
        draw(identifiers(PedestrianIdentifier)),
        draw(poses | st.just("room")),
        draw(few(ways) | st.just(())),
        draw(seconds),
        draw(st.sampled_from(["", "0"])),
        draw(extras | agent),
    )


FEATURES = (
    "walls", "doors", "elevators", "schedules", "signals", "sounds", "lights", "static", "people", "rig",
    "semantics", "look",
)  # fmt: skip
"""What a zone can have; each has a few of them, so that small worlds hold everything sometimes."""


@st.composite
def annotations(draw: st.DrawFn) -> tuple[SemanticCfg, ...]:
    limit = SemanticCfg(STATE, "max_speed", draw(seconds), distance=draw(seconds), params={"note": draw(plain_values)})
    cap = expand_preset("occupancy_cap", SemanticCfg("", "", params={"cap": draw(st.integers(1, 99))}))
    return draw(st.sampled_from([(limit,), cap, (limit, *cap)]))


@st.composite
def looks(draw: st.DrawFn) -> dict[str, Any]:
    """Surfaces and ceiling of a zone."""
    surfaces = {key: draw(materials()) for key in ("material", "ceiling_material", "wall_material")}
    height = draw(st.none() | lengths)
    return {
        **surfaces,
        "description": draw(texts),
        "ceiling_height": height,
        "ceiling_cast_shadows": draw(st.booleans()),
    }


@st.composite
def zones(draw: st.DrawFn, fresh: Names) -> Zone:
    chosen = draw(st.sets(st.sampled_from(FEATURES), min_size=2, max_size=5))
    corners = draw(outlines())
    static = draw(few(obstacles(fresh))) if "static" in chosen else ()
    carriers = tuple(obstacle.name for obstacle in static)
    phases = {"phases": [{"name": "on", "duration": 5}, {"name": "007", "duration": 1.5}], "regime": "green"}
    schedule = st.builds(lambda: Schedule(fresh(), (SemanticCfg(PREDICATE, "active", False),)))
    signal = st.builds(lambda: Signal(fresh(), expand_preset("signal", SemanticCfg("", "", params=phases))))
    lists: dict[str, st.SearchStrategy[Any]] = {
        "walls": walls(),
        "doors": doors(fresh),
        "elevators": elevators(fresh),
        "schedules": schedule,
        "signals": signal,
        "sounds": sounds(fresh, carriers),
        "lights": local_lights(fresh, carriers),
    }
    filled = {key: draw(few(item)) for key, item in lists.items() if key in chosen}
    rig = draw(rigs()) if "rig" in chosen and corners else None
    return Zone(
        fresh(),
        corners,
        **filled,
        **(draw(looks()) if "look" in chosen else {}),
        entities=Entities(static, draw(few(people(fresh))) if "people" in chosen else ()),
        ceiling=rig is not None or draw(st.booleans()),
        ceiling_lights=rig,
        semantics=draw(annotations()) if "semantics" in chosen else (),
        extra=draw(extras),
    )


@st.composite
def levels(draw: st.DrawFn, fresh: Names) -> LevelDescription:
    rooms = draw(few(zones(fresh)))
    heard = [room.name for room in rooms[: draw(st.integers(0, 1))]]
    microphones = tuple(
        WorldMicrophone(name, "desk", draw(positions), "robot/mic", draw(st.integers(1, 9))) for name in heard
    )
    ambient = draw(few(ambient_lights(fresh))) if draw(st.booleans()) else ()
    return LevelDescription(rooms, microphones, ambient, draw(extras))


@st.composite
def worlds(draw: st.DrawFn) -> dict[str, LevelDescription]:
    """Levels by their ids."""
    fresh = Names(draw)
    ids = draw(st.sampled_from([("0",), ("0", "1"), ("007", "roof")]))
    return {level_id: draw(levels(fresh)) for level_id in ids}
