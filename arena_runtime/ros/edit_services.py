"""Services that change the running episode: robots, people and obstacles come, move and go, robots get other tasks."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from rclpy.node import Node

from arena_interfaces.srv import DespawnRobot, MoveEntity, SpawnDynamic, SpawnRobot, SpawnStatic, SubmitPhases
from arena_runtime.orders import OrderRefused
from arena_runtime.ros.driver import NotPossibleError
from arena_runtime.ros.episode_run import EpisodeRun
from arena_runtime.ros.mailbox import MailboxClosed
from arena_runtime.ros.planar_messages import pose_of
from arena_runtime.ros.submitted import submitted
from arena_runtime.simulation import Simulation, Tick
from arena_simulation_setup.episode import EpisodeObject, EpisodePerson, EpisodeRobot
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import Remove, Request, Teleport
from arena_simulation_setup.order import SpawnObject as ObjectOrder
from arena_simulation_setup.order import SpawnPerson as PersonOrder
from arena_simulation_setup.order import SpawnRobot as RobotOrder
from arena_simulation_setup.tree.identifiers import PedestrianIdentifier, RobotIdentifier

MAP_FRAMES = ("", "map")
WALKING_SPEED = 1.1
"""m/s; desired speed of a person of whom only the model is said."""
NO_PLACE = "expected a pose (use_pose: true): free places are drawn by the task generator"
LATER = "expected immediate: true; what begins with the next reset is the task generator's"

Make = Callable[[Simulation], Request]


class EditServices:
    """Offers ``~/runtime/*``.

    A reply says whether the edit is possible now; it is carried out at the beginning of the next tick.

    Args:
        node: Where the services live.
        ask: Makes a request in the thread of the simulation and hands it in.
        calls: Callback group whose calls may wait.
    """

    def __init__(self, node: Node, ask: "Callable[[Make], Future[Request]]", calls: Any) -> None:
        self._ask = ask
        for kind, name, answer in (
            (SpawnStatic, "spawn_static", self._spawn_static),
            (SpawnDynamic, "spawn_dynamic", self._spawn_dynamic),
            (SpawnRobot, "spawn_robot", self._spawn_robot),
            (DespawnRobot, "despawn_robot", self._despawn_robot),
            (MoveEntity, "move", self._move),
            (SubmitPhases, "submit_phases", self._submit_phases),
        ):
            node.create_service(kind, f"~/runtime/{name}", answer, callback_group=calls)

    def _spawn_static(self, request: Any, response: Any) -> Any:
        def make(simulation: Simulation) -> Request:
            pose = _pose(request)
            return ObjectOrder(EpisodeObject(_free_name(simulation, request.model), request.model, pose))

        order = self._done(make, response)
        if isinstance(order, ObjectOrder):
            response.id = order.object.name
        return response

    def _spawn_dynamic(self, request: Any, response: Any) -> Any:
        def make(simulation: Simulation) -> Request:
            pose, name = _pose(request), _free_name(simulation, request.model)
            model = simulation.catalogue.pedestrian(PedestrianIdentifier.parse(request.model))
            return PersonOrder(EpisodePerson(name, request.model, model.radius, model.height, pose, WALKING_SPEED))

        order = self._done(make, response)
        if isinstance(order, PersonOrder):
            response.id = order.person.name
        return response

    def _spawn_robot(self, request: Any, response: Any) -> Any:
        def make(simulation: Simulation) -> Request:
            if not request.immediate:
                raise ValueError(LATER)
            pose, name = _pose(request), request.name or _free_name(simulation, request.model)
            model = simulation.catalogue.robot(RobotIdentifier.parse(request.model))
            robot = EpisodeRobot(name, request.model, model.radius, pose, adapter=_adapter(request.args))
            return RobotOrder(robot)

        order = self._done(make, response)
        if isinstance(order, RobotOrder):
            response.name = order.robot.name
        return response

    def _despawn_robot(self, request: Any, response: Any) -> Any:
        self._done(lambda simulation: Remove(_known_robot(simulation, request.name)), response)
        return response

    def _move(self, request: Any, response: Any) -> Any:
        def make(simulation: Simulation) -> Request:
            frame = request.pose.header.frame_id
            if frame not in MAP_FRAMES:
                raise ValueError(f"pose of {request.entity!r} is in frame {frame!r}, expected 'map'")
            return Teleport(request.entity, pose_of(request.pose.pose))

        self._done(make, response)
        return response

    def _submit_phases(self, request: Any, response: Any) -> Any:
        self._done(lambda now: submitted(now, request.robot, request.phases, request.conditions), response)
        return response

    def _done(self, make: Make, response: Any) -> Request | None:
        try:
            order = self._ask(make).result()
        except (OrderRefused, NotPossibleError, MailboxClosed, ValueError, OSError) as error:
            response.error_msg = str(error)
            return None
        response.success = True
        return order


class OrderWarnings:
    """Tells of orders that could not be carried out any more when their turn came.

    Args:
        tell: Takes a sentence.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell

    def began(self, run: EpisodeRun) -> None:
        """Nothing was ordered yet."""

    def ticked(self, run: EpisodeRun, tick: Tick) -> None:
        """Tell of a tick."""
        for warning in tick.warnings:
            self._tell(warning)

    def ended(self, run: EpisodeRun) -> None:
        """Nothing is ordered any more."""

    def rested(self, run: EpisodeRun | None) -> None:
        """Nothing was carried out."""


def _pose(request: Any) -> Pose:
    if not request.use_pose:
        raise ValueError(NO_PLACE)
    return pose_of(request.pose)


def _free_name(simulation: Simulation, model: str) -> str:
    """``<model>_<index>`` with the lowest index that nobody has."""
    return simulation.orders.free_name(model.rpartition("/")[2] or "nameless")


def _known_robot(simulation: Simulation, name: str) -> str:
    layout = simulation.start.layout
    if name in (*layout.people, *(entry.name for entry in simulation.start.episode.objects)):
        raise ValueError(f"{name!r} is no robot, expected one of {', '.join(layout.robots) or 'none'}")
    return name


def _adapter(arguments: Any) -> str:
    """The adapter among the arguments of a robot."""
    found = "navigator"
    for entry in arguments:
        if entry.key != "adapter":
            raise ValueError(f"unknown argument {entry.key!r} of a robot, expected 'adapter'")
        found = str(entry.value)
    return found
