"""The argument `human` decides in which form the language model of mode `prompt` writes people, node included."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from active_nodes import active_nodes
from chat_server import ChatServer, chat_server, says
from rcl_interfaces.srv import SetParameters
from ros_client import LATCHED, RosClient

from arena_interfaces.msg import EpisodeRecord
from arena_interfaces.srv import QueueEpisode, ResetEpisode
from task_generator.ros.parameter_messages import parameter_messages
from task_generator.tasks.obstacles.prompt.prompt_utils.context_bt import TREE_RULES

pytestmark = [pytest.mark.ros, pytest.mark.slow]

NODE = "/task_generator"
TREE = '<root BTCPP_format="4"><BehaviorTree ID="a"><RegularNav/></BehaviorTree></root>'


def people(**agent: str) -> str:
    """An answer with one person."""
    more = {"agent": agent} if agent else {}
    return json.dumps({"static": [], "dynamic": [{"name": "anna", "model": "nurse", "pose": [4.0, 4.0], **more}]})


@pytest.fixture(scope="module")
def chat() -> Iterator[ChatServer]:
    with chat_server(says(people()), says(people(behavior_tree=TREE))) as chat:
        yield chat


@pytest.fixture(scope="module")
def client(
    chat: ChatServer, ros_domain: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RosClient]:
    folder: Path = tmp_path_factory.mktemp("humans")
    environment = {**ros_domain, "OPENAI_BASE_URL": chat.url, "OPENAI_API_KEY": "none", "NO_PROXY": "127.0.0.1"}
    parameters = {"task.obstacles": "prompt", "task.prompt.prompt": "a nurse", "task.prompt.model": "small"}
    # Nobody drives, so that no episode ends by itself.
    parameters["robot.mobile"] = "none"
    with active_nodes(environment, folder, 1.0, parameters) as (client, _):
        yield client


def reset(client: RosClient, seed: int) -> ResetEpisode.Response:
    return client.call(ResetEpisode, f"{NODE}/lifecycle/reset_episode", seed=seed)


def test_the_backend_of_the_node_writes_the_people_of_the_next_reset(client: RosClient, chat: ChatServer) -> None:
    answer = reset(client, 1)
    assert (answer.success, answer.error_msg) == (True, "")
    assert TREE_RULES not in chat.requests[-1]["messages"][0]["content"]
    wanted = parameter_messages({"human": "hunav"})
    assert client.call(SetParameters, f"{NODE}/set_parameters", parameters=wanted).results[0].successful
    answer = reset(client, 2)
    assert (answer.success, answer.error_msg) == (True, "")
    assert TREE_RULES in chat.requests[-1]["messages"][0]["content"]


def test_a_form_that_the_backend_does_not_have_fails_the_reset_and_the_episode_goes_on(client: RosClient) -> None:
    records = client.listen(EpisodeRecord, f"{NODE}/state/episode", LATCHED)
    records.wait(lambda one: one.seed == 2)
    leaves = parameter_messages({"generation_mode": "behavior"})
    queued = client.call(QueueEpisode, f"{NODE}/config/queue_episode", obstacles_params=leaves, keep_modules=True)
    assert queued.success
    answer = reset(client, 3)
    assert (answer.success, "backend hunav has no 'behavior'" in answer.error_msg) == (False, True), answer.error_msg
    assert {one.outcome_state for one in records.messages if one.seed == 2} == {EpisodeRecord.RUNNING}
