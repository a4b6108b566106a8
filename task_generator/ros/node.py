"""The lifecycle node ``task_generator``: a thin adapter around the conductor."""

import os
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from rclpy.callback_groups import ReentrantCallbackGroup

from arena_interfaces.srv import GetTaskModes, QueueEpisode, ResetEpisode
from task_generator.ros.advance import AdvanceMeter
from task_generator.ros.conductor import Conductor
from task_generator.ros.edit_relay import EditRelay
from task_generator.ros.follow_ups import FollowUps
from task_generator.ros.guide import Guide
from task_generator.ros.node_declarations import node_declarations
from task_generator.ros.parameter_messages import plain_values
from task_generator.ros.pointing import Pointing
from task_generator.ros.ports import ResetError
from task_generator.ros.query_services import QueryServices
from task_generator.ros.ros_parameters import RosParameters
from task_generator.ros.run_action import RunAction
from task_generator.ros.runtime_link import LOAD_SERVICE, RuntimeLink
from task_generator.ros.safe_lifecycle import SafeLifecycleNode
from task_generator.ros.settings import Settings
from task_generator.ros.state_board import StateBoard
from task_generator.ros.worlds import Worlds
from task_generator.staging import QueueRequest
from task_generator.tasks.registry import walk_schemas

NAME = "task_generator"
STOP_WITHIN_S = 2.0


class TaskGeneratorNode(SafeLifecycleNode):
    """Makes episodes and hands them to the runtime.

    Args:
        finish: Called when the last episode of the run has ended.
    """

    def __init__(self, finish: Callable[[], None]) -> None:
        """Declare the parameters and offer the services.

        Raises:
            ValueError: If a parameter that the node was started with does not fit.
        """
        super().__init__(NAME)
        # A call may wait for the runtime, so it must not keep other calls waiting.
        self._calls = ReentrantCallbackGroup()
        parameters = RosParameters(self)
        for declaration in node_declarations():
            parameters.declare(declaration)
        walk_schemas(parameters)
        self._settings = Settings(parameters)
        self._worlds = Worlds(os.environ, lambda: self._settings.flag("assets.strict"))
        meter = AdvanceMeter()
        self._board = StateBoard(self, meter)
        self._runtime = RuntimeLink(self, meter, lambda ending: self._conductor.heard(ending), self._on_lost)
        self._conductor = Conductor(self._settings, self._worlds, self._runtime, self._board, finish)
        self._action = RunAction(self, self._conductor)
        guide = Guide(self._settings, meter)
        EditRelay(self, self._conductor, guide, self._calls)
        Pointing(self, self._conductor, guide, self._calls)
        FollowUps(self, self._conductor, guide, self._calls)
        QueryServices(self, os.environ, lambda: self._settings.text("world"), self._calls)
        self._offer_services()

    @property
    def wants_autostart(self) -> bool:
        """Whether the node shall configure and activate itself."""
        return self._settings.flag("autostart")

    def configure(self) -> None:
        """Load the world and look for errors in it.

        Raises:
            ValueError: If something does not fit.
            NotFoundError: If there is no such world.
            FileProblems: If its files have errors.
        """
        self._settings.unfold_scenario()
        live = self._settings.live({})
        site = self._worlds.of(live.world)
        self._settings.request(1, 0, live)
        self._conductor.prepare().result()
        for warning in site.warnings:
            self.get_logger().warning(warning.text)
        self._board.show_world(live.world)

    def activate(self) -> None:
        """Wait for the runtime, then take resets.

        Raises:
            TimeoutError: If there is no runtime in time.
        """
        within_s = self._settings.number("timeout_wait_for_service")
        if not self._runtime.wait(within_s):
            raise TimeoutError(f"no service {LOAD_SERVICE} within {within_s:g} s: is arena_runtime running?")
        run_seed = self._settings.text("run_seed")
        if not run_seed:
            run_seed = uuid4().hex
            self.get_logger().info(f"run seed: {run_seed}")
        self._conductor.activate(run_seed)

    def deactivate(self) -> None:
        """End the episode in progress and take no more resets."""
        self._conductor.deactivate().result()

    def clean_up(self) -> None:
        """Forget the world, what is staged and the latest episode."""
        self._worlds.forget()
        self._conductor.forget().result()

    def stop(self) -> None:
        """End the episode in progress and stop; waits for the runtime for a moment only."""
        self._runtime.close()
        self._conductor.close(STOP_WITHIN_S)
        self._board.settle()

    def _offer_services(self) -> None:
        calls = self._calls
        self.create_service(QueueEpisode, "~/config/queue_episode", self._on_queue, callback_group=calls)
        self.create_service(GetTaskModes, "~/config/get_task_modes", self._on_task_modes, callback_group=calls)
        self.create_service(ResetEpisode, "~/lifecycle/reset_episode", self._on_reset, callback_group=calls)

    def _on_lost(self) -> None:
        self.get_logger().error("the runtime is gone")
        self._conductor.lost_runtime()

    def _on_queue(self, request: Any, response: Any) -> Any:
        wanted = QueueRequest(
            action=request.action,
            world=request.world,
            robots_mode=request.tm_robots,
            obstacles_mode=request.tm_obstacles,
            modules=tuple(request.tm_modules),
            keep_modules=request.keep_modules,
            robots=tuple(request.robots),
            obstacles_params=plain_values(request.obstacles_params),
            robots_params=plain_values(request.robots_params),
            human_params=plain_values(request.human_params),
        )
        response.error_msg = self._conductor.stage(wanted).result()
        response.success = not response.error_msg
        return response

    def _on_task_modes(self, request: Any, response: Any) -> Any:
        live = self._settings.live({})
        response.tm_robots, response.tm_obstacles = live.robots_mode, live.obstacles_mode
        response.tm_modules = list(live.modules)
        return response

    def _on_reset(self, request: Any, response: Any) -> Any:
        try:
            self._conductor.reset(request.world, request.seed).result()
            response.success = True
        except ResetError as error:
            response.error_msg = str(error)
        return response
