"""The services ``~/runtime/…``: changes of the running episode, handed on to the runtime."""

from collections.abc import Callable
from threading import Event
from typing import Any

from geometry_msgs.msg import Pose as PoseMessage
from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node

from arena_interfaces.srv import DespawnRobot, MoveEntity, SpawnDynamic, SpawnRobot, SpawnStatic, SubmitPhases
from arena_simulation_setup.task_json import task_from_texts, task_texts
from task_generator.ros.conductor import Conductor
from task_generator.ros.free_place import DYNAMIC, ROBOT, STATIC, TRIES, free_pose
from task_generator.ros.guide import Guide
from task_generator.ros.map_frame import MAP, MapFrame
from task_generator.ros.planar import plain_pose, pose_message
from task_generator.ros.ports import ResetError

RUNTIME = "arena_runtime/runtime"
TASK, MOVE = "task", "move"
ANSWER_WITHIN_S = 10.0
PLACED = (STATIC, DYNAMIC, ROBOT)
KINDS: tuple[tuple[Any, str, str], ...] = (
    (SpawnStatic, "spawn_static", STATIC),
    (SpawnDynamic, "spawn_dynamic", DYNAMIC),
    (SpawnRobot, "spawn_robot", ROBOT),
    (DespawnRobot, "despawn_robot", ""),
    (MoveEntity, "move", MOVE),
    (SubmitPhases, "submit_phases", TASK),
)


class EditRelay:
    """Offers the services; what the runtime carries out costs the episode its integrity.

    Where no pose is given, a free place is drawn from the seed of the episode. A robot that shall not come at once
    joins the fleet at the next reset. Where something is moved to may be said in any frame of the graph. A task that a
    robot can not carry out is refused here already.

    Args:
        node: Where services and clients live.
        conductor: Who knows the episode.
        guide: Who knows where robots are.
        group: Callback group of the services; their calls wait.
    """

    def __init__(self, node: Node, conductor: Conductor, guide: Guide, group: CallbackGroup) -> None:
        self._conductor, self._guide, self._frames = conductor, guide, MapFrame(node)
        self._draws = 0
        for kind, name, what in KINDS:
            client = node.create_client(kind, f"{RUNTIME}/{name}", callback_group=group)
            answer = self._answering(kind, client, what)
            node.create_service(kind, f"~/runtime/{name}", answer, callback_group=group)

    def _answering(self, kind: Any, client: Any, what: str) -> Callable[[Any, Any], Any]:
        def answer(request: Any, response: Any) -> Any:
            try:
                if what == ROBOT and not request.immediate:
                    response.name = self._conductor.add_robot(request.model, request.name).result()
                    response.success = True
                    return response
                if what == TASK:
                    self._complete(request)
                if what == MOVE:
                    self._bring_to_map(request.pose)
                return self._relayed(client, request, kind.Response, what)
            except (ResetError, ValueError, FileNotFoundError) as error:
                response.success, response.error_msg = False, str(error)
                return response

        return answer

    def _relayed(self, client: Any, request: Any, failed: Callable[..., Any], what: str) -> Any:
        draws = TRIES if what in PLACED and not request.use_pose else 1
        for _ in range(draws):
            if draws > 1:
                request.pose, request.use_pose = self._drawn(what, request.model), True
            answer = asked(client, request)
            if answer is None:
                return failed(error_msg=f"the runtime does not answer: there is no service {client.srv_name}")
            if answer.success:
                self._conductor.interfere().result()
                return answer
        return answer

    def _bring_to_map(self, stamped: Any) -> None:
        pose = self._frames.of(stamped.header.frame_id, plain_pose(stamped.pose))
        stamped.header.frame_id, stamped.pose = MAP, pose_message(pose)

    def _complete(self, request: Any) -> None:
        """Fill in what phases inherit, and look for what the robot can not do."""
        order = self._guide.completed(task_from_texts(request.robot, request.phases, request.conditions))
        problem = self._conductor.look(lambda current, site: self._guide.problem(order, current, site)).result()
        if problem:
            raise ValueError(problem)
        request.phases, request.conditions = task_texts(order)

    def _drawn(self, kind: str, model: str) -> PoseMessage:
        self._draws += 1
        draw = self._draws
        pose = self._conductor.look(lambda current, site: free_pose(site, current.episode, kind, model, draw)).result()
        return pose_message(pose)


def asked(client: Any, request: Any) -> Any:
    """The runtime's answer; None where there is none in time."""
    if not client.service_is_ready():
        return None
    answered = Event()
    future = client.call_async(request)
    future.add_done_callback(lambda _: answered.set())
    if not answered.wait(ANSWER_WITHIN_S):
        client.remove_pending_request(future)
        return None
    return future.result()
