"""Who drives a robot: the built-in navigator, velocity commands from outside, or nobody."""

from attrs import field, mutable

from arena_runtime.robots.goal import Goal
from arena_runtime.robots.navigator import Navigator
from arena_runtime.robots.surroundings import Surroundings
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.order import CommandVelocity

Velocity = tuple[float, float, float]
STANDING: Velocity = (0.0, 0.0, 0.0)
MANUAL_HOLD_NS = 500_000_000


@mutable
class Pilot:
    """Turns goals and velocity commands into the set-point of one robot.

    A velocity command overrides the navigator for half a second of simulated time, as a teleoperation input of a
    velocity multiplexer does; without a navigator it stays valid until the next one.

    Attributes:
        model: Limits that every command is cut to.
        navigator: Drives to goals; None where only commands drive the robot.
        listens: Whether velocity commands move the robot.
    """

    model: RobotModel
    navigator: Navigator | None
    listens: bool = True
    _manual: Velocity | None = field(default=None, init=False)
    _manual_since_ns: int = field(default=0, init=False)

    def take(self, command: CommandVelocity, now_ns: int) -> None:
        """Accept a velocity command at a time of the episode."""
        if self.listens:
            self._manual = limited(command, self.model)
            self._manual_since_ns = now_ns

    def velocity(
        self, now_ns: int, dt: float, robot: tuple[Pose, tuple[float, float]], goal: Goal | None, around: Surroundings
    ) -> Velocity:
        """Body-frame set-point (m/s, m/s, rad/s) for the tick that leads to ``now_ns``.

        Args:
            now_ns: Episode time at the end of the tick.
            dt: Length of the tick, seconds.
            robot: Pose in the map frame, and forward speed and yaw rate.
            goal: Where to go; None stops.
            around: Everything else that moves.
        """
        if self._manual is not None:
            if self.navigator is None or now_ns - self._manual_since_ns <= MANUAL_HOLD_NS:
                return self._manual
            self._manual = None
        if self.navigator is None:
            return STANDING
        forward, turn = self.navigator.command(now_ns, dt, robot[0], robot[1], goal, around)
        return (forward, 0.0, turn)


def limited(command: CommandVelocity, model: RobotModel) -> Velocity:
    """A command cut to what the robot can do; a differential drive has no sideways speed."""
    sideways = command.vy if model.drive == "omnidirectional" else 0.0
    return (
        _clamped(command.vx, model.max_speed),
        _clamped(sideways, model.max_speed),
        _clamped(command.wz, model.max_turn_rate),
    )


def _clamped(value: float, limit: float) -> float:
    return min(limit, max(-limit, value))
