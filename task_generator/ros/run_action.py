"""The action ``~/lifecycle/run_episode``: one episode from reset to outcome."""

from concurrent.futures import TimeoutError as NotYetError
from threading import Lock
from typing import Any

from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from arena_interfaces.action import RunEpisode
from arena_simulation_setup.verdict import OUTCOME_STATES
from task_generator.ros.conductor import Conductor
from task_generator.ros.current_episode import CurrentEpisode, Ending
from task_generator.ros.ports import ResetError

LOOK_AGAIN_S = 0.05
RAN = ("SUCCESS", "FAILED")


class RunAction:
    """Runs episodes for action clients, one at a time.

    A goal succeeds when its episode came to an outcome of its own, whichever that was; the result says which. It is
    aborted when no episode was started, or something else ended it.

    Args:
        node: Where the action lives.
        conductor: Who decides about episodes.
    """

    def __init__(self, node: Node, conductor: Conductor) -> None:
        self._conductor = conductor
        self._busy = Lock()
        self._server = ActionServer(
            node,
            RunEpisode,
            "~/lifecycle/run_episode",
            execute_callback=self._run,
            goal_callback=self._on_goal,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
            callback_group=ReentrantCallbackGroup(),
        )

    def _on_goal(self, goal: Any) -> GoalResponse:
        free = self._busy.acquire(blocking=False)
        return GoalResponse.ACCEPT if free else GoalResponse.REJECT

    def _run(self, handle: Any) -> Any:
        try:
            current = self._started(handle)
            ending = self._awaited(handle, current)
        except ResetError as error:
            handle.abort()
            return _result(0, "FATAL", str(error))
        finally:
            self._busy.release()
        if handle.is_cancel_requested:
            handle.canceled()
        elif ending.state in RAN:
            handle.succeed()
        else:
            handle.abort()
        return _result(current.episode.episode_id, ending.state, ending.reason)

    def _started(self, handle: Any) -> CurrentEpisode:
        goal = handle.request
        uuid = bytes(handle.goal_id.uuid).hex()
        current = self._conductor.reset(goal.world, goal.seed, uuid).result()
        handle.publish_feedback(RunEpisode.Feedback(state=OUTCOME_STATES.index("RUNNING")))
        return current

    def _awaited(self, handle: Any, current: CurrentEpisode) -> Ending:
        asked = False
        while True:
            try:
                return current.done.result(LOOK_AGAIN_S)
            except NotYetError:
                if handle.is_cancel_requested and not asked:
                    asked = True
                    self._conductor.cancel(current.episode.episode_id)


def _result(episode_id: int, state: str, info: str) -> Any:
    return RunEpisode.Result(state=OUTCOME_STATES.index(state), info=info, episode_id=episode_id)
