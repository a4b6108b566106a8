"""Fleets whose robots have drivers of their own, and curricula by topic, between real processes."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any

import pytest
from active_nodes import active_nodes
from geometry_msgs.msg import Twist
from rcl_interfaces.srv import SetParameters
from ros_client import DEADLINE_S, LATCHED, RosClient
from std_msgs.msg import Empty

from arena_interfaces.msg import EpisodeRecord, Frame
from arena_interfaces.srv import QueueEpisode, ResetEpisode
from task_generator.ros.parameter_messages import parameter_messages, plain_values

pytestmark = [pytest.mark.ros, pytest.mark.slow]

NODE = "/task_generator"
WIDTH = 6


@pytest.fixture(scope="module")
def client(ros_domain: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RosClient]:
    parameters = {
        "robot": '"jackal[2]"',
        "robot.mobile": "navigator,external",
        "task.staged.file": "crowding",
    }
    with active_nodes(ros_domain, tmp_path_factory.mktemp("fleet"), 8.0, parameters) as (client, _):
        yield client


def begin(client: RosClient, seed: int) -> EpisodeRecord:
    records = client.listen(EpisodeRecord, f"{NODE}/state/episode", LATCHED)
    answer = client.call(ResetEpisode, f"{NODE}/lifecycle/reset_episode", seed=seed)
    assert (answer.success, answer.error_msg) == (True, "")
    return records.wait(lambda one: one.seed == seed and one.outcome_state == EpisodeRecord.RUNNING)


def places(frame: Frame) -> list[tuple[float, float]]:
    rows = [frame.robots[at : at + 2] for at in range(0, len(frame.robots), WIDTH)]
    return [(float(x), float(y)) for x, y in rows]


def set_to(client: RosClient, **values: Any) -> None:
    wanted = parameter_messages({name.replace("__", "."): value for name, value in values.items()})
    results = client.call(SetParameters, f"{NODE}/set_parameters", parameters=wanted).results
    assert [result.reason for result in results] == [""] * len(results)


def test_each_robot_has_the_driver_that_was_said(client: RosClient) -> None:
    frames = client.listen(Frame, "/arena_runtime/frame")
    client.introduce("/arena_runtime")
    assert list(begin(client, 1).robots) == ["jackal_0", "jackal_1"]
    start = places(frames.wait())
    later = places(frames.wait(lambda one: math.dist(places(one)[0], start[0]) > 0.5))
    assert math.dist(later[1], start[1]) < 0.05, "nobody drives it yet"
    commands = client.node.create_publisher(Twist, "/jackal_1/cmd_vel", 10)
    turn = Twist()
    turn.angular.z = 1.0
    timer = client.node.create_timer(0.05, lambda: commands.publish(turn))
    frames.wait(lambda one: abs(one.robots[WIDTH + 5] - 1.0) < 0.1, since=len(frames.messages))
    client.node.destroy_timer(timer)


def test_another_driver_holds_from_the_next_reset_on_and_a_robot_that_is_not_there_is_named(client: RosClient) -> None:
    set_to(client, robot__mobile="external,jackal_0=none")
    begin(client, 2)
    set_to(client, robot__mobile="external,jackal_7=none")
    answer = client.call(ResetEpisode, f"{NODE}/lifecycle/reset_episode", seed=3)
    assert (answer.success, "no robot 'jackal_7'" in answer.error_msg) == (False, True), answer.error_msg
    set_to(client, robot__mobile="none")


def test_what_is_queued_shows_the_fleet_to_come(client: RosClient) -> None:
    queue = client.listen(EpisodeRecord, f"{NODE}/state/queue", LATCHED)
    fleet = ["turtlebot", "jackal[2]"]
    assert client.call(QueueEpisode, f"{NODE}/config/queue_episode", robots=fleet, keep_modules=True).success
    shown = queue.wait(lambda one: "turtlebot_0" in one.robots)
    assert list(shown.robots) == ["turtlebot_0", "jackal_0", "jackal_1"]
    assert list(begin(client, 4).robots) == ["turtlebot_0", "jackal_0", "jackal_1"]
    assert client.call(QueueEpisode, f"{NODE}/config/queue_episode", robots=["jackal"], keep_modules=True).success


def test_the_buttons_of_a_curriculum_lead_to_its_next_and_its_previous_stage(client: RosClient) -> None:
    buttons = {name: client.publisher(Empty, f"{NODE}/{name}") for name in ("next_stage", "previous_stage")}
    assert client.call(QueueEpisode, f"{NODE}/config/queue_episode", tm_modules=["staged"]).success
    first = begin(client, 5)
    assert list(first.tm_modules) == ["staged"]

    def press(name: str, seed: int) -> Any:
        buttons[name].publish(Empty())
        # The button and the reset come on ways of their own.
        deadline = time.monotonic() + DEADLINE_S
        while time.monotonic() < deadline:
            seed += 1
            now = plain_values(begin(client, seed).obstacles_params)
            if now["static.n"] != before:
                return now["static.n"]
        raise AssertionError(f"{name} changed nothing")

    before = plain_values(first.obstacles_params)["static.n"]
    second = press("next_stage", 1000)
    assert second[1] > before[1]
    alone, before = before, second
    assert press("previous_stage", 1_000_000) == alone
