"""The built-in navigator of one robot."""

from collections.abc import Sequence

from arena_runtime.robots.goal import Goal
from arena_runtime.robots.surroundings import DoorLine, Surroundings
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.route import RoutePlanner

DEFAULT_SPEED = 1.2


class Navigator:
    """Drives a differential robot to its goals; one object per robot and episode.

    Args:
        model: Size and limits of the robot.
        planner: Free space of the episode, its objects included.
        doors: Doors in the order of ``Surroundings.door_progress``.
        speed: Cruise speed in m/s, never above the model's.
    """

    def __init__(
        self, model: RobotModel, planner: RoutePlanner, doors: Sequence[DoorLine] = (), speed: float = DEFAULT_SPEED
    ) -> None:
        self._model = model

    def command(
        self,
        now_ns: int,
        dt: float,
        pose: Pose,
        twist: tuple[float, float],
        goal: Goal | None,
        surroundings: Surroundings,
    ) -> tuple[float, float]:
        """The velocity for the next tick.

        Args:
            now_ns: Episode time at the end of the tick, nanoseconds.
            dt: Length of the tick, seconds.
            pose: Robot in the map frame.
            twist: Forward speed (m/s) and yaw rate (rad/s) now.
            goal: Where to go; None stops.
            surroundings: Everything else that moves.

        Returns:
            Forward speed (m/s) and yaw rate (rad/s), within the model's limits and accelerations; (0, 0) at the goal.
        """
        raise NotImplementedError

    @property
    def arrived(self) -> bool:
        """Whether the goal of the last command is reached, heading included."""
        raise NotImplementedError
