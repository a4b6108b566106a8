"""Random starts and goals."""

from typing import ClassVar

from attrs import evolve
from numpy.random import Generator

from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.scenario.phase import GotoPhase
from task_generator.disc import Disc
from task_generator.mode_context import FleetMember
from task_generator.tasks.robots import Assignment, TM_Robots
from task_generator.walkers import any_heading

TRIES = 20
# Beyond the tolerance, so that no robot is at its goal before it has moved, metres.
WAY = 1.0


class TM_Random(TM_Robots):
    """Each robot gets a start, and one goal that it can get to."""

    label: ClassVar[str] = "random"

    async def reset(self, *, seed: int) -> list[Assignment]:
        """Draw start and goal of every robot; all of these places are taken."""
        random = self.context.stream("robots", self.label)
        return [self._assignment(member, random) for member in self.context.fleet]

    def _assignment(self, member: FleetMember, random: Generator) -> Assignment:
        start, goal = self._ends(member, random)
        ground = self.context.world_manager.ground
        safe = self.context.world_manager.robot_demand(member.model.radius).room
        ground.take(Disc(*start, safe))
        ground.take(Disc(*goal, safe))
        ground.require_route(start, goal, member.passage_radius)
        return Assignment(
            Pose(*start, yaw=any_heading(random)), (GotoPhase(pose=Pose(*goal, yaw=any_heading(random))),)
        )

    def _ends(self, member: FleetMember, random: Generator) -> tuple[Corner, Corner]:
        manager = self.context.world_manager
        demand = manager.robot_demand(member.model.radius)
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
        manager = self.context.world_manager
        demand = evolve(manager.robot_demand(member.model.radius), reach=(start, member.passage_radius))
        for way in (self.context.defaults.tolerance_radius + WAY, member.model.radius):
            goal = manager.ground.find(evolve(demand, avoid=(Disc(*start, way),)), random)
            if goal is not None:
                return goal
        return None
