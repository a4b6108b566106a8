"""Facts of a building as subscribers get them: members, quanta, writes while paused."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from attrs import evolve
from geometry_msgs.msg import Twist
from hall_episode import hall_episode
from node_process import NodeProcess, ros_arguments
from ros_client import LATCHED, RosClient, ros_client

from arena_interfaces.msg import SemanticEntityState, SemanticSnapshot
from arena_interfaces.srv import LoadEpisode, SetPaused, SetSemantic, StepSimulation
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.episode_json import episode_text
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.site import open_site

pytestmark = [pytest.mark.ros, pytest.mark.slow]

HOUSE = "three_storied_residential[1]"
DOOR = "front_door/1"


@pytest.fixture(scope="module")
def client(ros_domain: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RosClient]:
    log = tmp_path_factory.mktemp("runtime") / "runtime.log"
    process = NodeProcess("arena_runtime.ros.main", ros_arguments({"target_rtf": 0}), ros_domain, log)
    try:
        with ros_client(ros_domain) as client:
            yield client
    finally:
        process.close()


def at_the_door() -> Episode:
    """A robot that stands on the plate before the front door, and does what it is told."""
    site = open_site(HOUSE, os.environ)
    episode = hall_episode(1, adapter="external")
    (robot,) = episode.robots
    started = evolve(robot, start=Pose(7.0, 0.9), phases=())
    return evolve(episode, world=site.reference, robots=(started,), objects=())


def of(snapshot: SemanticSnapshot, kind: str) -> SemanticEntityState:
    return next(one for one in snapshot.entities if (one.entity, one.kind) == (DOOR, kind))


def predicate(state: SemanticEntityState, name: str) -> bool:
    return bool(state.predicate_values[list(state.predicate_names).index(name)])


def progress(snapshot: SemanticSnapshot) -> float:
    door = of(snapshot, "door")
    return float(door.continuous_values[list(door.continuous_names).index("progress")])


def step(client: RosClient, ticks: int) -> None:
    assert client.call(StepSimulation, "/arena_runtime/step", ticks=ticks).success


def write(client: RosClient, field: str, value: str) -> SetSemantic.Response:
    return client.call(SetSemantic, "/arena_runtime/semantics/set", entity="front_door", field=field, value=value)


def test_facts_name_who_they_are_about_and_change_by_their_quanta(client: RosClient) -> None:
    facts = client.listen(SemanticSnapshot, "/arena_runtime/state/semantics", LATCHED)
    commands = client.node.create_publisher(Twist, "/jackal_0/cmd_vel", 10)
    assert client.call(SetPaused, "/arena_runtime/set_paused", paused=True).success
    text = episode_text(at_the_door())
    answer = client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json=text)
    assert answer.success, answer.error_msg
    first = facts.wait(lambda snapshot: snapshot.world == HOUSE)
    assert progress(first) == 0.0

    # One at a time, since only the newest fact is kept for whoever is slow.
    for _ in range(60):
        step(client, 1)
    opened = facts.wait(lambda snapshot: progress(snapshot) == 1.0)
    assert list(of(opened, "pressure_plate").members) == ["jackal_0"]
    assert not predicate(of(opened, "gate"), "blocked"), "an open gate keeps nobody out"
    seen = {progress(snapshot) for snapshot in facts.messages}
    # A new tenth each, and a few that come along with another fact; the slab is on its way for 24 ticks.
    assert 11 <= len(seen) <= 15

    assert write(client, "no_field", "1").error_msg.startswith("field not writable")
    assert write(client, "state", "open").error_msg.startswith("field not writable")
    assert write(client, "locked", "perhaps").error_msg.startswith("malformed value")
    assert write(client, "locked", "true").success
    count = len(facts.messages)
    step(client, 3)
    locked = facts.wait(lambda snapshot: predicate(of(snapshot, "gate"), "blocked"), since=count)
    assert list(of(locked, "gate").members) == ["jackal_0"]
    assert predicate(of(locked, "gate"), "locked")

    away = Twist()
    away.linear.x = 1.0
    timer = client.node.create_timer(0.05, lambda: commands.publish(away))
    assert client.call(SetPaused, "/arena_runtime/set_paused", paused=False).success
    try:
        facts.wait(lambda snapshot: not of(snapshot, "pressure_plate").members, since=count)
    finally:
        client.node.destroy_timer(timer)
        assert client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json="").success
