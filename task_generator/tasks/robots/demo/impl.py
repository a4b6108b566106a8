"""Robots on show."""

import math
from collections.abc import Iterator

from numpy.random import Generator

from arena_simulation_setup.episode import EpisodeRobot
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, Phase
from task_generator.disc import Disc
from task_generator.ground import Demand
from task_generator.mode_context import FleetMember
from task_generator.tasks.robots import Assignment, TM_Robots
from task_generator.tasks.robots.demo import _NS

# Corners that a robot is sent to; more than it gets to in an episode.
CORNERS = 1000
SMALLER = 0.8
SMALLEST_RADIUS = 0.3
# A corner is reached within this part of the polygon's edge, so that no corner is met from the one before.
NEAR = 0.25


class TM_Demo(TM_Robots):
    """Each robot has a polygon of its own, on a floor that is kept free; it is never done."""

    async def reset(self, *, seed: int) -> list[Assignment]:
        """Draw where the polygons lie; a smaller one where there is no room for the one that is asked for."""
        random = self.context.stream("robots", "demo")
        return [self._assignment(member, random) for member in self.context.fleet]

    def following(self, robot: EpisodeRobot, place: Corner, done: int, planner: RoutePlanner) -> tuple[Phase, ...]:
        """The polygon anew."""
        return robot.phases

    def _assignment(self, member: FleetMember, random: Generator) -> Assignment:
        asked = radius = self.context.parameters.number(_NS("radius"))
        manager = self.context.world_manager
        while True:
            demand = Demand(radius + manager.robot_demand(member.model.radius).room)
            center = manager.ground.find(demand, random)
            if center is not None:
                break
            if radius * SMALLER < SMALLEST_RADIUS:
                raise manager.no_room(f"the polygon of {member.name}", demand)
            radius *= SMALLER
        if radius < asked:
            self.context.warn(f"the polygon of {member.name} has a radius of {radius:.2f} m, for want of room")
        manager.ground.take(Disc(*center, demand.room))
        corners = self._corners(Pose(*center, yaw=float(random.uniform(-math.pi, math.pi))), radius)
        return Assignment(corners[0], tuple(self._phases(member, corners)), endless=True)

    def _corners(self, center: Pose, radius: float) -> list[Pose]:
        """The corners, each with the heading towards the next one."""
        count = self.context.parameters.integer(_NS("vertices"))
        turn = math.tau / count
        angles = [center.yaw + index * turn for index in range(count)]
        along = math.pi / 2 + turn / 2
        return [
            Pose(
                center.x + radius * math.cos(angle),
                center.y + radius * math.sin(angle),
                yaw=math.remainder(angle + along, math.tau),
            )
            for angle in angles
        ]

    def _phases(self, member: FleetMember, corners: list[Pose]) -> Iterator[Phase]:
        edge = math.dist(corners[0].xy, corners[1].xy)
        near = min(self.context.defaults.tolerance_radius, NEAR * edge)
        gesture = self.context.parameters.text(_NS("gesture"))
        for number in range(1, CORNERS + 1):
            yield GotoPhase(pose=corners[number % len(corners)], tolerance_radius=near)
            for arm in member.model.arms if gesture else ():
                known = gesture if gesture in arm.gestures else "random"
                yield GesturePhase(gesture=known, instance=arm.name)
