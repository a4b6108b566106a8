"""The runtime with the options that change its topics, and a building with fields that can be written."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from geometry_msgs.msg import TwistStamped
from hall_episode import hall_episode
from nav_msgs.msg import Odometry
from node_process import NodeProcess, ros_arguments
from ros_client import LATCHED, RosClient, ros_client

from arena_interfaces.msg import SemanticSnapshot, Verdicts
from arena_interfaces.srv import LoadEpisode, SetPaused, SetSemantic, StepSimulation
from arena_simulation_setup.episode_json import episode_text
from arena_simulation_setup.site import open_site
from task_generator.generator import EpisodeRequest, generate
from tf2_msgs.msg import TFMessage

pytestmark = pytest.mark.ros


@pytest.fixture(scope="module")
def client(ros_domain: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RosClient]:
    options = {"target_rtf": 0, "robot.localization": "external", "robot.cmd_vel_stamped": "true"}
    log = tmp_path_factory.mktemp("runtime") / "runtime.log"
    process = NodeProcess("arena_runtime.ros.main", ros_arguments(options), ros_domain, log)
    try:
        with ros_client(ros_domain) as client:
            yield client
    finally:
        process.close()


PHARMACY = "pharmacy/0"


def field_of(snapshot: SemanticSnapshot, entity: str, name: str) -> bool:
    """A predicate of a zone."""
    zone = next(one for one in snapshot.entities if (one.entity, one.kind) == (entity, "zone"))
    return bool(zone.predicate_values[list(zone.predicate_names).index(name)])


def load(client: RosClient, text: str) -> None:
    answer = client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json=text)
    assert (answer.success, answer.error_msg) == (True, "")


def test_localization_and_stamped_commands_can_come_from_outside(client: RosClient) -> None:
    transforms, odom = client.listen(TFMessage, "/tf"), client.listen(Odometry, "/jackal_0/odom")
    commands = client.node.create_publisher(TwistStamped, "/jackal_0/cmd_vel", 10)
    load(client, episode_text(hall_episode(1, adapter="external", timeout_s=100_000.0)))
    command = TwistStamped()
    command.twist.angular.z = 0.5
    timer = client.node.create_timer(0.05, lambda: commands.publish(command))
    try:
        odom.wait(lambda message: abs(message.twist.twist.angular.z - 0.5) < 0.05)
    finally:
        client.node.destroy_timer(timer)
        load(client, "")
    children = {one.child_frame_id for message in transforms.messages for one in message.transforms}
    assert children == {"jackal_0/base_link"}


def test_a_field_is_written_while_time_stands_still_and_seen_at_the_next_tick(client: RosClient) -> None:
    facts = client.listen(SemanticSnapshot, "/arena_runtime/state/semantics", LATCHED)
    verdicts = client.listen(Verdicts, "/arena_runtime/verdicts", LATCHED)
    site = open_site("hospital_1", os.environ)
    request = EpisodeRequest(1, 1, obstacles_mode="scenario", robots_mode="scenario", scenario="demo")
    assert client.call(SetPaused, "/arena_runtime/set_paused", paused=True).success
    load(client, episode_text(generate(site, request).episode))
    before = facts.wait(lambda message: message.world == "hospital_1")
    restricted = field_of(before, PHARMACY, "restricted")

    def write(**request: str) -> SetSemantic.Response:
        return client.call(SetSemantic, "/arena_runtime/semantics/set", **request)

    assert write(entity="pharmacy", field="restricted", value=str(not restricted)).success
    assert write(entity=PHARMACY, field="restricted", value="perhaps").error_msg.startswith("malformed value")
    assert write(entity=PHARMACY, field="no_field", value="1").error_msg.startswith("field not writable")
    assert client.call(StepSimulation, "/arena_runtime/step", ticks=1).success
    seen = facts.messages.index(before)
    facts.wait(lambda message: field_of(message, PHARMACY, "restricted") is not restricted, since=seen)
    assert len(verdicts.wait(lambda message: len(message.verdicts) > 0).verdicts) >= 4
    assert client.call(SetPaused, "/arena_runtime/set_paused", paused=False).success
    decided = verdicts.wait(lambda message: message.phases and all(phase.outcome for phase in message.phases))
    assert all(one.reason for one in decided.verdicts if one.state)
