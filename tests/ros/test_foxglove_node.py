"""The runtime node serves the live scene for Foxglove."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from hall_episode import hall_episode
from node_process import NodeProcess, ros_arguments
from ros_client import DEADLINE_S, ros_client, until
from websockets.sync.client import connect

from arena_interfaces.srv import LoadEpisode
from arena_simulation_setup.episode_json import episode_text

pytestmark = pytest.mark.ros
MESSAGE_DATA = 1


def test_the_node_serves_the_episode_that_it_runs(ros_domain: dict[str, str], tmp_path: Path) -> None:
    log = tmp_path / "runtime.log"
    options = {"foxglove": "true", "foxglove.port": 0}
    process = NodeProcess("arena_runtime.ros.main", ros_arguments(options), ros_domain, log)
    try:
        with ros_client(ros_domain) as client:
            text = episode_text(hall_episode(1, adapter="external", timeout_s=1000.0))
            answer = client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json=text)
            assert (answer.success, answer.error_msg) == (True, "")
            address = re.compile(r"ws://localhost:(\d+)")
            until(lambda: address.search(process.output) is not None, "the node tells its address")
            found = address.search(process.output)
            assert found is not None
            content = first_message(int(found[1]), "/tf")
    finally:
        process.close()
    assert b"jackal_0/base_link" in content


def first_message(port: int, topic: str) -> bytes:
    """Content of the first message on a topic, as a client of Foxglove's protocol gets it."""
    with connect(f"ws://127.0.0.1:{port}", subprotocols=["foxglove.sdk.v1"]) as client:
        deadline = time.monotonic() + DEADLINE_S
        while time.monotonic() < deadline:
            message = client.recv(timeout=DEADLINE_S)
            if isinstance(message, bytes):
                if message[0] == MESSAGE_DATA:
                    return message
                continue
            said = json.loads(message)
            numbers = [one["id"] for one in said.get("channels", ()) if one.get("topic") == topic]
            if numbers:
                client.send(json.dumps({"op": "subscribe", "subscriptions": [{"id": 1, "channelId": numbers[0]}]}))
    raise AssertionError(f"no message on {topic} within {DEADLINE_S} s")
