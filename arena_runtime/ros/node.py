"""The node ``arena_runtime``: services in, topics out; the simulation runs in a thread of its own."""

import os
import time
import traceback
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

from diagnostic_msgs.msg import DiagnosticArray
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.parameter import Parameter

from arena_interfaces.srv import LoadEpisode, SetPaused, SetSemantic, StepSimulation
from arena_runtime.orders import OrderRefused
from arena_runtime.ros.camera_topics import Darkroom
from arena_runtime.ros.driver import Driver, NotPossibleError
from arena_runtime.ros.edit_services import EditServices, OrderWarnings
from arena_runtime.ros.episode_recording import EpisodeRecording
from arena_runtime.ros.episode_run import Listeners
from arena_runtime.ros.episode_topics import EpisodeTopics
from arena_runtime.ros.fleet_topics import FleetTopics
from arena_runtime.ros.foxglove_listener import foxglove_listeners
from arena_runtime.ros.lockstep import Lockstep, LockstepRules
from arena_runtime.ros.mailbox import MailboxClosed
from arena_runtime.ros.marker_topic import MarkerTopic
from arena_runtime.ros.parameters import declare_runtime_parameters, names_in, pace_of, without_effect
from arena_runtime.ros.qos import profile
from arena_runtime.ros.sites import Sites
from arena_runtime.ros.status_messages import diagnostics_message
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.episode_json import episode_from_text, episode_hash
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.order import CommandVelocity, SendSignal, SetField
from arena_simulation_setup.site import Site
from arena_simulation_setup.tree.identifiers import RobotIdentifier

NAME = "arena_runtime"
DIAGNOSTICS_PERIOD_S = 1.0
WARNING_PERIOD_S = 5.0


class RuntimeNode(Node):
    """Loads episodes, runs them and publishes what happens."""

    def __init__(self) -> None:
        """Advertise everything; nothing is simulated before an episode is loaded.

        Raises:
            ValueError: If a parameter that the node was started with does not fit.
        """
        super().__init__(NAME)
        values = declare_runtime_parameters(self)
        map_to_odom = values["robot.localization"] != "external"
        self._values, self._record_dir = values, values["record.dir"]
        self._sites = Sites(os.environ)
        stamped, lighting = values["robot.cmd_vel_stamped"], values["world.lighting"]
        darkroom = Darkroom(self.get_logger().warning, lighting) if values["robot.cameras"] else None
        self._fleet = FleetTopics(self, self._on_command, map_to_odom, stamped, darkroom)
        # In lockstep, files shall be equal to the bit however long a controller is waited for.
        recording = EpisodeRecording(lambda: self._record_dir, self.get_logger().info, not values["lockstep"])
        self._topics = EpisodeTopics(self, values["env.id"])
        rules = LockstepRules(
            values["lockstep.timeout"], values["lockstep.on_timeout"], names_in(values["lockstep.channels"])
        )
        self._lockstep = Lockstep(rules) if values["lockstep"] else None
        live = foxglove_listeners(values["foxglove"], values["foxglove.port"] + values["env.id"])
        for one in live:
            self.get_logger().info(f"foxglove: ws://localhost:{one.port}")
        warnings = OrderWarnings(self.get_logger().warning)
        listeners = Listeners((recording, warnings, self._fleet, MarkerTopic(self), *live, self._topics))
        self._driver = Driver(listeners, pace_of(values), self.get_logger().error, lockstep=self._lockstep)
        self._diagnostics = self.create_publisher(DiagnosticArray, "diagnostics", profile("diagnostics"))
        self.create_timer(DIAGNOSTICS_PERIOD_S, self._on_diagnostics)
        self.add_post_set_parameters_callback(self._on_parameters)
        self._offer_services()
        for sentence in without_effect(values):
            self.get_logger().warning(sentence)
        self._driver.start(values["lockstep"] and values["lockstep.paused"])

    def stop(self) -> None:
        """End the episode in progress as skipped, close its recording and stop the simulation."""
        self._driver.stop()
        self._topics.settle()

    def _offer_services(self) -> None:
        # A call may wait for the simulation, so it must not keep other calls waiting.
        calls = ReentrantCallbackGroup()
        loads = MutuallyExclusiveCallbackGroup()
        self.create_service(LoadEpisode, "~/load_episode", self._on_load, callback_group=loads)
        self.create_service(SetPaused, "~/set_paused", self._on_set_paused, callback_group=calls)
        self.create_service(StepSimulation, "~/step", self._on_step, callback_group=calls)
        self.create_service(SetSemantic, "~/semantics/set", self._on_set_semantic, callback_group=calls)
        EditServices(self, self._driver.request_made, calls)

    def _on_load(self, request: Any, response: Any) -> Any:
        try:
            if not request.episode_json.strip():
                self._driver.end("SKIPPED", "cancelled")
            else:
                episode = episode_from_text(request.episode_json)
                self._load(episode)
                response.episode_hash = episode_hash(episode)
            response.success = True
        except (ValueError, FileNotFoundError, MailboxClosed) as error:
            response.error_msg = str(error)
            self.get_logger().warning(f"episode refused: {error}")
        except Exception as error:
            response.error_msg = f"{type(error).__name__}: {error}"
            self.get_logger().error(traceback.format_exc())
        return response

    def _load(self, episode: Episode) -> None:
        site = self._sites.of(episode.world)
        self._fleet.prepare(_models(site, episode))
        try:
            warnings = self._driver.load(site, episode)
        finally:
            self._fleet.keep(self._fleet.shown)
        self.get_logger().info(f"episode {episode.episode_id} in {site.argument}, seed {episode.seed}")
        for warning in warnings:
            self.get_logger().warning(warning)

    def _on_set_paused(self, request: Any, response: Any) -> Any:
        try:
            self._driver.set_paused(request.paused)
            response.success = True
        except MailboxClosed as error:
            response.error_msg = str(error)
        return response

    def _on_step(self, request: Any, response: Any) -> Any:
        try:
            response.tick = self._driver.step(request.ticks)
            response.success = True
        except (NotPossibleError, MailboxClosed) as error:
            response.error_msg = str(error)
        return response

    def _on_set_semantic(self, request: Any, response: Any) -> Any:
        try:
            self._driver.request(SetField(request.entity, request.field, request.value)).result()
            response.success = True
        except (OrderRefused, NotPossibleError, MailboxClosed) as error:
            response.error_msg = str(error)
        return response

    def _on_command(self, command: CommandVelocity | SendSignal, stamp_ns: int | None) -> None:
        try:
            if isinstance(command, SendSignal):
                self._driver.request(command).add_done_callback(self._warn_refused)
            else:
                self._driver.command(command, stamp_ns).add_done_callback(self._warn_refused)
        except MailboxClosed:
            return

    def _warn_refused(self, answer: "Future[Any]") -> None:
        error = answer.exception()
        if isinstance(error, OrderRefused):
            self.get_logger().warning(str(error), throttle_duration_sec=WARNING_PERIOD_S)

    def _on_parameters(self, parameters: list[Parameter]) -> None:
        changed = {one.name: one.value for one in parameters if one.name in self._values}
        before, self._values = pace_of(self._values), {**self._values, **changed}
        self._record_dir = self._values["record.dir"]
        if "target_rtf" in changed:
            for sentence in without_effect(self._values):
                self.get_logger().warning(sentence)
        if pace_of(self._values) != before:
            self._driver.set_target_rtf(pace_of(self._values))

    def _on_diagnostics(self) -> None:
        health = self._driver.meter.take(time.monotonic())
        waiting = None if self._lockstep is None else self._lockstep.take_count()
        self._diagnostics.publish(diagnostics_message(health, waiting, pace_of(self._values), time.time_ns()))


def _models(site: Site, episode: Episode) -> Mapping[str, RobotModel]:
    return {robot.name: site.catalogue.robot(RobotIdentifier.parse(robot.model)) for robot in episode.robots}
