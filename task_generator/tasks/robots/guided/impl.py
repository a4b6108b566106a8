"""Robots that wait for waypoints."""

from attrs import evolve

from task_generator.errors import GenerationError
from task_generator.mode_context import FleetMember
from task_generator.parking import parked_at_random
from task_generator.tasks.robots import Assignment, TM_Robots
from task_generator.tasks.robots.guided import _NS
from task_generator.tasks.robots.guided.tour import Tour, tour_of


class TM_Guided(TM_Robots):
    """Each robot stands at a free place until it has a waypoint; it is never done."""

    async def reset(self, *, seed: int) -> list[Assignment]:
        """Draw the starts; the waypoints of the parameter are there from the beginning."""
        tour = self._tour()
        random = self.context.stream("robots", "guided")
        return [
            self._guided(member, parked_at_random(self.context, member, random), tour) for member in self.context.fleet
        ]

    def _guided(self, member: FleetMember, parked: Assignment, tour: Tour) -> Assignment:
        for before, after in tour.legs(parked.start):
            if not self.context.world_manager.ground.reach(member.passage_radius).connected(before.xy, after.xy):
                self.context.warn(f"robot {member.name} can not get to its waypoint ({after.x:.2f}, {after.y:.2f})")
            else:
                self.context.world_manager.ground.require_route(before.xy, after.xy, member.passage_radius)
        return evolve(parked, phases=tour.phases(), endless=True)

    def _tour(self) -> Tour:
        try:
            return tour_of(self.context.parameters.numbers(_NS("waypoints")))
        except ValueError as error:
            raise GenerationError(f"{_NS('waypoints')}: {error}") from None
