"""What people point at in RViz, and the buttons of a curriculum."""

from collections.abc import Callable
from typing import Any

from geometry_msgs.msg import PointStamped, PoseStamped, PoseWithCovarianceStamped
from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node
from std_msgs.msg import Empty

from arena_interfaces.srv import MoveEntity
from arena_simulation_setup.order import Teleport
from arena_simulation_setup.site import Site
from task_generator.ros.conductor import Conductor
from task_generator.ros.current_episode import CurrentEpisode
from task_generator.ros.edit_relay import RUNTIME, asked, plain_pose, pose_message
from task_generator.ros.ports import ResetError
from task_generator.ros.qos import profile
from task_generator.tasks.modules import NEXT, PREVIOUS, ClickedPoint, Event, InitialPose, Reaction, Scene

MAP_FRAMES = ("", "map")


class Pointing:
    """Listens to ``initialpose``, ``clicked_point``, ``~/next_stage`` and ``~/previous_stage``.

    Args:
        node: Where subscriptions live.
        conductor: Who decides about episodes.
        group: Callback group; its callbacks wait.
    """

    def __init__(self, node: Node, conductor: Conductor, group: CallbackGroup) -> None:
        self._node, self._conductor = node, conductor
        self._move: Any = node.create_client(MoveEntity, f"{RUNTIME}/move", callback_group=group)

        def listen(kind: Any, topic: str, heard: Callable[[Any], Any]) -> None:
            node.create_subscription(kind, topic, heard, profile(topic), callback_group=group)

        listen(PoseWithCovarianceStamped, "initialpose", self._on_pose)
        listen(PointStamped, "clicked_point", self._on_point)
        listen(Empty, "~/next_stage", lambda _: conductor.wish(NEXT))
        listen(Empty, "~/previous_stage", lambda _: conductor.wish(PREVIOUS))

    def _on_pose(self, message: Any) -> None:
        if self._is_in_map(message):
            self._react(InitialPose(plain_pose(message.pose.pose)))

    def _on_point(self, message: Any) -> None:
        if self._is_in_map(message):
            self._react(ClickedPoint((message.point.x, message.point.y)))

    def _is_in_map(self, message: Any) -> bool:
        frame = message.header.frame_id
        if frame not in MAP_FRAMES:
            self._node.get_logger().warning(f"something was pointed at in frame {frame!r}, expected 'map'")
        return frame in MAP_FRAMES

    def _react(self, event: Event) -> None:
        try:
            reaction = self._conductor.look(lambda current, site: self._reaction(event, current, site)).result()
            for sentence in (*reaction.warnings, *self._sent(reaction)):
                self._node.get_logger().warning(sentence)
            if reaction.reset:
                self._conductor.reset("", -1).result()
        except ResetError as error:
            self._node.get_logger().warning(str(error))

    def _reaction(self, event: Event, current: CurrentEpisode, site: Site) -> Reaction:
        episode = current.episode
        robots = tuple((robot.name, robot.radius) for robot in episode.robots)
        return self._conductor.chain.heard(event, Scene(robots, site.planner_with(episode.objects)))

    def _sent(self, reaction: Reaction) -> list[str]:
        """Hand the orders on; sentences about what was refused."""
        refused = []
        for order in reaction.orders:
            if isinstance(order, Teleport):
                pose = PoseStamped(pose=pose_message(order.pose))
                answer = asked(self._move, MoveEntity.Request(entity=order.entity, pose=pose))
                refused += [] if answer is not None and answer.success else [_refusal(order.entity, answer)]
        if reaction.orders:
            self._conductor.interfere().result()
        return refused


def _refusal(entity: str, answer: Any) -> str:
    return f"{entity} was not moved: {'the runtime does not answer' if answer is None else answer.error_msg}"
