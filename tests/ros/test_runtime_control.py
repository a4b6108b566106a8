"""Time and adapters of the runtime as a process of its own, over real DDS."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve
from geometry_msgs.msg import PoseStamped, Twist
from hall_episode import hall_episode
from nav_msgs.msg import Odometry
from node_process import NodeProcess, ros_arguments
from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import SetParameters
from ros_client import DEADLINE_S, LATCHED, Inbox, RosClient, ros_client
from rosgraph_msgs.msg import Clock

from arena_interfaces.msg import EpisodeStatus, SemanticSnapshot
from arena_interfaces.srv import LoadEpisode, SetPaused, StepSimulation
from arena_simulation_setup.episode import Episode, Limits
from arena_simulation_setup.episode_json import episode_text
from arena_simulation_setup.scenario.timeline import SetAction, TimelineEntry
from arena_simulation_setup.site import open_site
from arena_simulation_setup.timebase import seconds_to_ns

pytestmark = pytest.mark.ros

STATUS = "/arena_runtime/state/episode_status"
PHARMACY = "pharmacy/0"
TICKS_PER_S = 30


@pytest.fixture(scope="module")
def client(ros_domain: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RosClient]:
    log = tmp_path_factory.mktemp("runtime") / "runtime.log"
    process = NodeProcess("arena_runtime.ros.main", ros_arguments({"target_rtf": 0, "env.id": 4}), ros_domain, log)
    try:
        with ros_client(ros_domain) as client:
            yield client
    finally:
        process.close()


def load(client: RosClient, episode: Episode) -> None:
    answer = client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json=episode_text(episode))
    assert (answer.success, answer.error_msg) == (True, "")


def cancel(client: RosClient) -> None:
    assert client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json="").success


def pause(client: RosClient, paused: bool) -> None:
    assert client.call(SetPaused, "/arena_runtime/set_paused", paused=paused).success


def step(client: RosClient, ticks: int) -> int:
    answer = client.call(StepSimulation, "/arena_runtime/step", ticks=ticks)
    assert answer.success, answer.error_msg
    return int(answer.tick)


def pace(client: RosClient, factor: float) -> None:
    value = ParameterValue(type=ParameterType.PARAMETER_DOUBLE, double_value=factor)
    parameter = Parameter(name="target_rtf", value=value)
    answer = client.call(SetParameters, "/arena_runtime/set_parameters", parameters=[parameter])
    assert answer.results[0].successful


def times_ns(clock: Inbox) -> list[int]:
    return [message.clock.sec * 1_000_000_000 + message.clock.nanosec for message in clock.messages]


def standing(episode_id: int, seconds: float, adapter: str = "none") -> Episode:
    """A robot that goes nowhere, so that only the limit ends the episode."""
    return hall_episode(episode_id, distance=12.0, adapter=adapter, timeout_s=seconds)


def in_hospital(episode_id: int) -> Episode:
    site = open_site("hospital_1", os.environ)
    entry = TimelineEntry((SetAction(PHARMACY, "restricted", "false"),), at=0.5)
    return Episode(
        episode_id, site.reference, "", 1, timeline=(entry,), limits=Limits(timeout_ns=seconds_to_ns(1000.0))
    )


def ended(status: Inbox, episode_id: int) -> EpisodeStatus:
    return status.wait(lambda one: one.episode_id == episode_id and one.state != EpisodeStatus.RUNNING)


def test_time_outs_are_simulated_time_whatever_the_pace(client: RosClient) -> None:
    status = client.listen(EpisodeStatus, STATUS, LATCHED)
    load(client, standing(1, 4.0))
    assert (ended(status, 1).reason, ended(status, 1).tick) == ("timeout", 120)
    pace(client, 4.0)
    began = time.monotonic()
    load(client, standing(2, 4.0))
    assert (ended(status, 2).reason, ended(status, 2).tick) == ("timeout", 120)
    # 119 of the 120 ticks wait for their time, and up to 0.1 s of wall time may be caught up.
    assert time.monotonic() - began > 119 / 30 / 4 - 0.1, "never faster than it was asked to be"
    pace(client, 0.0)


def test_the_clock_stands_while_paused_and_steps_move_it_by_whole_ticks(client: RosClient) -> None:
    pause(client, True)
    load(client, standing(3, 1000.0))
    # Whoever comes now hears of this episode only.
    clock = client.listen(Clock, "/clock")
    clock.wait()
    start_ns = times_ns(clock)[-1]
    seen = len(clock.messages)
    clock.wait(since=seen + 2)
    assert set(times_ns(clock)[seen:]) == {start_ns}, "the time is repeated for those who come, and stands"
    assert [step(client, 1), step(client, 29)] == [1, 30]
    clock.wait(lambda message: message.clock.sec * 1_000_000_000 + message.clock.nanosec >= start_ns + 1_000_000_000)
    assert times_ns(clock)[-1] == start_ns + 1_000_000_000
    pause(client, False)
    clock.wait(since=len(clock.messages) + 20)
    assert times_ns(clock) == sorted(times_ns(clock))
    cancel(client)


def test_the_clock_never_runs_backwards_over_resets_refusals_and_changes_of_the_world(client: RosClient) -> None:
    clock = client.listen(Clock, "/clock")
    status = client.listen(EpisodeStatus, STATUS, LATCHED)
    load(client, standing(10, 1000.0))
    load(client, in_hospital(11))
    refused = client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json="{}")
    assert not refused.success
    load(client, standing(12, 1000.0))
    load(client, standing(13, 0.5))
    assert ended(status, 13).tick == 15
    assert [ended(status, number).reason for number in (10, 11, 12)] == ["reset"] * 3
    load(client, standing(14, 1000.0))
    clock.wait(since=len(clock.messages) + 20)
    times = times_ns(clock)
    assert times == sorted(times)
    assert times[0] >= 1_000_000_000
    cancel(client)


def test_a_write_of_the_timeline_is_seen_in_the_latched_snapshot(client: RosClient) -> None:
    facts = client.listen(SemanticSnapshot, "/arena_runtime/state/semantics", LATCHED)
    pause(client, True)
    load(client, in_hospital(20))
    before = facts.wait(lambda message: message.world == "hospital_1" and restricted(message))
    assert before.env_id == 4
    assert step(client, 14) == 14
    assert all(restricted(message) for message in facts.messages if message.world == "hospital_1")
    assert step(client, 2) == 16
    after = facts.wait(lambda message: message.world == "hospital_1" and not restricted(message))
    late = client.listen(SemanticSnapshot, "/arena_runtime/state/semantics", LATCHED)
    assert late.wait() == after
    count = len(facts.messages)
    assert step(client, 10) == 26
    assert len(facts.messages) == count, "nothing changes, so nothing is said"
    pause(client, False)
    cancel(client)


def restricted(snapshot: SemanticSnapshot) -> bool:
    zone = next(one for one in snapshot.entities if (one.entity, one.kind) == (PHARMACY, "zone"))
    return bool(zone.predicate_values[list(zone.predicate_names).index("restricted")])


@pytest.mark.parametrize(
    ("adapter", "alone", "commanded"), [("navigator", True, False), ("external", False, True), ("none", False, False)]
)
def test_each_adapter_drives_as_it_is_called_and_all_say_the_goal(
    client: RosClient, adapter: str, alone: bool, commanded: bool
) -> None:
    number = 30 + ["navigator", "external", "none"].index(adapter)
    goals = client.listen(PoseStamped, "/jackal_0/goal_pose", LATCHED)
    targets = client.listen(PoseStamped, "/jackal_0/task_pose")
    pause(client, True)
    load(client, standing(number, 1000.0, adapter))
    assert goals.wait().pose.position.x == pytest.approx(17.0)
    # Whoever comes now hears of this episode only, from its tick 0 on.
    odom = client.listen(Odometry, "/jackal_0/odom")
    start_ns = stamp_ns(odom.wait())

    def at_tick(tick: int) -> Odometry:
        half_a_tick_ns = 500_000_000 // TICKS_PER_S
        wanted_ns = start_ns + tick * 1_000_000_000 // TICKS_PER_S - half_a_tick_ns
        return odom.wait(lambda message: stamp_ns(message) >= wanted_ns)

    assert step(client, 60) == 60
    driven = at_tick(60)
    assert (abs(driven.twist.twist.linear.x) > 0.1) is alone
    assert targets.wait().pose.position.x == pytest.approx(17.0)
    if not alone:
        backwards = Twist()
        backwards.linear.x = -0.4
        commands = client.publisher(Twist, "/jackal_0/cmd_vel")
        timer = client.node.create_timer(0.02, lambda: commands.publish(backwards))
        slowest, tries, deadline = 0.0, 0, time.monotonic() + DEADLINE_S
        # A command arrives when it arrives: a robot that listens has many tries, one that does not has three.
        while slowest >= -0.3 and (time.monotonic() < deadline if commanded else tries < 3):
            time.sleep(0.1)
            slowest, tries = at_tick(step(client, 15)).twist.twist.linear.x, tries + 1
        client.node.destroy_timer(timer)
        assert (slowest < -0.3) is commanded
    pause(client, False)
    cancel(client)


def stamp_ns(message: Odometry) -> int:
    return int(message.header.stamp.sec) * 1_000_000_000 + int(message.header.stamp.nanosec)


def test_a_paused_robot_shows_where_it_is_to_those_who_come(client: RosClient) -> None:
    pause(client, True)
    load(client, evolve(standing(40, 1000.0), seed=3))
    assert client.listen(Odometry, "/jackal_0/odom").wait().pose.pose.position.x == pytest.approx(5.0, abs=0.05)
    pause(client, False)
    cancel(client)


@pytest.mark.slow
def test_the_clock_goes_on_when_the_task_generator_is_killed(
    client: RosClient, ros_domain: dict[str, str], tmp_path: Path
) -> None:
    clock = client.listen(Clock, "/clock")
    status = client.listen(EpisodeStatus, STATUS, LATCHED)
    parameters = {"world": "map_empty", "run_seed": "7", "autostart": "true", "robot.mobile": "none"}
    log = tmp_path / "generator.log"
    generator = NodeProcess("task_generator.ros.main", ros_arguments(parameters), ros_domain, log)
    try:
        seen = len(status.messages)
        status.wait(lambda one: one.episode_id == 1 and one.state == EpisodeStatus.RUNNING, since=seen)
    finally:
        generator.kill()
    clock.wait(since=len(clock.messages) + 50)
    assert times_ns(clock) == sorted(times_ns(clock))
    assert status.messages[-1].state == EpisodeStatus.RUNNING
    load(client, standing(50, 0.5))
    assert ended(status, 50).tick == 15
    assert times_ns(clock) == sorted(times_ns(clock))
