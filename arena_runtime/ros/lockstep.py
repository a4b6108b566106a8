"""Who has yet to say what a robot shall do next, where the simulation waits for controllers from outside."""

from collections.abc import Sequence
from threading import Lock

from attrs import frozen

from arena_runtime.ros.episode_run import EpisodeRun
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.files.near_names import near_or_all
from arena_simulation_setup.order import CommandVelocity
from arena_simulation_setup.timebase import ns_to_seconds

FAIL, CONTINUE = "fail", "continue"
ON_TIMEOUT = (FAIL, CONTINUE)


@frozen
class LockstepRules:
    """How the simulation waits.

    Attributes:
        timeout_s: Wall seconds after which it does not wait any longer for one tick; 0 waits for ever.
        on_timeout: ``fail`` ends the episode, ``continue`` goes on with the last command.
        channels: Names of the robots that are waited for; empty for all that are driven from outside.
    """

    timeout_s: float = 30.0
    on_timeout: str = FAIL
    channels: tuple[str, ...] = ()


@frozen
class Waiting:
    """What happened since the last look.

    Attributes:
        robots: Who has not answered the latest frame.
        longest_s: Longest wait for one tick, wall seconds.
        timeouts: Ticks that were not answered in time.
        late: Commands that answered an earlier frame than the latest.
    """

    robots: tuple[str, ...] = ()
    longest_s: float = 0.0
    timeouts: int = 0
    late: int = 0


class Lockstep:
    """Keeps count of the robots whose command for the latest frame has come.

    A stamped command answers the frame of its stamp. One without a stamp answers the latest frame if it is the first
    since that was published. Other threads may read ``stamp_ns`` and call ``take_count``, everything else belongs to
    the simulation's.

    Args:
        rules: How long to wait.
    """

    def __init__(self, rules: LockstepRules) -> None:
        self.rules = rules
        self._robots: tuple[str, ...] = ()
        self._missing: tuple[str, ...] = ()
        self._commands: dict[str, CommandVelocity] = {}
        self._strays: dict[str, int] = {}
        self._stamp_ns = 0
        self._since_s: float | None = None
        self._said_s: float | None = None
        self._lock = Lock()
        self._longest_s, self._timeouts, self._late = 0.0, 0, 0

    @property
    def robots(self) -> tuple[str, ...]:
        """The robots of the episode that are waited for, in its order."""
        return self._robots

    @property
    def stamp_ns(self) -> int:
        """Time of /clock at the latest frame, nanoseconds."""
        return self._stamp_ns

    @property
    def missing(self) -> tuple[str, ...]:
        """Robots whose command for the latest frame has not come."""
        return self._missing

    def require(self, episode: Episode) -> None:
        """Make sure that an episode has everybody who is waited for.

        Raises:
            ValueError: If a robot is not there, or commands from outside do not drive it.
        """
        adapters = {robot.name: robot.adapter for robot in episode.robots}
        driven = externally_driven(episode)
        for name in self.rules.channels:
            if name not in adapters:
                raise ValueError(f"lockstep.channels: there is no robot {name!r} ({near_or_all(name, driven)})")
            if name not in driven:
                expected = ", ".join(driven) or "none, since no robot is"
                raise ValueError(
                    f"lockstep.channels: {name} is not driven from outside but has the adapter {adapters[name]} "
                    f"(expected one of {expected})"
                )

    def published(self, run: EpisodeRun) -> None:
        """Expect an answer to the latest frame of an episode from every robot that is waited for.

        Called just before the frame goes out, since its first message may be answered before its last one is sent.
        """
        driven, channels = externally_driven(run.episode), self.rules.channels
        self._robots = self._missing = tuple(name for name in driven if not channels or name in channels)
        self._commands, self._strays = {}, {}
        self._stamp_ns, self._since_s, self._said_s = run.stamp_ns, None, None

    def rest(self) -> None:
        """Time stands still for another reason; the wait is counted anew."""
        self._since_s = None

    def accepts(self, robot: str) -> bool:
        """Whether a command shall be carried out: the first answer of a robot to a frame is the one that counts."""
        return robot not in self._robots or robot in self._missing

    def took(self, command: CommandVelocity, stamp_ns: int) -> None:
        """Note that a command was accepted.

        One that answers another frame is carried out unless the right one follows, as the last command there is.

        Args:
            command: The command.
            stamp_ns: Time of /clock at the frame that it answers, nanoseconds.
        """
        robot = command.robot
        if robot not in self._missing:
            return
        self._commands[robot] = command
        if stamp_ns == self._stamp_ns:
            self._missing = tuple(name for name in self._missing if name != robot)
        else:
            self._strays[robot] = stamp_ns
            with self._lock:
                self._late += 1

    def answers(self) -> tuple[CommandVelocity, ...]:
        """The commands of this tick in the order of the robots, whichever came first."""
        return tuple(self._commands[robot] for robot in self._robots if robot in self._commands)

    def left_s(self, now_s: float) -> float:
        """Wall seconds that may still be waited; 0 where all have answered or time is up, infinity without a limit.

        Args:
            now_s: Wall time, seconds.
        """
        if not self._missing:
            return 0.0
        if self._since_s is None:
            self._since_s = now_s
        waited_s = now_s - self._since_s
        with self._lock:
            self._longest_s = max(self._longest_s, waited_s)
        return max(0.0, self.rules.timeout_s - waited_s) if self.rules.timeout_s > 0.0 else float("inf")

    def rests(self, now_s: float, period_s: float) -> bool:
        """Whether nothing was said for a period, waiting; counted anew after each time that it was so.

        Args:
            now_s: Wall time, seconds.
            period_s: Length of the period, seconds.
        """
        if self._said_s is None:
            self._said_s = now_s
        silent = now_s - self._said_s >= period_s
        if silent:
            self._said_s = now_s
        return silent

    def give_up(self, tick: int) -> str:
        """Wait no longer for the latest frame.

        Args:
            tick: Its number.

        Returns:
            Why the episode fails; empty where it goes on.
        """
        absent, self._missing = self._missing, ()
        with self._lock:
            self._timeouts += 1
        return "" if self.rules.on_timeout == CONTINUE else self._complaint(tick, absent)

    def _complaint(self, tick: int, robots: Sequence[str]) -> str:
        said = f"lockstep: no command for {', '.join(robots)} after tick {tick} within {self.rules.timeout_s:g} s"
        stray = next((robot for robot in robots if robot in self._strays), None)
        if stray is None:
            return said
        stamp_s, frame_s = ns_to_seconds(self._strays[stray]), ns_to_seconds(self._stamp_ns)
        return f"{said}; a command for {stray} has the stamp {stamp_s:.3f} s, expected {frame_s:.3f} s"

    def take_count(self) -> Waiting:
        """What happened since the last call; may be called from any thread."""
        with self._lock:
            waiting = Waiting(self._missing, self._longest_s, self._timeouts, self._late)
            self._longest_s, self._timeouts, self._late = 0.0, 0, 0
        return waiting


def externally_driven(episode: Episode) -> tuple[str, ...]:
    """Names of the robots that only commands from outside move."""
    return tuple(robot.name for robot in episode.robots if robot.adapter == "external")
