"""How far the robots of an episode have come, from the frames that the runtime publishes."""

from collections.abc import Mapping, Sequence
from threading import Condition

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.episode import Episode, EpisodeRobot
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.scenario.phase import GotoPhase

Numbers = NDArray[np.float64]


@frozen
class Advance:
    """Of the robot that has closed the smallest share of its way to its goal; metres.

    Attributes:
        goal_dist_start: Distance from start to goal; 0 where no robot has a goal pose.
        goal_dist_min: Smallest distance to the goal so far.
        path_length: Way that the robot has gone.
    """

    goal_dist_start: float = 0.0
    goal_dist_min: float = 0.0
    path_length: float = 0.0


class Track:
    """Distances to the goals and lengths of the ways of one episode's robots.

    Args:
        episode_hash: Hash of the episode.
        robots: Its robots.
    """

    def __init__(self, episode_hash: str, robots: Sequence[EpisodeRobot]) -> None:
        self.hash, self.tick = episode_hash, -1
        self._names = tuple(robot.name for robot in robots)
        self._places = _rows([robot.start for robot in robots])
        self._goals = _rows([last_goal(robot) for robot in robots])
        self._starts = _distances(self._places, self._goals)
        self._nearest = self._starts
        self._lengths = np.zeros(len(robots))

    def take(self, frame: Frame) -> None:
        """Go on with a frame."""
        # Robots that came later have rows behind those of the episode; one that was taken away has no numbers in its.
        places = frame.robots[: len(self._places), :2]
        if places.shape != self._places.shape:
            return
        self.tick = frame.tick
        self._lengths = self._lengths + np.nan_to_num(_distances(places, self._places))
        # A robot without a goal stays "no number".
        self._nearest = np.fmin(self._nearest, _distances(places, self._goals))
        self._places = places

    @property
    def positions(self) -> dict[str, Corner]:
        """Where robots are by name, metres, map frame; without those that were taken away."""
        rows = zip(self._names, self._places.tolist(), strict=True)
        return {name: (x, y) for name, (x, y) in rows if x == x}

    def advance(self) -> Advance:
        """How far the least advanced robot has come."""
        with np.errstate(invalid="ignore", divide="ignore"):
            closed = np.where(self._starts > 0.0, 1.0 - self._nearest / self._starts, 1.0)
        aimed = np.flatnonzero(~np.isnan(self._starts))
        if not aimed.size:
            return Advance(path_length=float(self._lengths.min(initial=np.inf)) if self._lengths.size else 0.0)
        row = aimed[int(np.argmin(closed[aimed]))]
        return Advance(float(self._starts[row]), float(self._nearest[row]), float(self._lengths[row]))


class AdvanceMeter:
    """Follows one episode after the other; every method may be called from any thread."""

    def __init__(self) -> None:
        """Start without an episode."""
        self._news = Condition()
        self._coming: Track | None = None
        self._track: Track | None = None

    def expect(self, episode: Episode, episode_hash: str) -> None:
        """Take note that the frames from the next frame 0 on may be those of an episode."""
        with self._news:
            self._coming = Track(episode_hash, episode.robots)

    def take(self, frame: Frame) -> None:
        """Go on with a frame of the runtime."""
        with self._news:
            if self._track is None or frame.tick <= self._track.tick:
                self._track, self._coming = self._coming, None
            if self._track is not None:
                self._track.take(frame)
                self._news.notify_all()

    def wait(self, episode_hash: str, tick: int, within_s: float) -> None:
        """Wait a moment for a frame of an episode, since frames and outcomes come on ways of their own.

        Args:
            episode_hash: Hash of the episode.
            tick: The frame.
            within_s: How long at most, wall seconds.
        """
        with self._news:
            self._news.wait_for(lambda: self._reached(episode_hash, tick), within_s)

    def advance(self, episode: Episode, episode_hash: str) -> Advance:
        """How far an episode has come; its start where none of its frames was seen."""
        with self._news:
            return self._of(episode, episode_hash).advance()

    def positions(self, episode: Episode, episode_hash: str) -> Mapping[str, Corner]:
        """Where the robots of an episode are by name, metres, map frame; their starts before its first frame."""
        with self._news:
            return self._of(episode, episode_hash).positions

    def _of(self, episode: Episode, episode_hash: str) -> Track:
        own = [track for track in (self._track, self._coming) if track is not None and track.hash == episode_hash]
        return own[0] if own else Track(episode_hash, episode.robots)

    def _reached(self, episode_hash: str, tick: int) -> bool:
        return self._track is None or self._track.hash != episode_hash or self._track.tick >= tick


def last_goal(robot: EpisodeRobot) -> Pose | None:
    """The last pose that a robot is sent to; None where it is sent to none."""
    poses = [phase.pose for phase in robot.phases if isinstance(phase, GotoPhase) and phase.pose is not None]
    return poses[-1] if poses else None


def _rows(poses: Sequence[Pose | None]) -> Numbers:
    rows = [(np.nan, np.nan) if pose is None else (pose.x, pose.y) for pose in poses]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def _distances(one: Numbers, other: Numbers) -> Numbers:
    return np.hypot(one[:, 0] - other[:, 0], one[:, 1] - other[:, 1])
