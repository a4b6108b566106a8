"""Goal after goal."""

import math
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from attrs import evolve
from numpy.random import Generator
from numpy.typing import NDArray

from arena_simulation_setup.episode import EpisodeRobot, Relocation
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.scenario.phase import GotoPhase, Phase
from arena_simulation_setup.timebase import seconds_to_ns
from task_generator.mode_context import FleetMember
from task_generator.tasks.robots import Assignment
from task_generator.tasks.robots.explore import _NS
from task_generator.tasks.robots.random.impl import TRIES, WAY, TM_Random
from task_generator.walkers import any_heading

Floats = NDArray[np.float64]

# Places that a robot is put at in turn.
RELOCATIONS = 100


class TM_Explore(TM_Random):
    """As ``random``, with further goals that follow on each other; a robot is never done."""

    label: ClassVar[str] = "explore"

    def completed(self, assignments: Sequence[Assignment], planner: RoutePlanner) -> list[Assignment]:
        """Draw the goals after the first: they need not be kept free, and all of them are known to be within reach."""
        pairs = zip(self.context.fleet, assignments, strict=True)
        return [self._exploring(member, assignment, planner) for member, assignment in pairs]

    def _exploring(self, member: FleetMember, first: Assignment, planner: RoutePlanner) -> Assignment:
        random = self.context.stream("robots", self.label, member.name)
        points = self._points(member, first.start.xy, planner)
        further = self._goals(points, _goal(first), self.context.parameters.integer(_NS("goals")) - 1, random)
        relocation = self._relocation(points, random)
        return evolve(first, phases=(*first.phases, *further), endless=True, relocation=relocation)

    def following(self, robot: EpisodeRobot, place: Corner, done: int, planner: RoutePlanner) -> tuple[Phase, ...]:
        """As many goals again, from a stream of their own."""
        member = next(member for member in self.context.fleet if member.name == robot.name)
        random = self.context.stream("robots", self.label, robot.name, "after", done)
        points = self._points(member, place, planner)
        return self._goals(points, place, self.context.parameters.integer(_NS("goals")), random)

    def _goals(self, points: Floats, last: Corner, count: int, random: Generator) -> tuple[Phase, ...]:
        phases = []
        for _ in range(count):
            last = self._next(points, last, random)
            phases.append(GotoPhase(pose=Pose(*last, yaw=any_heading(random))))
        return tuple(phases)

    def _points(self, member: FleetMember, start: Corner, planner: RoutePlanner) -> Floats:
        """All places that a robot fits at and gets to from its start, past the objects of the episode."""
        manager, graph = self.context.world_manager, planner.graph(member.passage_radius)
        demand = manager.robot_demand(member.model.radius)
        points = manager.ground.table(demand).with_room(demand.room)
        points = points[planner.clearance.at_points(points[:, 0], points[:, 1]) >= demand.room]
        if not graph.size or not len(points):
            raise manager.no_room(f"goals of {member.name}", demand)
        nodes = graph.node_at.ravel()[graph.lattice_cells(points[:, 0], points[:, 1])]
        parts = graph.parts_from(int(graph.component[graph.node_near(*start)]))
        found: Floats = points[np.isin(graph.component[nodes], parts)]
        if not len(found):
            raise manager.no_room(f"goals that {member.name} can get to from its start", demand)
        return found

    def _next(self, points: Floats, last: Corner, random: Generator) -> Corner:
        """A goal out of the tolerance around the one before; after some tries the farthest of those that were drawn."""
        far = self.context.defaults.tolerance_radius + WAY
        drawn: list[Corner] = []
        while len(drawn) < TRIES and not (drawn and math.dist(drawn[-1], last) >= far):
            x, y = points[int(random.integers(len(points)))].tolist()
            drawn.append((x, y))
        return max(drawn, key=lambda point: min(math.dist(point, last), far))

    def _relocation(self, points: Floats, random: Generator) -> Relocation | None:
        seconds = self.context.parameters.number(_NS("timeout"))
        if seconds < 0.0:
            return None
        drawn = points[random.integers(len(points), size=RELOCATIONS)].tolist()
        return Relocation(seconds_to_ns(seconds), tuple(Pose(x, y, yaw=any_heading(random)) for x, y in drawn))


def _goal(assignment: Assignment) -> Corner:
    (phase,) = assignment.phases
    assert isinstance(phase, GotoPhase)
    assert phase.pose is not None
    return phase.pose.xy
