"""The live scene for Foxglove, over a websocket of this machine and without ROS."""

from collections.abc import Mapping, Sequence
from threading import Event
from typing import Any

import foxglove
from foxglove.channels import (
    FrameTransformsChannel,
    GridChannel,
    LaserScanChannel,
    LogChannel,
    SceneUpdateChannel,
)
from foxglove.messages import Log, LogLevel, SceneEntityDeletion, SceneEntityDeletionType, SceneUpdate
from foxglove.websocket import ServerListener

from arena_runtime.simulation import Simulation, Tick
from arena_runtime.watching.foxglove_scene import building, laser_scan, map_grid, moving, stamp_of, transforms
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.site import Site
from arena_simulation_setup.tree.identifiers import RobotIdentifier

HOST = "127.0.0.1"
DEFAULT_PORT = 8765
PERIOD_S = 0.05
"""Wall seconds between two pictures of what moves."""
STILL_PERIOD_S = 5.0
"""Wall seconds after which what stands still is repeated."""
GAP_NS = 1_000_000_000
TOPICS = ("/building", "/moving", "/tf", "/map", "/verdicts")
"""Topics besides ``/<robot>/<scanner>``."""
LEVELS: Mapping[str, LogLevel] = {
    "violated": LogLevel.Error,
    "failed": LogLevel.Error,
    "FAILED": LogLevel.Error,
    "FATAL": LogLevel.Fatal,
    "unknown": LogLevel.Warning,
}


class FoxgloveServer:
    """Serves one episode after the other; Foxglove connects to ``ws://localhost:<port>``.

    Args:
        port: Of the websocket on the loopback interface; 0 takes a free one.

    Raises:
        ValueError: If the port is taken.
    """

    def __init__(self, port: int = DEFAULT_PORT) -> None:
        self._context = foxglove.Context()
        self._building = SceneUpdateChannel("/building", context=self._context)
        self._moving = SceneUpdateChannel("/moving", context=self._context)
        self._transforms = FrameTransformsChannel("/tf", context=self._context)
        self._map = GridChannel("/map", context=self._context)
        self._verdicts = LogChannel("/verdicts", context=self._context)
        self._scans: dict[str, LaserScanChannel] = {}
        self._joined = _Joined()
        try:
            self._server = foxglove.start_server(
                name="arena",
                host=HOST,
                port=port,
                server_listener=self._joined,
                context=self._context,
                capabilities=[foxglove.Capability.Time],
            )
        except (OSError, RuntimeError) as error:
            raise ValueError(f"foxglove can not listen on {HOST}:{port}: {error}") from None
        self._site: Site | None = None
        self._models: tuple[RobotModel, ...] = ()
        self._offset_ns = self._stamp_ns = 0
        self._next_s = self._next_still_s = 0.0

    @property
    def port(self) -> int:
        """Port of the websocket."""
        return int(self._server.port)

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until somebody subscribes to anything; gives whether somebody did."""
        return self._joined.ever.wait(timeout_s)

    def begin(self, site: Site, simulation: Simulation) -> None:
        """Show another episode; time goes on from where the one before ended."""
        self._site, self._simulation = site, simulation
        self._offset_ns = self._stamp_ns + GAP_NS
        self._clear(site, self._offset_ns)

    def _clear(self, site: Site, stamp_ns: int) -> None:
        """Begin anew with what is there now."""
        robots = self._simulation.start.episode.robots
        self._models = tuple(site.catalogue.robot(RobotIdentifier.parse(robot.model)) for robot in robots)
        self._next_s = self._next_still_s = 0.0
        clear = SceneEntityDeletion(type=SceneEntityDeletionType.All)
        for channel in (self._building, self._moving):
            channel.log(SceneUpdate(deletions=[clear]), log_time=stamp_ns)

    def show(self, tick: Tick, now_s: float) -> None:
        """Show a tick: news and scans at once, what moves at most 20 times per wall second.

        Args:
            tick: The latest tick of the episode.
            now_s: Wall time, seconds.
        """
        self._stamp_ns = self._offset_ns + tick.frame.time_ns
        if tick.start is not None and self._site is not None:
            self._clear(self._site, self._stamp_ns)
        self._log_news(tick)
        if now_s >= self._next_s:
            self._next_s = now_s + PERIOD_S
            self._show_scans(tick)
            self.refresh(now_s)

    def refresh(self, now_s: float) -> None:
        """Show the latest frame again, as to somebody who came while time stands still.

        Args:
            now_s: Wall time, seconds.
        """
        if self._site is None:
            return
        stamp_ns = self._stamp_ns
        if self._joined.lately() or now_s >= self._next_still_s:
            self._next_still_s = now_s + STILL_PERIOD_S
            self._building.log(building(self._site, self._simulation, stamp_ns), log_time=stamp_ns)
            self._map.log(map_grid(self._site.plan, stamp_ns), log_time=stamp_ns)
        self._transforms.log(transforms(self._simulation, self._models, stamp_ns), log_time=stamp_ns)
        self._moving.log(moving(self._site, self._simulation, self._models, stamp_ns), log_time=stamp_ns)
        self._server.broadcast_time(stamp_ns)

    def stop(self) -> None:
        """Close the websocket."""
        self._server.stop()

    def _show_scans(self, tick: Tick) -> None:
        names: Sequence[str] = self._simulation.start.layout.robots
        for scan in tick.scans:
            robot, model = names[scan.robot], self._models[scan.robot]
            topic = f"/{robot}/{model.lidars[scan.lidar].name}"
            if topic not in self._scans:
                self._scans[topic] = LaserScanChannel(topic, context=self._context)
            message = laser_scan(robot, model, scan, self._stamp_ns)
            self._scans[topic].log(message, log_time=self._stamp_ns)

    def _log_news(self, tick: Tick) -> None:
        observation = tick.observation
        for verdict in observation.verdicts:
            text = f"{verdict.op} {verdict.p} {verdict.q}".strip()
            self._log(verdict.robot, verdict.state, f"{text}: {verdict.state}. {verdict.reason}")
        for phase in observation.phases:
            text = f"phase {phase.index + 1} ({phase.kind}): {phase.outcome}. {phase.reason}"
            self._log(phase.robot, phase.outcome, text)
        if observation.outcome is not None:
            self._log(
                "episode", observation.outcome.state, f"{observation.outcome.state}: {observation.outcome.reason}"
            )

    def _log(self, name: str, state: str, text: str) -> None:
        level = LEVELS.get(state, LogLevel.Info)
        message = Log(timestamp=stamp_of(self._stamp_ns), level=level, message=text, name=name)
        self._verdicts.log(message, log_time=self._stamp_ns)


class _Joined(ServerListener):
    """Notes that somebody subscribed; told in a thread of the server."""

    def __init__(self) -> None:
        self.ever, self._lately = Event(), Event()

    def on_subscribe(self, client: Any, channel: Any) -> None:
        self.ever.set()
        self._lately.set()

    def lately(self) -> bool:
        """Whether somebody subscribed since this was asked last."""
        if not self._lately.is_set():
            return False
        self._lately.clear()
        return True
