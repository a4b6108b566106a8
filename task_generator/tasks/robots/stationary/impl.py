"""Robots without goals."""

import math

from arena_simulation_setup.geometry import Pose
from task_generator.disc import Disc
from task_generator.errors import GenerationError
from task_generator.mode_context import FleetMember
from task_generator.parking import parked_at_random
from task_generator.tasks.robots import Assignment, TM_Robots
from task_generator.tasks.robots.stationary import _NS


class TM_Stationary(TM_Robots):
    """The first robot stands where the parameters say, what they leave open is drawn; the others at free places."""

    async def reset(self, *, seed: int) -> list[Assignment]:
        """Starts without phases: an episode of such robots is a success at its time limit."""
        random = self.context.stream("robots", "stationary")
        given = [self.context.parameters.number(_NS(leaf)) for leaf in ("pos_x", "pos_y", "pos_theta")]
        parked: list[Assignment] = []
        for member in self.context.fleet:
            if parked or all(math.isnan(number) for number in given[:2]):
                drawn = parked_at_random(self.context, member, random)
            else:
                drawn = self._at(member, given[0], given[1])
            yaw = drawn.start.yaw if parked or math.isnan(given[2]) else given[2]
            parked.append(Assignment(Pose(*drawn.start.xy, yaw=yaw)))
        return parked

    def _at(self, member: FleetMember, x: float, y: float) -> Assignment:
        if math.isnan(x) or math.isnan(y):
            raise GenerationError(f"{_NS('pos_x')} is {x:g} and {_NS('pos_y')} is {y:g}, expected both or neither")
        ground = self.context.world_manager.ground
        room = ground.planner.clearance_at(x, y)
        if room < member.model.radius:
            raise GenerationError(
                f"robot {member.name} of radius {member.model.radius:.2f} m can not stand at ({x:.2f}, {y:.2f}): "
                f"the nearest wall or thing is {max(room, 0.0):.2f} m away"
            )
        ground.take(Disc(x, y, self.context.world_manager.robot_demand(member.model.radius).room))
        return Assignment(Pose(x, y))
