"""The live scene over a real websocket, read as Foxglove reads it."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Semaphore

import pytest
from lit_room import room_simulation, room_site
from websockets.sync.client import ClientConnection, connect

from arena_runtime.simulation import Simulation, SimulationOptions
from arena_runtime.watching.foxglove_server import PERIOD_S, TOPICS, FoxgloveServer
from arena_simulation_setup.site import Site

PROTOCOL = "foxglove.sdk.v1"
MESSAGE_DATA = 1
PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return room_site(tmp_path_factory.mktemp("worlds"))


@pytest.fixture
def server() -> Iterator[FoxgloveServer]:
    found = FoxgloveServer(0)
    yield found
    found.stop()


class Client:
    """Speaks the part of Foxglove's protocol that a viewer needs."""

    def __init__(self, port: int) -> None:
        self._open = ExitStack()
        address = f"ws://127.0.0.1:{port}"
        self._socket: ClientConnection = self._open.enter_context(
            connect(address, subprotocols=[PROTOCOL], open_timeout=PATIENCE_S)
        )
        self.channels: dict[str, dict[str, str]] = {}
        self._topics: dict[int, str] = {}

    def learn(self, count: int) -> None:
        """Read until a number of channels is known."""
        while len(self.channels) < count:
            message = self._socket.recv(timeout=PATIENCE_S)
            if isinstance(message, str):
                self._take(json.loads(message))

    def subscribe(self, *topics: str) -> None:
        wanted = [{"id": number, "channelId": self.channels[topic]["id"]} for number, topic in enumerate(topics, 1)]
        self._topics = dict(enumerate(topics, 1))
        self._socket.send(json.dumps({"op": "subscribe", "subscriptions": wanted}))

    def next(self) -> tuple[str, int, bytes]:
        """Topic, time in nanoseconds and content of the next message."""
        while True:
            message = self._socket.recv(timeout=PATIENCE_S)
            if isinstance(message, bytes) and message[0] == MESSAGE_DATA:
                _, number, stamp_ns = struct.unpack_from("<BIQ", message)
                return self._topics[number], stamp_ns, message[13:]
            if isinstance(message, str):
                self._take(json.loads(message))

    def close(self) -> None:
        self._open.close()

    def _take(self, message: dict[str, object]) -> None:
        if message["op"] == "advertise":
            for channel in message["channels"]:  # type: ignore[attr-defined]
                self.channels[channel["topic"]] = channel


def joined(server: FoxgloveServer, *topics: str) -> Client:
    """A client that the server has subscribed to each of some topics."""
    listener, subscribed = server._joined, Semaphore(0)
    told = listener.on_subscribe

    def count(client: object, channel: object) -> None:
        told(client, channel)
        subscribed.release()

    listener.on_subscribe = count  # type: ignore[method-assign]
    client = Client(server.port)
    client.learn(len(TOPICS))
    client.subscribe(*topics)
    assert all(subscribed.acquire(timeout=PATIENCE_S) for _ in topics)
    assert server.wait(0.0)
    return client


def scanning(site: Site) -> Simulation:
    plain = room_simulation(site)
    return Simulation(site, plain.start.episode, SimulationOptions(scans=True))


def test_a_client_that_subscribes_gets_the_building_the_map_and_what_moves(site: Site, server: FoxgloveServer) -> None:
    simulation = room_simulation(site)
    server.begin(site, simulation)
    client = joined(server, "/building", "/moving", "/tf", "/map")
    server.show(simulation.first, 0.0)
    got = {}
    while set(got) != {"/building", "/moving", "/tf", "/map"}:
        topic, stamp_ns, content = client.next()
        got[topic] = content
        assert stamp_ns >= 1_000_000_000
    assert b"walls/0" in got["/building"]
    assert b"floors/0" in got["/building"]
    assert b"walker_0" in got["/moving"]
    assert b"jackal_0/base_link" in got["/tf"]
    assert len(got["/map"]) > site.plan.cells.size
    client.close()


def test_channels_carry_foxglove_schemas(server: FoxgloveServer) -> None:
    client = Client(server.port)
    client.learn(len(TOPICS))
    assert set(client.channels) == set(TOPICS)
    schemas = {topic: channel["schemaName"] for topic, channel in client.channels.items()}
    assert schemas["/building"] == schemas["/moving"] == "foxglove.SceneUpdate"
    assert schemas["/tf"] == "foxglove.FrameTransforms"
    assert schemas["/map"] == "foxglove.Grid"
    client.close()


def test_who_comes_late_gets_what_stands_still(site: Site, server: FoxgloveServer) -> None:
    simulation = room_simulation(site)
    server.begin(site, simulation)
    server.show(simulation.first, 0.0)
    client = joined(server, "/building")
    server.refresh(0.1)
    topic, _, content = client.next()
    assert topic == "/building"
    assert b"furniture" in content
    client.close()


def test_what_moves_is_shown_at_most_twenty_times_per_wall_second(site: Site, server: FoxgloveServer) -> None:
    simulation = room_simulation(site)
    server.begin(site, simulation)
    client = joined(server, "/moving", "/verdicts")
    ticks = [simulation.step() for _ in range(30)]
    for number, tick in enumerate(ticks):
        server.show(tick, number * PERIOD_S / 10.0)
    while simulation.outcome is None:
        tick = simulation.step()
    server.show(tick, 0.0)
    topics = []
    while "/verdicts" not in topics:
        topics.append(client.next()[0])
    assert topics.count("/moving") == 3
    client.close()


def test_scans_come_on_a_topic_of_their_own(site: Site, server: FoxgloveServer) -> None:
    simulation = scanning(site)
    server.begin(site, simulation)
    server.show(simulation.first, 0.0)
    client = Client(server.port)
    client.learn(len(TOPICS) + 1)
    (topic,) = set(client.channels) - set(TOPICS)
    assert topic == "/jackal_0/scan"
    assert client.channels[topic]["schemaName"] == "foxglove.LaserScan"
    client.close()


def test_time_goes_on_from_one_episode_to_the_next(site: Site, server: FoxgloveServer) -> None:
    client = joined(server, "/tf")
    stamps = []
    for wall_s in (0.0, 100.0):
        simulation = room_simulation(site)
        server.begin(site, simulation)
        for number in range(10):
            server.show(simulation.step(), wall_s + number)
            stamps.append(client.next()[1])
    assert stamps == sorted(set(stamps))
    client.close()


def test_nobody_else_on_the_network_can_connect(server: FoxgloveServer) -> None:
    name = socket.gethostbyname(socket.gethostname())
    if name.startswith("127."):
        name = "127.0.0.2"
    with pytest.raises(OSError, match=r".*"), socket.create_connection((name, server.port), timeout=1.0):
        pass


def test_a_port_that_is_taken_is_said(server: FoxgloveServer) -> None:
    with pytest.raises(ValueError, match=f"can not listen on 127.0.0.1:{server.port}"):
        FoxgloveServer(server.port)


def test_the_layout_shows_topics_that_exist(repository: Path) -> None:
    layout = json.loads((repository / "config" / "foxglove_layout.json").read_text(encoding="utf-8"))
    shown = set(_topics(layout["configById"]))
    ours = {*TOPICS, "/jackal_0/scan"}
    assert {"/building", "/moving", "/map", "/verdicts", "/jackal_0/scan"} <= shown
    documented = (repository / "docs" / "ros.md").read_text(encoding="utf-8")
    for topic in sorted(shown - ours):
        name = topic.replace("/arena_runtime/", "~/").replace("/jackal_0/", "<robot>/").removeprefix("/")
        assert f"| `{name}` |" in documented, topic


def _topics(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, entry in value.items():
            if key == "topics" and isinstance(entry, dict):
                yield from entry
            elif key == "topicToRender":
                yield entry
            else:
                yield from _topics(entry)
