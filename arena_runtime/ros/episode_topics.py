"""What is said about the episode as a whole: clock, map, status, frames, verdicts, facts."""

from time import monotonic

from attrs import evolve
from nav_msgs.msg import OccupancyGrid
from rclpy.duration import Duration
from rclpy.node import Node
from rosgraph_msgs.msg import Clock

from arena_interfaces.msg import EpisodeStatus, Frame, SemanticSnapshot, Verdicts
from arena_runtime.ros.episode_run import EpisodeRun
from arena_runtime.ros.planar_messages import time_message
from arena_runtime.ros.qos import profile
from arena_runtime.ros.semantics import RobotTexts, SemanticFacts
from arena_runtime.ros.status_messages import status_message
from arena_runtime.simulation import Tick
from arena_simulation_setup.recording.codec import VerdictSnapshot, encode_verdicts
from arena_simulation_setup.recording.frame_codec import encode_frame
from arena_simulation_setup.recording.occupancy import encode_occupancy, grid_of
from arena_simulation_setup.site import Site

SETTLE_WITHIN_S = 2.0


class EpisodeTopics:
    """Publishes an episode; frames and verdicts are the very bytes that a recording holds.

    The clock comes last of a tick's messages, so that whoever sees a time on it can have everything of that time.
    """

    def __init__(self, node: Node, environment: int = 0) -> None:
        """Advertise the topics.

        Args:
            node: Where they live.
            environment: Number of the environment.
        """
        self._environment = environment
        self._clock = node.create_publisher(Clock, "clock", profile("clock"))
        self._map = node.create_publisher(OccupancyGrid, "map", profile("map"))
        self._status = node.create_publisher(EpisodeStatus, "~/state/episode_status", profile("~/state/episode_status"))
        self._semantics = node.create_publisher(SemanticSnapshot, "~/state/semantics", profile("~/state/semantics"))
        self._frame = node.create_publisher(Frame, "~/frame", profile("~/frame"))
        self._verdicts = node.create_publisher(Verdicts, "~/verdicts", profile("~/verdicts"))
        self._mapped: Site | None = None
        self._facts: SemanticFacts | None = None

    def began(self, run: EpisodeRun) -> None:
        """Publish the map, frame 0 and that the episode is running."""
        if self._mapped is not run.site:
            self._mapped = run.site
            self._map.publish(encode_occupancy(evolve(grid_of(run.site.plan), stamp_ns=run.clock_offset_ns)))
        self._facts = SemanticFacts(run.simulation.start.layout, run.episode.world.argument, self._environment)
        self._status.publish(status_message(run))
        self.ticked(run, run.simulation.first)

    def ticked(self, run: EpisodeRun, tick: Tick) -> None:
        """Publish a frame and what it changed."""
        if tick.start is not None:
            self._facts = SemanticFacts(tick.start.layout, run.episode.world.argument, self._environment)
        self._frame.publish(encode_frame(tick.frame))
        observation = tick.observation
        if tick.frame.tick == 0 or observation.verdicts or observation.phases:
            self._show_verdicts(run)
        self._show_facts(run, always=False)
        self._show_clock(run)

    def ended(self, run: EpisodeRun) -> None:
        """Publish the final verdicts and facts, then the outcome."""
        self._show_verdicts(run)
        self._show_facts(run, always=True)
        self._status.publish(status_message(run))

    def rested(self, run: EpisodeRun | None) -> None:
        """Repeat the time, for clocks that started while it stands still."""
        if run is not None:
            self._show_clock(run)

    def settle(self) -> None:
        """Wait a moment until subscribers have the last messages, which would go with a node that leaves at once."""
        deadline_s = monotonic() + SETTLE_WITHIN_S
        # What counts most comes first, since a subscriber that is gone uses up all of the time.
        for publisher in (self._status, self._frame, self._verdicts, self._semantics):
            publisher.wait_for_all_acked(Duration(seconds=max(0.0, deadline_s - monotonic())))

    def _show_clock(self, run: EpisodeRun) -> None:
        self._clock.publish(Clock(clock=time_message(run.stamp_ns)))

    def _show_verdicts(self, run: EpisodeRun) -> None:
        frame, judge = run.simulation.frame, run.simulation.judge
        snapshot = VerdictSnapshot(frame.tick, frame.time_ns, judge.verdicts(), judge.phases())
        self._verdicts.publish(encode_verdicts(snapshot))

    def _show_facts(self, run: EpisodeRun, always: bool) -> None:
        facts, frame = self._facts, run.simulation.frame
        assert facts is not None
        texts, members = _robot_texts(run), run.simulation.members
        if facts.changed(frame, texts, members) or always:
            self._semantics.publish(facts.message(frame, texts, run.stamp_ns, members))


def _robot_texts(run: EpisodeRun) -> RobotTexts:
    judge = run.simulation.judge
    return {robot: judge.robot_fields(robot) for robot in run.simulation.start.layout.robots}
