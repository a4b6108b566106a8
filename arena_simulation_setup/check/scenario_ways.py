"""Where the robots of a scenario get to: goals out of reach."""

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen
from shapely.geometry import Polygon

from arena_simulation_setup.check.checked_file import CheckedFile
from arena_simulation_setup.check.level_plan import LevelPlan
from arena_simulation_setup.check.reachability import LevelReach, Part, level_reach, rides
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.frame import Area
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.scenario.phase import GotoPhase, Phase
from arena_simulation_setup.scenario.robot_task import RobotTask
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.description import WorldDescription

Parts = frozenset[Part]


@frozen(eq=False)
class RobotWays:
    """The connected parts of a world, and the elevators between them, for a robot of a radius.

    Attributes:
        reaches: Level id to its places.
        rides: From which part to which elevators carry it.
        areas: Named polygons, level frames.
        origins: Level id to its shift into the map frame, metres.
        radius: Metres.
    """

    reaches: Mapping[str, LevelReach]
    rides: Sequence[tuple[Part, Part]]
    areas: tuple[Area, ...]
    origins: Mapping[str, Corner]
    radius: float

    def at(self, pose: Pose, level: str) -> Parts:
        """The part that a pose is in; none where the robot does not fit; without a level in the map frame."""
        for level_id, reach in self.reaches.items():
            dx, dy = (0.0, 0.0) if level else self.origins[level_id]
            x, y = pose.x - dx, pose.y - dy
            if level in ("", level_id) and reach.planner.is_free(x, y, self.radius):
                node = reach.planner.graph(self.radius).node_near(x, y)
                if node >= 0:
                    return frozenset([(level_id, int(reach.parts[node]))])
        return frozenset()

    def within(self, name: str, level: str = "") -> Parts | None:
        """The parts that reach into the areas of a name; None where nothing that is looked at has the name."""
        found = [area for area in self.areas if name in (area.name, f"{area.name}/{area.level}")]
        found = [area for area in found if area.level == level] or found
        looked_at = [area for area in found if area.level in self.reaches]
        if not looked_at:
            return None
        parts: set[Part] = set()
        for area in looked_at:
            numbers = self.reaches[area.level].parts_in(Polygon(area.corners)).tolist()
            parts.update((area.level, number) for number in numbers)
        return frozenset(parts)

    def onward(self, parts: Parts) -> Parts:
        """These parts and all that elevators lead to from them."""
        reached = set(parts)
        while True:
            further = {there for here, there in self.rides if here in reached} - reached
            if not further:
                return frozenset(reached)
            reached |= further

    def start_of(self, task: RobotTask) -> Parts:
        """The parts that a robot may start in."""
        if isinstance(task.start, Pose):
            return self.at(task.start, task.start_floor)
        return self.within(task.start, task.start_floor) or frozenset()


def robot_ways(world: WorldDescription, plans: Mapping[LevelPlan, RoutePlanner], radius: float) -> RobotWays:
    """The ways of a robot of a radius (metres) through the levels that are looked at."""
    reaches = {plan.level_id: level_reach(plan, planner, radius) for plan, planner in plans.items()}
    unmoved = CompactedWorld(world.name, world.levels, dict.fromkeys(world.levels, (0.0, 0.0)))
    lifts = rides(tuple(reaches.values()), radius)
    return RobotWays(reaches, lifts, unmoved.areas(), world.origins, radius)


def way_problems(file: CheckedFile, scenario: Scenario, ways: RobotWays) -> Iterator[Problem]:
    """Goals that a robot does not get to."""
    for r, task in enumerate(scenario.robots):
        here = ways.start_of(task)
        for p, phase in enumerate(task.phases):
            path = f"robots[{r}].phases[{p}]"
            there = _goal(phase, task, ways)
            if there is None or not here:
                continue
            met = ways.onward(here) & there
            if met:
                here = met
            else:
                message = f"a robot of radius {ways.radius:g} m does not get to this goal from where it is before"
                yield file.problem("scenario.unreachable", path, message, expected="a way that is wide enough")


def _goal(phase: Phase, task: RobotTask, ways: RobotWays) -> Parts | None:
    """The parts that a goal is in; None for what is no fixed place, or a pose without room, which has its own code."""
    if not isinstance(phase, GotoPhase):
        return None
    if phase.target is not None:
        return ways.within(phase.target, task.goal_floor)
    return (ways.at(phase.pose, task.goal_floor) or None) if phase.pose is not None else None


def start_parts(tasks: Sequence[RobotTask], ways: RobotWays) -> Parts:
    """Where the robots of a scenario may start, all together, and where they get to from there."""
    return ways.onward(frozenset(part for task in tasks for part in ways.start_of(task)))
