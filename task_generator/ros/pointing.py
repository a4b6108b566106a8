"""What people point at in RViz, and the buttons of a curriculum."""

from collections.abc import Callable, Iterator
from typing import Any

from geometry_msgs.msg import PointStamped, PoseStamped, PoseWithCovarianceStamped
from rclpy.callback_groups import CallbackGroup, MutuallyExclusiveCallbackGroup
from rclpy.node import Node
from std_msgs.msg import Empty

from arena_interfaces.srv import MoveEntity, SubmitPhases
from arena_simulation_setup import order as orders
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import Request, Teleport
from arena_simulation_setup.site import Site
from arena_simulation_setup.task_json import task_texts
from task_generator.ros.conductor import Conductor
from task_generator.ros.current_episode import CurrentEpisode
from task_generator.ros.edit_relay import RUNTIME, asked
from task_generator.ros.guide import Guide
from task_generator.ros.map_frame import FrameProblem, MapFrame
from task_generator.ros.planar import plain_pose, pose_message
from task_generator.ros.ports import ResetError
from task_generator.ros.qos import profile
from task_generator.tasks.modules import NEXT, PREVIOUS, ClickedPoint, Event, GoalPose, InitialPose, Reaction


class Pointing:
    """Listens to ``initialpose``, ``~/goal_pose``, ``clicked_point``, ``~/next_stage`` and ``~/previous_stage``.

    The goal has a name below the node, since whatever goal is active is relayed to ``goal_pose`` for Nav2, and would
    come back from there.

    Args:
        node: Where subscriptions live.
        conductor: Who decides about episodes.
        guide: Who knows about the robots of the episode.
        calls: Callback group of the clients, whose answers are waited for.
    """

    def __init__(self, node: Node, conductor: Conductor, guide: Guide, calls: CallbackGroup) -> None:
        self._node, self._conductor, self._guide, self._frames = node, conductor, guide, MapFrame(node)
        self._move: Any = node.create_client(MoveEntity, f"{RUNTIME}/move", callback_group=calls)
        self._submit: Any = node.create_client(SubmitPhases, f"{RUNTIME}/submit_phases", callback_group=calls)
        # One after the other: a goal joins what the goal before has led to.
        one_by_one = MutuallyExclusiveCallbackGroup()

        def listen(kind: Any, topic: str, heard: Callable[[Any], Any]) -> None:
            node.create_subscription(kind, topic, heard, profile(topic), callback_group=one_by_one)

        listen(PoseWithCovarianceStamped, "initialpose", lambda said: self._on_pose(said, said.pose.pose, InitialPose))
        listen(PoseStamped, "~/goal_pose", lambda said: self._on_pose(said, said.pose, GoalPose))
        listen(PointStamped, "clicked_point", self._on_point)
        listen(Empty, "~/next_stage", lambda _: conductor.wish(NEXT))
        listen(Empty, "~/previous_stage", lambda _: conductor.wish(PREVIOUS))

    def _on_pose(self, message: Any, pose: Any, event: Callable[[Pose], Event]) -> None:
        self._react(lambda: event(self._frames.of(message.header.frame_id, plain_pose(pose))))

    def _on_point(self, message: Any) -> None:
        point = Pose(message.point.x, message.point.y)
        self._react(lambda: ClickedPoint(self._frames.of(message.header.frame_id, point).xy))

    def _react(self, made: Callable[[], Event]) -> None:
        try:
            event = made()
            current, reaction = self._conductor.look(lambda now, site: self._reaction(event, now, site)).result()
            for sentence in (*reaction.warnings, *self._sent(reaction)):
                self._node.get_logger().warning(sentence)
            if reaction.tours is not None:
                self._guide.take(current, reaction.tours)
            if reaction.reset:
                self._conductor.reset("", -1).result()
        except (FrameProblem, ResetError) as error:
            self._node.get_logger().warning(f"what was pointed at has no effect: {error}")

    def _reaction(self, event: Event, current: CurrentEpisode, site: Site) -> tuple[CurrentEpisode, Reaction]:
        return current, self._conductor.chain.heard(event, self._guide.scene(current, site))

    def _sent(self, reaction: Reaction) -> list[str]:
        """Hand the orders on; sentences about what was refused."""
        refused = list(self._refusals(reaction.orders))
        if reaction.orders:
            self._conductor.interfere().result()
        return refused

    def _refusals(self, requests: tuple[Request, ...]) -> Iterator[str]:
        for request in requests:
            if isinstance(request, Teleport):
                pose = PoseStamped(pose=pose_message(request.pose))
                answer = asked(self._move, MoveEntity.Request(entity=request.entity, pose=pose))
                yield from _refusal(f"{request.entity} was not moved", answer)
            elif isinstance(request, orders.SubmitPhases):
                phases, conditions = task_texts(request)
                task = SubmitPhases.Request(robot=request.robot, phases=phases, conditions=conditions)
                yield from _refusal(f"{request.robot} got no goal", asked(self._submit, task))


def _refusal(what: str, answer: Any) -> Iterator[str]:
    if answer is None:
        yield f"{what}: the runtime does not answer"
    elif not answer.success:
        yield f"{what}: {answer.error_msg}"
