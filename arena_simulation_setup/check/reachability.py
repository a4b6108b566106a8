"""Where a robot gets to: rooms, cabins, and room to spawn at, over all levels and with elevators."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import shapely
from attrs import frozen
from numpy.typing import NDArray
from shapely.geometry import Polygon

from arena_simulation_setup.check.level_plan import HEADROOM, LevelPlan
from arena_simulation_setup.files.check_world import destinations
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.route.space import free_space
from arena_simulation_setup.world.compaction import CompactedWorld

DEFAULT_RADIUS = 0.267
"""Metres; the Jackal."""
SPAWN_CLEARANCE = 0.45
"""Metres around a place where something is put."""
LEAST_SHARE = 0.5
"""Share of the places in a zone that must be reachable."""
ENOUGH_CELLS = 4
"""Places (0.1 m apart) that make a zone one that a robot fits into."""

Part = tuple[str, int]


def level_planner(plan: LevelPlan) -> RoutePlanner:
    """Routes on one level with all doors open, level frame."""
    alone = CompactedWorld("", {plan.level_id: plan.level}, {plan.level_id: (0.0, 0.0)})
    walls: list[Sequence[Corner]] = [tuple(wall.shape.exterior.coords[:-1]) for wall in plan.walls]
    furniture = [piece.footprint.corners for piece in plan.pieces if piece.footprint.bottom < HEADROOM]
    return RoutePlanner(free_space(alone, walls, furniture))


@frozen(eq=False)
class LevelReach:
    """The places of a level where a robot fits: positions (N, 2) in metres, and the connected part of each."""

    plan: LevelPlan
    planner: RoutePlanner
    positions: NDArray[np.float64]
    parts: NDArray[np.int32]

    def parts_in(self, area: Polygon) -> NDArray[np.int32]:
        """The part of every place inside an area."""
        if not len(self.positions):
            return self.parts
        shapely.prepare(area)
        inside = shapely.intersects_xy(area, self.positions[:, 0], self.positions[:, 1])
        found: NDArray[np.int32] = self.parts[inside]
        return found

    def boarding_parts(self, radius: float) -> dict[str, Part]:
        """The part of the place at the centre of each elevator's cabin where a robot of a radius (metres) fits."""
        graph, cabins = self.planner.graph(radius), self.planner.space.cabins
        nodes = {cabin.name.removesuffix(f"/{self.plan.level_id}"): graph.boarding_node(cabin) for cabin in cabins}
        return {name: (self.plan.level_id, int(self.parts[node])) for name, node in nodes.items() if node >= 0}


def reach_problems(plans: Mapping[LevelPlan, RoutePlanner], radius: float) -> Iterator[Problem]:
    """Rooms and cabins that a robot does not get to.

    Args:
        plans: Levels with their routes.
        radius: Of the robot, metres.
    """
    reaches = [level_reach(plan, planner, radius) for plan, planner in plans.items()]
    main = _main_parts(reaches, radius)
    for reach in reaches:
        yield from _rooms(reach, main, radius)
        yield from _cabins(reach, main, radius)
        if reach.plan.rooms and not (reach.planner.clearance.values >= SPAWN_CLEARANCE).any():
            message = f"level {reach.plan.level_id!r} has no place with {SPAWN_CLEARANCE} m of room"
            yield reach.plan.file.problem("spawn.room", "zones", message, expected="room to place robots and people")


def level_reach(plan: LevelPlan, planner: RoutePlanner, radius: float) -> LevelReach:
    """Where a robot of a radius (metres) fits on a level."""
    graph = planner.graph(radius)
    return LevelReach(plan, planner, graph.positions, graph.component)


def rides(reaches: Sequence[LevelReach], radius: float) -> list[tuple[Part, Part]]:
    """From which part to which elevators carry a robot of a radius in metres."""
    boarding = {name: part for reach in reaches for name, part in reach.boarding_parts(radius).items()}
    return [
        (boarding[lift.name], boarding[target])
        for reach in reaches
        for _, lift in reach.plan.lifts
        for _, target in destinations(lift)
        if lift.name in boarding and target in boarding
    ]


def _joined_parts(reaches: Sequence[LevelReach], radius: float) -> dict[Part, Part]:
    """Every connected part to one that stands for all that elevators join with it, whichever way they lead."""
    parts = {part: part for reach in reaches for part in _sizes(reach)}

    def root(part: Part) -> Part:
        while parts[part] != part:
            part = parts[part]
        return part

    for here, there in rides(reaches, radius):
        parts[root(there)] = root(here)
    return {part: root(part) for part in parts}


def _main_parts(reaches: Sequence[LevelReach], radius: float) -> frozenset[Part]:
    """The connected parts, joined by elevators, that hold most places of the world."""
    joined = _joined_parts(reaches, radius)
    groups: dict[Part, int] = {}
    for reach in reaches:
        for part, size in _sizes(reach).items():
            groups[joined[part]] = groups.get(joined[part], 0) + size
    best = max(groups, key=lambda group: groups[group], default=None)
    return frozenset(part for part, group in joined.items() if group == best)


def _sizes(reach: LevelReach) -> dict[Part, int]:
    """The connected parts of a level and how many places each has."""
    numbers, counts = np.unique(reach.parts, return_counts=True)
    pairs = zip(numbers.tolist(), counts.tolist(), strict=True)
    return {(reach.plan.level_id, number): count for number, count in pairs}


def _is_main(reach: LevelReach, parts: NDArray[np.int32], main: frozenset[Part]) -> NDArray[np.bool_]:
    numbers = [number for level, number in main if level == reach.plan.level_id]
    return np.isin(parts, numbers)


def _rooms(reach: LevelReach, main: frozenset[Part], radius: float) -> Iterator[Problem]:
    for room in reach.plan.rooms:
        parts = reach.parts_in(room.shape)
        reached = int(_is_main(reach, parts, main).sum())
        if len(parts) < ENOUGH_CELLS:
            message = f"a robot of radius {radius:g} m fits nowhere in zone {room.zone.name!r}"
            expected = "more room between walls and furniture"
            yield reach.plan.file.problem("room.cramped", room.path, message, found=room.zone.name, expected=expected)
        elif reached < LEAST_SHARE * len(parts):
            share = 100.0 * reached / len(parts)
            message = f"a robot of radius {radius:g} m gets to {share:.0f} % of zone {room.zone.name!r}"
            expected = "a way in that is wide enough"
            hints = {"found": room.zone.name, "expected": expected}
            yield reach.plan.file.problem("room.unreachable", room.path, message, **hints)


def _cabins(reach: LevelReach, main: frozenset[Part], radius: float) -> Iterator[Problem]:
    boarding = reach.boarding_parts(radius)
    jammed = {cabin.name for cabin in reach.planner.space.cabins if cabin.is_jammed}
    for path, lift in reach.plan.lifts:
        if f"{lift.name}/{reach.plan.level_id}" not in jammed and boarding.get(lift.name) not in main:
            message = f"a robot of radius {radius:g} m does not get into elevator {lift.name!r}"
            yield reach.plan.file.problem("elevator.unreachable", path, message, expected="a free way to its door")
