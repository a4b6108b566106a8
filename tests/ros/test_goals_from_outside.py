"""Goals that come while an episode runs: by the tools of RViz, and by the service that gives robots other tasks."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

import pytest
from active_nodes import active_nodes
from geometry_msgs.msg import PoseStamped, PoseWithCovarianceStamped
from node_process import NodeProcess
from rcl_interfaces.srv import SetParameters
from ros_client import LATCHED, RosClient, until

from arena_interfaces.msg import EpisodeRecord, Frame
from arena_interfaces.srv import MoveEntity, QueueEpisode, ResetEpisode, SetPaused, SubmitPhases
from task_generator.ros.parameter_messages import parameter_messages

pytestmark = [pytest.mark.ros, pytest.mark.slow]

NODE = "/task_generator"
ROBOT = "jackal_0"


@pytest.fixture(scope="module")
def nodes(
    ros_domain: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[RosClient, NodeProcess]]:
    with active_nodes(ros_domain, tmp_path_factory.mktemp("goals"), 8.0, {"task.robots": "guided"}) as nodes:
        yield nodes


@pytest.fixture(scope="module")
def client(nodes: tuple[RosClient, NodeProcess]) -> RosClient:
    return nodes[0]


@pytest.fixture(scope="module")
def generator(nodes: tuple[RosClient, NodeProcess]) -> NodeProcess:
    return nodes[1]


class Tools:
    """Topics of RViz, of the robot and of the record."""

    def __init__(self, client: RosClient) -> None:
        self.client = client
        self.goals = client.listen(PoseStamped, f"/{ROBOT}/goal_pose", LATCHED)
        self.records = client.listen(EpisodeRecord, f"{NODE}/state/episode", LATCHED)
        self.frames = client.listen(Frame, "/arena_runtime/frame")
        self._goal = client.publisher(PoseStamped, f"{NODE}/goal_pose", 1)
        self._place = client.publisher(PoseWithCovarianceStamped, "/initialpose", 1)

    def begin(self, seed: int) -> tuple[float, float]:
        """A new episode; where its robot is, after which everything is new."""
        assert self.client.call(ResetEpisode, f"{NODE}/lifecycle/reset_episode", seed=seed).success
        self.records.wait(lambda one: one.seed == seed and one.outcome_state == EpisodeRecord.RUNNING)
        return self.place()

    def place(self) -> tuple[float, float]:
        frame = self.frames.wait(lambda one: one.tick > 0, since=len(self.frames.messages))
        return float(frame.robots[0]), float(frame.robots[1])

    def point(self, x: float, y: float, frame: str = "map") -> None:
        message = PoseStamped()
        message.header.frame_id = frame
        message.pose.position.x, message.pose.position.y = x, y
        self._goal.publish(message)

    def put(self, x: float, y: float) -> None:
        message = PoseWithCovarianceStamped()
        message.pose.pose.position.x, message.pose.pose.position.y = x, y
        self._place.publish(message)

    def goal_near(self, x: float, y: float, since: int = 0, within: float = 0.6) -> Any:
        return self.goals.wait(lambda one: math.dist(_xy(one), (x, y)) < within, since)


def _xy(message: PoseStamped) -> tuple[float, float]:
    return message.pose.position.x, message.pose.position.y


def said(process: NodeProcess, words: str) -> None:
    """Wait until a process has said something."""
    try:
        until(lambda: words in process.output, f"the node says {words!r}")
    except AssertionError as missing:
        raise AssertionError(f"{missing}; it said:\n{process.output[-3000:]}") from None


@pytest.fixture
def tools(client: RosClient) -> Tools:
    return Tools(client)


def test_a_goal_of_rviz_is_driven_to_and_further_ones_make_a_tour(tools: Tools) -> None:
    tools.begin(1)
    tools.point(6.0, 6.0)
    tools.goal_near(6.0, 6.0)
    tools.frames.wait(lambda one: math.dist(one.robots[:2], (6.0, 6.0)) < 1.0, since=len(tools.frames.messages))
    assert not tools.records.wait(lambda one: one.seed == 1 and not one.integrity).integrity
    since = len(tools.goals.messages)
    tools.point(10.0, 6.0)
    tools.goal_near(10.0, 6.0, since)
    # From the second on there is a tour, which leads back to the first.
    tools.goal_near(6.0, 6.0, len(tools.goals.messages))


def test_a_goal_in_the_frame_of_the_robot_lies_before_it(tools: Tools) -> None:
    tools.begin(2)
    tools.put(8.0, 7.0)
    tools.frames.wait(lambda one: math.dist(one.robots[:2], (8.0, 7.0)) < 0.2, since=len(tools.frames.messages))
    tools.point(2.0, 0.0, f"{ROBOT}/base_link")
    tools.goal_near(10.0, 7.0)


def test_what_is_moved_may_be_moved_in_the_frame_of_a_robot(client: RosClient, tools: Tools) -> None:
    tools.begin(9)
    tools.put(8.0, 7.0)
    tools.frames.wait(lambda one: math.dist(one.robots[:2], (8.0, 7.0)) < 0.2, since=len(tools.frames.messages))
    pose = PoseStamped()
    pose.header.frame_id, pose.pose.position.y = f"{ROBOT}/base_link", 3.0
    answer = client.call(MoveEntity, f"{NODE}/runtime/move", entity=ROBOT, pose=pose)
    assert (answer.success, answer.error_msg) == (True, "")
    tools.frames.wait(lambda one: math.dist(one.robots[:2], (8.0, 10.0)) < 0.2, since=len(tools.frames.messages))
    pose.header.frame_id = "nowhere"
    answer = client.call(MoveEntity, f"{NODE}/runtime/move", entity=ROBOT, pose=pose)
    assert (answer.success, "no transform leads from frame 'nowhere'" in answer.error_msg) == (False, True)


def test_a_frame_that_hangs_on_nothing_is_refused_and_names_the_nearest(tools: Tools, generator: NodeProcess) -> None:
    tools.begin(3)
    tools.point(2.0, 0.0, f"{ROBOT}/base_lnk")
    said(generator, f"no transform leads from frame '{ROBOT}/base_lnk' to 'map'")
    said(generator, f"did you mean '{ROBOT}/base_link'")


def test_a_goal_outside_of_the_building_is_refused_with_the_reason(tools: Tools, generator: NodeProcess) -> None:
    tools.begin(4)
    tools.point(300.0, 300.0)
    said(generator, "has no room within 1.00 m of (300.00, 300.00)")
    assert all(math.dist(_xy(goal), (0.0, 0.0)) < 100.0 for goal in tools.goals.messages), "nobody drives there"


def test_a_new_place_clears_the_tour(tools: Tools) -> None:
    tools.begin(5)
    tools.point(6.0, 6.0)
    tools.goal_near(6.0, 6.0)
    tools.put(12.0, 10.0)
    tools.frames.wait(lambda one: math.dist(one.robots[:2], (12.0, 10.0)) < 0.2, since=len(tools.frames.messages))
    now = tools.frames.messages[-1].tick
    still = tools.frames.wait(lambda one: one.tick > now + 90, since=len(tools.frames.messages))
    assert math.dist(still.robots[:2], (12.0, 10.0)) < 0.5
    since = len(tools.goals.messages)
    tools.point(6.0, 10.0)
    tools.goal_near(6.0, 10.0, since)


def submit(client: RosClient, robot: str, phases: Any, conditions: str = "") -> Any:
    text = phases if isinstance(phases, str) else json.dumps(phases)
    return client.call(SubmitPhases, f"{NODE}/runtime/submit_phases", robot=robot, phases=text, conditions=conditions)


def goto(x: float, y: float, **more: Any) -> dict[str, Any]:
    return {"kind": "goto_phase", "pose": {"x": x, "y": y, "yaw": 0.0}, **more}


def test_a_robot_gets_another_task_and_a_paused_one_too(client: RosClient, tools: Tools) -> None:
    tools.begin(6)
    answer = submit(client, ROBOT, [goto(5.0, 5.0), goto(9.0, 5.0, tolerance_radius=0.5)])
    assert (answer.success, answer.error_msg) == (True, "")
    tools.goal_near(5.0, 5.0, within=0.01)
    tools.goal_near(9.0, 5.0, within=0.01)
    assert not tools.records.wait(lambda one: one.seed == 6 and not one.integrity).integrity
    assert client.call(SetPaused, "/arena_runtime/set_paused", paused=True).success
    assert submit(client, ROBOT, [goto(5.0, 9.0)]).success
    assert client.call(SetPaused, "/arena_runtime/set_paused", paused=False).success
    tools.goal_near(5.0, 9.0, within=0.01)


@pytest.mark.parametrize(
    ("robot", "phases", "words"),
    [
        (ROBOT, "nonsense", "phases: no JSON"),
        (ROBOT, "{}", "phases: expected a JSON list"),
        (ROBOT, [], "at least one"),
        ("jackel_0", [goto(5.0, 5.0)], "did you mean 'jackal_0'"),
        (ROBOT, [{"kind": "goto_phase", "target": "nowhere"}], "neither a zone"),
        (ROBOT, [{"kind": "fly_phase"}], "fly_phase"),
        (ROBOT, [goto(400.0, 5.0)], "can not get to (400.00, 5.00)"),
    ],
)
def test_a_task_that_can_not_be_done_is_refused_and_changes_nothing(
    client: RosClient, tools: Tools, robot: str, phases: Any, words: str
) -> None:
    tools.begin(7)
    answer = submit(client, robot, phases)
    assert (answer.success, words in answer.error_msg) == (False, True), answer.error_msg
    assert all(one.integrity for one in tools.records.messages if one.seed == 7)


def test_an_exploring_robot_gets_further_goals_after_the_last_one_and_loses_no_integrity(
    client: RosClient, tools: Tools
) -> None:
    wanted = parameter_messages({"task.robots": "explore", "task.explore.goals": 1})
    results = client.call(SetParameters, f"{NODE}/set_parameters", parameters=wanted).results
    assert all(result.successful for result in results)
    since = len(tools.goals.messages)
    tools.begin(8)
    seen: list[tuple[float, float]] = []

    def is_third(goal: PoseStamped) -> bool:
        seen.extend([] if _xy(goal) in seen else [_xy(goal)])
        return len(seen) == 3

    tools.goals.wait(is_third, since)
    assert all(one.integrity for one in tools.records.messages if one.seed == 8)


def test_the_fleet_changes_between_episodes(client: RosClient, tools: Tools) -> None:
    for number, robots, names in (
        (11, ["jackal[2]", "turtlebot"], ["jackal_0", "jackal_1", "turtlebot_0"]),
        (12, [], ["jackal_0", "jackal_1", "turtlebot_0"]),
        (13, ["turtlebot"], ["turtlebot_0"]),
        (14, ["jackal"], ["jackal_0"]),
    ):
        answer = client.call(QueueEpisode, f"{NODE}/config/queue_episode", robots=robots, keep_modules=True)
        assert (answer.success, answer.error_msg) == (True, "")
        assert client.call(ResetEpisode, f"{NODE}/lifecycle/reset_episode", seed=number).success
        record = tools.records.wait(lambda one, seed=number: one.seed == seed)
        assert list(record.robots) == names


@pytest.mark.parametrize(("robots", "words"), [(["jackel"], "did you mean 'jackal'"), (["jackal[x]"], "model[n]")])
def test_a_fleet_that_can_not_be_is_refused_when_it_is_queued(client: RosClient, robots: list[str], words: str) -> None:
    answer = client.call(QueueEpisode, f"{NODE}/config/queue_episode", robots=robots, keep_modules=True)
    assert (answer.success, words in answer.error_msg) == (False, True), answer.error_msg
