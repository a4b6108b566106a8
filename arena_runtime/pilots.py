"""Who drives a robot: the built-in navigator, velocity commands from outside, or nobody."""

from attrs import field, mutable

from arena_runtime.rider import Rider
from arena_runtime.robots.goal import Goal
from arena_runtime.robots.navigator import Navigator
from arena_runtime.robots.speed import Velocity
from arena_runtime.robots.surroundings import DoorLine, Surroundings
from arena_simulation_setup.geometry import Pose, segment_distance_squared
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.order import CommandVelocity

STANDING: Velocity = (0.0, 0.0, 0.0)
MANUAL_HOLD_NS = 500_000_000
# A resting robot keeps this far from the slab of any door, metres: a person gets past.
DOORWAY_MARGIN = 0.7


@mutable
class Pilot:
    """Turns goals and velocity commands into the set-point of one robot.

    A robot whose goal is met or replaced by waiting while it is in a doorway or right before one first drives on
    towards that goal until people get past it, since a robot that rests there would hold the door or block everybody's
    way.

    A velocity command overrides the navigator for half a second of simulated time, as a teleoperation input of a
    velocity multiplexer does; without a navigator it stays valid until the next one.

    Attributes:
        model: Limits that every command is cut to.
        navigator: Drives to goals; None where only commands drive the robot.
        doors: Doors that it must not rest in.
        listens: Whether velocity commands move the robot.
    """

    model: RobotModel
    navigator: Navigator | None
    doors: tuple[DoorLine, ...] = ()
    listens: bool = True
    _last_goal: Goal | None = field(default=None, init=False)
    _manual: Velocity | None = field(default=None, init=False)
    _manual_since_ns: int = field(default=0, init=False)

    @property
    def ride(self) -> str:
        """Cabin that the robot wants to be carried to next; empty where it wants no ride or nobody knows."""
        return self.navigator.ride if self.navigator is not None else ""

    @property
    def rider(self) -> Rider | None:
        """The robot as one who waits at a cabin; None where it does not or nobody knows."""
        return self.navigator.rider if self.navigator is not None else None

    def take(self, command: CommandVelocity, now_ns: int) -> None:
        """Accept a velocity command at a time of the episode."""
        if self.listens:
            self._manual = limited(command, self.model)
            self._manual_since_ns = now_ns

    def velocity(
        self, now_ns: int, dt: float, robot: tuple[Pose, Velocity], goal: Goal | None, around: Surroundings
    ) -> Velocity:
        """Body-frame set-point (m/s, m/s, rad/s) for the tick that leads to ``now_ns``.

        Args:
            now_ns: Episode time at the end of the tick.
            dt: Length of the tick, seconds.
            robot: Pose in the map frame, and velocity, body frame.
            goal: Where to go; None stops.
            around: Everything else that moves.
        """
        if self._manual is not None:
            if self.navigator is None or now_ns - self._manual_since_ns <= MANUAL_HOLD_NS:
                return self._manual
            self._manual = None
        if self.navigator is None:
            return STANDING
        if goal is not None:
            self._last_goal = goal
        elif not self._in_doorway(robot[0]):
            self._last_goal = None
        return self.navigator.command(now_ns, dt, robot[0], robot[1], self._last_goal, around)

    def _in_doorway(self, pose: Pose) -> bool:
        return any(
            segment_distance_squared(pose.x, pose.y, door.start, door.end)
            < (self.model.radius + door.width / 2 + DOORWAY_MARGIN) ** 2
            for door in self.doors
        )


def limited(command: CommandVelocity, model: RobotModel) -> Velocity:
    """A command cut to what the robot can do; a differential drive has no sideways speed."""
    sideways = command.vy if model.is_omnidirectional else 0.0
    return (
        _clamped(command.vx, model.max_speed),
        _clamped(sideways, model.max_speed),
        _clamped(command.wz, model.max_turn_rate),
    )


def _clamped(value: float, limit: float) -> float:
    return min(limit, max(-limit, value))
