"""Every way in which an episode ends by itself reaches the record, with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from active_nodes import active_nodes
from geometry_msgs.msg import Twist
from rcl_interfaces.srv import SetParameters
from ros_client import LATCHED, RosClient

from arena_interfaces.msg import EpisodeRecord
from arena_interfaces.srv import ResetEpisode
from task_generator.ros.parameter_messages import parameter_messages

pytestmark = [pytest.mark.ros, pytest.mark.slow]

NODE = "/task_generator"
STILL = {
    "robot": "jackal",
    "robot.mobile": "external",
    "task.episode.timeout": -1.0,
    "task.episode.fail_on_collision": False,
    "task.episode.goto_pose.timeout.no_progress": -1.0,
}


@pytest.fixture(scope="module")
def client(ros_domain: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RosClient]:
    with active_nodes(ros_domain, tmp_path_factory.mktemp("outcomes"), 0.0, {}) as (client, _):
        yield client


@pytest.mark.parametrize(
    ("seed", "settings", "state", "reason"),
    [
        (1, {"robot.mobile": "navigator"}, EpisodeRecord.SUCCESS, "finished after"),
        (2, {"task.episode.timeout": 3.0}, EpisodeRecord.FAILED, "timeout"),
        (3, {"task.episode.goto_pose.timeout.no_progress": 2.0}, EpisodeRecord.FAILED, "no progress"),
        (4, {"task.episode.fail_on_collision": True}, EpisodeRecord.FAILED, "collision"),
        (
            5,
            {
                "robot": "jackal[2]",
                "robot.mobile": "navigator",
                "task.robots": "stationary",
                "task.episode.timeout": 2.0,
            },
            EpisodeRecord.SUCCESS,
            "finished after 2.0s",
        ),
    ],
)
def test_an_episode_ends_as_its_limits_say(
    client: RosClient, seed: int, settings: dict[str, Any], state: int, reason: str
) -> None:
    records = client.listen(EpisodeRecord, f"{NODE}/state/episode", LATCHED)
    wanted = parameter_messages({**STILL, "task.robots": "random", **settings})
    results = client.call(SetParameters, f"{NODE}/set_parameters", parameters=wanted).results
    assert [result.reason for result in results if not result.successful] == []
    assert client.call(ResetEpisode, f"{NODE}/lifecycle/reset_episode", seed=seed).success
    commands = client.node.create_publisher(Twist, "/jackal_0/cmd_vel", 10)
    forward = Twist()
    forward.linear.x = 1.0
    timer = client.node.create_timer(0.1, lambda: commands.publish(forward) if reason == "collision" else None)
    try:
        ended = records.wait(lambda one: one.seed == seed and one.outcome_state >= EpisodeRecord.SUCCESS)
    finally:
        client.node.destroy_timer(timer)
    assert (ended.outcome_state, reason in ended.outcome_info) == (state, True), ended.outcome_info
    assert ended.integrity


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("robot.mobile", "navigatr", "did you mean 'navigator'"),
        ("robot", "jackal[x]", "model[n]"),
        ("human", "hunv", "did you mean 'hunav'"),
        ("task.robots", "guide", "guided"),
    ],
)
def test_a_value_that_no_episode_can_be_made_with_is_refused_when_it_is_set(
    client: RosClient, name: str, value: str, words: str
) -> None:
    answer = client.call(SetParameters, f"{NODE}/set_parameters", parameters=parameter_messages({name: value}))
    assert (answer.results[0].successful, words in answer.results[0].reason) == (False, True), answer.results[0].reason
