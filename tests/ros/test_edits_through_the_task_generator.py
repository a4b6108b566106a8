"""Robots, people and obstacles that come, move and go while an episode runs, asked of the task generator."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest
from geometry_msgs.msg import PointStamped, Pose, PoseStamped, PoseWithCovarianceStamped
from node_process import NodeProcess, ros_arguments
from ros_client import LATCHED, RosClient, ros_client, until_active
from visualization_msgs.msg import MarkerArray

from arena_interfaces.msg import EpisodeRecord, Frame
from arena_interfaces.srv import DespawnRobot, MoveEntity, QueryIds, ResetEpisode, SpawnDynamic, SpawnRobot, SpawnStatic

pytestmark = [pytest.mark.ros, pytest.mark.slow]

NODE = "/task_generator"


@pytest.fixture(scope="module")
def client(ros_domain: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RosClient]:
    folder = tmp_path_factory.mktemp("edits")
    parameters = {
        "world": "map_empty",
        "task.episode.auto_reset": "false",
        "autostart": "true",
        "task.random.static.n": "[2, 2]",
        "task.random.dynamic.n": "[0, 0]",
    }
    runtime = NodeProcess("arena_runtime.ros.main", [], ros_domain, folder / "runtime.log")
    generator = NodeProcess("task_generator.ros.main", ros_arguments(parameters), ros_domain, folder / "generator.log")
    with ros_client(ros_domain) as client:
        until_active(client, generator)
        yield client
    generator.close()
    runtime.close()


def ask(client: RosClient, kind: type, name: str, /, **request: Any) -> Any:
    return client.call(kind, f"{NODE}/runtime/{name}", **request)


def begin(client: RosClient, seed: int) -> EpisodeRecord:
    records = client.listen(EpisodeRecord, f"{NODE}/state/episode", LATCHED)
    assert client.call(ResetEpisode, f"{NODE}/lifecycle/reset_episode", seed=seed).success
    return records.wait(lambda one: one.seed == seed and one.outcome_state == EpisodeRecord.RUNNING)


def pose(x: float, y: float) -> Pose:
    message = Pose()
    message.position.x, message.position.y = x, y
    return message


def test_without_an_episode_nothing_can_be_changed(client: RosClient) -> None:
    answer = ask(client, SpawnStatic, "spawn_static", model="crate")
    assert (answer.success, "no episode is running" in answer.error_msg) == (False, True)


def test_an_obstacle_gets_a_free_place_and_the_episode_loses_its_integrity(client: RosClient) -> None:
    assert begin(client, 1).integrity
    records = client.listen(EpisodeRecord, f"{NODE}/state/episode", LATCHED)
    markers = client.listen(MarkerArray, "/arena_runtime/markers")
    model = first_of(client, "static_obstacles")
    answers = [ask(client, SpawnStatic, "spawn_static", model=model) for _ in range(3)]
    assert [answer.error_msg for answer in answers] == ["", "", ""]
    assert len({answer.id for answer in answers}) == 3
    assert not records.wait(lambda one: one.seed == 1 and not one.integrity).integrity
    names = {answer.id for answer in answers}
    markers.wait(lambda message: names & {marker.text for marker in message.markers} != set())


def test_people_and_robots_come_and_go(client: RosClient) -> None:
    begin(client, 2)
    person = ask(client, SpawnDynamic, "spawn_dynamic", model=first_of(client, "dynamic_obstacles"))
    assert (person.success, person.error_msg) == (True, "")
    robot = ask(client, SpawnRobot, "spawn_robot", model="jackal", immediate=True)
    assert (robot.success, robot.name, robot.error_msg) == (True, "jackal_1", "")
    target = PoseStamped(pose=pose(*free_corner(client)))
    moved = ask(client, MoveEntity, "move", entity="jackal_1", pose=target)
    assert (moved.success, moved.error_msg) == (True, "")
    gone = ask(client, DespawnRobot, "despawn_robot", name="jackal_1")
    assert (gone.success, gone.error_msg) == (True, "")
    unknown = ask(client, DespawnRobot, "despawn_robot", name="jackal_7")
    assert not unknown.success
    assert "jackal_7" in unknown.error_msg


def test_a_robot_for_the_next_reset_joins_the_fleet(client: RosClient) -> None:
    begin(client, 3)
    later = ask(client, SpawnRobot, "spawn_robot", model="turtlebot")
    assert (later.success, later.name) == (True, "turtlebot_0")
    other = ask(client, SpawnRobot, "spawn_robot", model="turtlebot", name="bob")
    assert (other.success, "turtlebot_1" in other.error_msg) == (False, True)
    wrong = ask(client, SpawnRobot, "spawn_robot", model="turtlebat")
    assert (wrong.success, "turtlebot" in wrong.error_msg) == (False, True)
    assert list(begin(client, 4).robots) == ["jackal_0", "turtlebot_0"]


def test_the_tools_of_rviz_put_robots_somewhere_and_start_the_next_episode(client: RosClient) -> None:
    begin(client, 5)
    x, y = free_corner(client)
    frames = client.listen(Frame, "/arena_runtime/frame")
    records = client.listen(EpisodeRecord, f"{NODE}/state/episode", LATCHED)
    client.introduce("/arena_runtime")
    initial = client.publisher(PoseWithCovarianceStamped, "/initialpose", 1)
    clicked = client.publisher(PointStamped, "/clicked_point", 1)
    message = PoseWithCovarianceStamped()
    message.header.frame_id, message.pose.pose = "map", pose(x, y)
    initial.publish(message)
    frames.wait(lambda frame: math.dist(frame.robots[0:2], (x, y)) < 0.5)
    assert not records.wait(lambda one: one.seed == 5 and not one.integrity).integrity
    clicked.publish(PointStamped())
    assert records.wait(lambda one: one.seed == 5 and one.outcome_state > 1).outcome_info == "reset"


def first_of(client: RosClient, catalogue: str) -> str:
    return str(client.call(QueryIds, f"{NODE}/query/{catalogue}").ids[0])


def free_corner(client: RosClient) -> tuple[float, float]:
    """The corner of the hall that is farthest from everything on the graph's frame."""
    frame = client.listen(Frame, "/arena_runtime/frame").wait()
    robots = list(zip(frame.robots[0::6], frame.robots[1::6], strict=True))
    people = list(zip(frame.people[0::5], frame.people[1::5], strict=True))
    places = [place for place in (*robots, *people) if not math.isnan(place[0])]
    corners = [(x, y) for x in (2.0, 18.0) for y in (2.0, 12.0)]
    return max(corners, key=lambda corner: min(math.dist(corner, place) for place in places))
