"""The waypoints of a guided robot, as a value: what a new goal or a new place changes."""

from collections.abc import Sequence
from itertools import pairwise

from attrs import evolve, frozen

from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import SubmitPhases
from arena_simulation_setup.scenario.phase import GotoPhase
from task_generator.task_defaults import TaskDefaults, filled

# Goals of one submitted task; more than a robot drives to in an episode.
GOALS = 1000
NUMBERS_PER_POSE = 3


@frozen
class Tour:
    """Waypoints in the order in which they came, map frame.

    Attributes:
        waypoints: Visited one after the other, the first one again after the last.
    """

    waypoints: tuple[Pose, ...] = ()

    def with_goal(self, goal: Pose) -> "Tour":
        """The tour with a further waypoint at its end, as a goal from outside adds it."""
        return evolve(self, waypoints=(*self.waypoints, goal))

    def cleared(self) -> "Tour":
        """No waypoints, as after the robot was put somewhere by hand."""
        return Tour()

    def legs(self, start: Pose) -> tuple[tuple[Pose, Pose], ...]:
        """From where to where the robot drives: from its start to the first waypoint, and once around."""
        if not self.waypoints:
            return ()
        return tuple(pairwise((start, *self.waypoints, *(self.waypoints[:1] if len(self.waypoints) > 1 else ()))))

    def phases(self) -> tuple[GotoPhase, ...]:
        """The waypoints over and over; a single one is a place to stay at."""
        rounds = 1 if len(self.waypoints) < 2 else max(1, GOALS // len(self.waypoints))
        return tuple(GotoPhase(pose=waypoint) for waypoint in self.waypoints) * rounds

    def order(self, robot: str, defaults: TaskDefaults) -> SubmitPhases | None:
        """What the runtime is asked for when the tour has changed: the whole chain anew; None without waypoints.

        Args:
            robot: Name of the robot.
            defaults: Tolerances of the phases.
        """
        phases = tuple(filled(phase, defaults) for phase in self.phases())
        return SubmitPhases(robot, phases) if phases else None


def tour_of(numbers: Sequence[float]) -> Tour:
    """A tour from x, y and yaw of each waypoint in a row, metres and radians, map frame.

    Raises:
        ValueError: If some of them are missing.
    """
    if len(numbers) % NUMBERS_PER_POSE:
        raise ValueError(f"got {len(numbers)} numbers, expected x, y and yaw of each")
    rows = zip(*(numbers[part::NUMBERS_PER_POSE] for part in range(NUMBERS_PER_POSE)), strict=True)
    return Tour(tuple(Pose(x, y, yaw=yaw) for x, y, yaw in rows))
