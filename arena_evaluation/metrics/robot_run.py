"""One robot in an episode: its track, its task, and the shortest way that its task asks for."""

from functools import cached_property

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_evaluation.foreign.no_task import NO_TASK, is_imported
from arena_evaluation.metrics.episode_run import EpisodeRun
from arena_evaluation.metrics.goals import Goal, goal_of
from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.metrics.track import Stretch, stretches
from arena_simulation_setup.conditions.contact_intervals import ContactInterval
from arena_simulation_setup.episode import EpisodeRobot
from arena_simulation_setup.route.planner import RoutePlanner
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.verdict import PhaseOutcome

Floats = NDArray[np.float64]


@frozen(eq=False)
class RobotRun:
    """What metrics of one robot are computed from.

    Attributes:
        episode: The episode.
        name: Name of the robot.
    """

    episode: EpisodeRun
    name: str

    @cached_property
    def described(self) -> EpisodeRobot:
        """The robot as the episode describes it.

        Raises:
            NoValueError: If the episode does not, as for robots that came later.
        """
        for robot in self.episode.start.episode.robots:
            if robot.name == self.name:
                return robot
        raise NoValueError(f"the episode does not describe {self.name}")

    @property
    def radius(self) -> float:
        """Metres."""
        return self.described.radius

    @cached_property
    def rows(self) -> Floats:
        """Shape (N, 6), as ``Frame.robots``."""
        return self.episode.robot(self.name)

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """Its track, cut where it was moved.

        Raises:
            NoValueError: If it was never there.
        """
        found = stretches(self.episode.times, self.rows)
        if not found:
            raise NoValueError(f"{self.name} was never there")
        return found

    @property
    def path_length(self) -> float:
        """Metres that it drove."""
        return float(sum(stretch.lengths.sum() for stretch in self.stretches))

    @property
    def contacts(self) -> tuple[ContactInterval, ...]:
        """Its contacts.

        Raises:
            NoValueError: If nobody recorded any, as in recordings of other systems.
        """
        if is_imported(self.episode.start.episode):
            raise NoValueError("the imported recording tells no contacts")
        return tuple(contact for contact in self.episode.contacts if contact.robot == self.name)

    def need_fields(self) -> None:
        """Make sure that the states of doors and zones were recorded.

        Raises:
            NoValueError: If they were not, as in recordings of other systems.
        """
        if is_imported(self.episode.start.episode):
            raise NoValueError("the imported recording tells no states of doors and zones")

    @cached_property
    def phases(self) -> tuple[PhaseOutcome, ...]:
        """What became of its task.

        Raises:
            NoValueError: If it had none.
        """
        found = tuple(phase for phase in self.episode.said.phases if phase.robot == self.name)
        if not found or self.episode.phases(self.name) == (NO_TASK,):
            raise NoValueError(f"{self.name} has no task")
        return found

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """Where its task leads to, one after the other.

        Raises:
            NoValueError: If that is nowhere, or to something that moves.
        """
        phases = self.episode.phases(self.name)
        found = [goal_of(phase, self.episode.areas) for phase in phases if _leads_somewhere(phase)]
        if not found:
            raise NoValueError(f"{self.name} has no goal")
        return tuple(found)

    @cached_property
    def planner(self) -> RoutePlanner:
        """Ways through the recorded world.

        Raises:
            NoValueError: If the recording holds no world.
        """
        start = self.episode.start
        return self.episode.routes.planner(start.world_json, self.episode.plan, start.episode.objects)

    @cached_property
    def reference(self) -> tuple[Floats, ...]:
        """The shortest way from where it started through all goals, cut where it rides: shapes (N, 2), metres.

        Raises:
            NoValueError: If there is no such way.
        """
        found: list[Floats] = []
        x, y = self.stretches[0].points[0].tolist()
        for goal in self.goals:
            legs = goal.field(self.planner, self.radius).legs(x, y, keep_price=False)
            if not legs:
                raise NoValueError(f"there is no way from ({x:.2f}, {y:.2f}) to {goal.text}")
            found += [leg.points for leg in legs]
            x, y = found[-1][-1].tolist()
        return tuple(found)

    @property
    def last_point(self) -> tuple[float, float]:
        """Where it was at the end, metres, map frame."""
        x, y = self.stretches[-1].points[-1].tolist()
        return (x, y)


def _leads_somewhere(phase: object) -> bool:
    return isinstance(phase, GotoPhase) and phase.kind == "goto"
