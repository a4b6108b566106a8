"""Sources and sinks of a scenario: whether people fit into them, get away from them, and come at all."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from arena_simulation_setup.check.checked_file import CheckedFile
from arena_simulation_setup.check.level_plan import LevelPlan
from arena_simulation_setup.check.people import BODY_RADIUS
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.frame import Area
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.route.floor import floor_within, parts_of
from arena_simulation_setup.scenario.region import DEFAULT_ABSORPTION_RADIUS, DOOR_MARGIN, SINK, SOURCE, Region
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.world.description import WorldDescription


@frozen(eq=False)
class RegionCheck:
    """The world that regions are held against.

    Attributes:
        world: Its description.
        areas: Named polygons, level frames.
        plans: The levels that are looked at, with their routes.
    """

    world: WorldDescription
    areas: tuple[Area, ...]
    plans: Mapping[LevelPlan, RoutePlanner]

    def problems(self, file: CheckedFile, scenario: Scenario) -> Iterator[Problem]:
        """What is wrong with the regions of a scenario."""
        sinks = {region.name: region for region in scenario.regions if region.type == SINK}
        for region in scenario.regions:
            path = f"regions.{region.name}"
            yield from self._room(file, path, region)
            if region.type == SOURCE:
                yield from _arrivals(file, path, region)
                yield from _unknown_sinks(file, path, region, tuple(sinks))
                yield from self._ways(file, path, region, sinks)

    def _room(self, file: CheckedFile, path: str, region: Region) -> Iterator[Problem]:
        shapes = self._shapes(region)
        if not shapes or any(len(_floor(region, shape)) for shape in shapes):
            return
        where = "in it" if region.type == SOURCE else f"in it or within {_absorption(region):g} m of it"
        message = f"a person of radius {_radius(region):g} m fits nowhere in {region.type} {region.name!r}"
        yield file.problem("region.room", path, message, expected=f"free floor {where}")

    def _ways(self, file: CheckedFile, path: str, region: Region, sinks: Mapping[str, Region]) -> Iterator[Problem]:
        """Sinks on the source's own level that nobody gets to; rides may lead there where there are elevators."""
        if any(zone.elevators for level in self.world.levels.values() for zone in level.zones):
            return
        radius = _radius(region)
        for shape in self._shapes(region):
            for name, _ in _liked(region) or ((name, "") for name in sinks):
                ends = [end for end in self._shapes(sinks[name]) if end[0] is shape[0]] if name in sinks else []
                if ends and not _leads(shape[1], radius, _floor(region, shape), _floor(sinks[name], ends[0])):
                    message = f"people of source {region.name!r} do not get to sink {name!r}"
                    yield file.problem("region.unreachable", path, message, found=name, expected="a way on foot")

    def _shapes(self, region: Region) -> list[tuple[LevelPlan, RoutePlanner, tuple[Corner, ...], float]]:
        """Level, planner, polygon in the level frame and what counts beside it, metres, wherever a region may be."""
        found = []
        for plan, planner in self.plans.items():
            if region.level_id not in ("", plan.level_id):
                continue
            for corners, margin in self._polygons(region, plan):
                found.append((plan, planner, corners, margin))
        return found

    def _polygons(self, region: Region, plan: LevelPlan) -> Iterator[tuple[tuple[Corner, ...], float]]:
        for area in self.areas:
            if region.ref and area.level == plan.level_id and region.ref in (area.name, f"{area.name}/{area.level}"):
                yield area.corners, DOOR_MARGIN if area.kind == "door" and region.type == SOURCE else 0.0
        everywhere = len(self.plans) == len(self.world.all_level_ids)
        if region.polygon and (region.level_id or everywhere):
            dx, dy = (0.0, 0.0) if region.level_id else self.world.origins[plan.level_id]
            yield tuple((corner.x - dx, corner.y - dy) for corner in region.polygon), 0.0


def _floor(region: Region, shape: tuple[LevelPlan, RoutePlanner, tuple[Corner, ...], float]) -> Any:
    margin = shape[3] if region.type == SOURCE else _absorption(region)
    return floor_within(shape[1].room((shape[2],)), shape[2], _radius(region), margin)


def _leads(planner: RoutePlanner, radius: float, starts: Any, ends: Any) -> bool:
    """Whether a way leads from the larger part of one floor to that of the other; yes where either is missing."""
    parts = [parts_of(planner, floor, radius) for floor in (starts, ends)]
    if not all(parts):
        return True
    start, end = (tuple(part[0][0].tolist()) for part in parts)
    return planner.connected(start, end, radius)


def _arrivals(file: CheckedFile, path: str, region: Region) -> Iterator[Problem]:
    profile = region.config.get("rate_profile") or ()
    if not any(step["rate"] > 0.0 for step in profile):
        message = f"nobody comes from source {region.name!r}: it has no rate above 0"
        yield file.problem("region.idle", path, message, expected="a rate_profile with a rate above 0")
    elif all(region.config.get(key) in (None, -1) for key in ("max_concurrent", "max_total")):
        message = f"source {region.name!r} does not say how many of its people may be there at once"
        yield file.problem("region.unbounded", path, message, expected="max_concurrent or max_total")


def _unknown_sinks(file: CheckedFile, path: str, region: Region, sinks: Sequence[str]) -> Iterator[Problem]:
    for name, place in _liked(region):
        if name not in sinks:
            message = f"source {region.name!r} sends people to {name!r}, which is no sink of the scenario"
            near = nearest(name, sinks)
            expected = f"one of {', '.join(sinks)}" if sinks else "a region of type sink"
            hints = {"found": name, "expected": expected, "suggestion": near}
            yield file.problem("region.sink", f"{path}.config.agent.sink_affinity{place}.sink", message, **hints)


def _liked(region: Region) -> list[tuple[str, str]]:
    """Name and place in the list of each sink that a source prefers."""
    agent = region.config.get("agent")
    entries = agent.get("sink_affinity") if isinstance(agent, Mapping) else None
    return [(entry["sink"], f"[{index}]") for index, entry in enumerate(entries or ())]


def _radius(region: Region) -> float:
    agent = region.config.get("agent")
    authored = agent.get("agent_radius", agent.get("radius")) if isinstance(agent, Mapping) else None
    return BODY_RADIUS if authored is None else float(authored)


def _absorption(region: Region) -> float:
    authored = region.config.get("absorption_radius")
    return DEFAULT_ABSORPTION_RADIUS if authored is None else float(authored)
