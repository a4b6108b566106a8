"""Random starts and goals."""

import math

from numpy.random import Generator

from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.scenario.phase import GotoPhase
from task_generator.disc import Disc
from task_generator.ground import Demand
from task_generator.mode_context import FleetMember
from task_generator.tasks.robots import Assignment, TM_Robots
from task_generator.tasks.robots.clearance import ROBOT_CLEARANCE

TRIES = 20
# Beyond the tolerance, so that no robot is at its goal before it has moved, metres.
WAY = 1.0


class TM_Random(TM_Robots):
    """Each robot gets a start, and one goal that it can get to."""

    async def reset(self, *, seed: int) -> list[Assignment]:
        """Draw start and goal of every robot; all of these places are taken."""
        random = self.context.stream("robots", "random")
        return [self._assignment(member, random) for member in self.context.fleet]

    def _assignment(self, member: FleetMember, random: Generator) -> Assignment:
        start, goal = self._ends(member, random)
        ground = self.context.world_manager.ground
        safe = member.model.radius + ROBOT_CLEARANCE
        ground.take(Disc(*start, safe))
        ground.take(Disc(*goal, safe))
        ground.require_route(start, goal, member.passage_radius)
        return Assignment(Pose(*start, yaw=_yaw(random)), (GotoPhase(pose=Pose(*goal, yaw=_yaw(random))),))

    def _ends(self, member: FleetMember, random: Generator) -> tuple[Corner, Corner]:
        manager = self.context.world_manager
        demand = Demand(member.model.radius + ROBOT_CLEARANCE)
        for _ in range(TRIES):
            start = manager.ground.find(demand, random)
            if start is None:
                raise manager.no_room(f"the start of {member.name}", demand)
            goal = self._goal(member, start, random)
            if goal is not None:
                return start, goal
        raise manager.no_room(f"a goal that {member.name} can get to from its start", demand)

    def _goal(self, member: FleetMember, start: Corner, random: Generator) -> Corner | None:
        """A goal within reach, out of the goal tolerance where there is such a place."""
        radius = member.model.radius
        for way in (self.context.defaults.tolerance_radius + WAY, radius):
            demand = Demand(radius + ROBOT_CLEARANCE, avoid=(Disc(*start, way),), reach=(start, member.passage_radius))
            goal = self.context.world_manager.ground.find(demand, random)
            if goal is not None:
                return goal
        return None


def _yaw(random: Generator) -> float:
    return float(random.uniform(-math.pi, math.pi))
