"""Further goals for robots whose task has no end, once they have got to the last one that was drawn beforehand."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rclpy.callback_groups import CallbackGroup, MutuallyExclusiveCallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from arena_interfaces.msg import Verdicts
from arena_interfaces.srv import SubmitPhases
from arena_simulation_setup import order as orders
from arena_simulation_setup.episode import EpisodeRobot
from arena_simulation_setup.recording.codec import VerdictSnapshot, decode_verdicts
from arena_simulation_setup.site import Site
from arena_simulation_setup.task_json import task_texts
from arena_simulation_setup.verdict import PENDING
from task_generator.errors import GenerationError
from task_generator.ros.conductor import Conductor
from task_generator.ros.current_episode import CurrentEpisode
from task_generator.ros.edit_relay import RUNTIME, asked
from task_generator.ros.guide import Guide
from task_generator.ros.ports import ResetError
from task_generator.ros.qos import profile

TOPIC = "arena_runtime/verdicts"
LOOK_EVERY_S = 0.5


class FollowUps:
    """Looks at the phases of the running episode now and then, and submits what follows on the last one.

    Args:
        node: Where subscription, timer and client live.
        conductor: Who knows the episode.
        guide: Who knows where robots are, and what follows.
        calls: Callback group of the client, whose answers are waited for.
    """

    def __init__(self, node: Node, conductor: Conductor, guide: Guide, calls: CallbackGroup) -> None:
        self._node, self._conductor, self._guide = node, conductor, guide
        self._news: bytes | None = None
        self._submitted: tuple[int, Counter[str]] = (0, Counter())
        self._client: Any = node.create_client(SubmitPhases, f"{RUNTIME}/submit_phases", callback_group=calls)
        node.create_subscription(
            Verdicts, TOPIC, self._take, profile(TOPIC), callback_group=MutuallyExclusiveCallbackGroup(), raw=True
        )
        # Of wall time, since a thousand phases are not to be read at each tick of a fast simulation.
        clock = Clock(clock_type=ClockType.STEADY_TIME)
        node.create_timer(LOOK_EVERY_S, self._look, callback_group=MutuallyExclusiveCallbackGroup(), clock=clock)

    def _take(self, data: bytes) -> None:
        self._news = data

    def _look(self) -> None:
        news, self._news = self._news, None
        if news is None:
            return
        try:
            wanted = self._conductor.look(lambda current, site: list(self._wanted(news, current, site))).result()
        except (ResetError, GenerationError):
            return
        for order in wanted:
            phases, conditions = task_texts(order)
            task = SubmitPhases.Request(robot=order.robot, phases=phases, conditions=conditions)
            answer = asked(self._client, task)
            if answer is None or not answer.success:
                reason = "the runtime does not answer" if answer is None else answer.error_msg
                self._node.get_logger().warning(f"{order.robot} got no further goals: {reason}")

    def _wanted(self, news: bytes, current: CurrentEpisode, site: Site) -> Iterator[orders.SubmitPhases]:
        endless = [robot for robot in current.episode.robots if robot.endless and robot.phases]
        if not endless:
            return
        number, submitted = self._submitted
        if number != current.episode.episode_id:
            self._submitted = number, submitted = current.episode.episode_id, Counter()
        for robot, count in idle(decode_verdicts(news), endless):
            # What was submitted is seen only some ticks later.
            if count <= submitted[robot.name]:
                continue
            phases = self._guide.following(robot, count, current, site)
            if phases:
                submitted[robot.name] = count
                yield orders.SubmitPhases(robot.name, phases)


def idle(snapshot: VerdictSnapshot, robots: list[EpisodeRobot]) -> Iterator[tuple[EpisodeRobot, int]]:
    """The robots that have finished all of their phases, and how many these were."""
    for robot in robots:
        outcomes = [phase.outcome for phase in snapshot.phases if phase.robot == robot.name]
        if outcomes and PENDING not in outcomes:
            yield robot, len(outcomes)
