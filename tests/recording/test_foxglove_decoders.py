"""Foxglove shows a recording: its own decoders give the values that we wrote."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_episode import frame_at, start_of

from arena_simulation_setup.episode_json import episode_text
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import Order, SetField
from arena_simulation_setup.recording.codec import VerdictSnapshot
from arena_simulation_setup.recording.folders import claim_episode_path
from arena_simulation_setup.recording.occupancy import OccupancyGrid
from arena_simulation_setup.recording.writer import RecordingWriter
from arena_simulation_setup.verdict import EpisodeOutcome, PhaseOutcome, Verdict

pytestmark = pytest.mark.slow

SOURCES = Path(__file__).parent / "foxglove"
OFFSET = 2_000_000_000
ODD = (-0.0, 5e-324, 0.1 + 0.2, np.nan, np.inf, -1e308)
VERDICT = Verdict("e0", "never", "Ann in ward", "", "jackal_0", "violated", 3, "Ann at (1.00, 2.00) – too near")
PHASE = PhaseOutcome("jackal_0", 0, "goto", "dropped", 9, "gave up")


@pytest.fixture(scope="module")
def decoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script with its packages, installed from the lock file."""
    npm = shutil.which("npm")
    if npm is None and not os.environ.get("CI"):
        pytest.skip("npm is missing, so the decoders of Foxglove can not be installed")
    assert npm is not None, "npm is missing; it is required where CI is set"
    folder = tmp_path_factory.mktemp("foxglove")
    for name in ("package.json", "package-lock.json", "decode.mjs"):
        shutil.copy(SOURCES / name, folder / name)
    subprocess.run([npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=folder, check=True, timeout=300)
    return folder / "decode.mjs"


def odd_frame(tick: int) -> Frame:
    frame = frame_at(tick, door=1)
    return Frame(
        tick, frame.time_ns, [ODD], frame.people, [0.5], frame.codes, [[0, 5, -1]], frame.signals, frame.results
    )


def record(folder: Path, finished: bool) -> Path:
    writer = RecordingWriter(claim_episode_path(folder, 1), start_of(), OFFSET)
    writer.write_map(OccupancyGrid(0.05, Pose(1.5, -2.0), [[0, 100, -1]]))
    for tick in range(10):
        writer.write_frame(odd_frame(tick) if tick == 4 else frame_at(tick))
    writer.write_verdicts(VerdictSnapshot(9, frame_at(9).time_ns, (VERDICT,), (PHASE,)))
    writer.write_order(Order(10, 0, SetField("entrance/0", "state", "open")))
    writer.flush()
    if finished:
        writer.finish(EpisodeOutcome("FAILED", 9, "collision"))
    else:
        writer.abandon()
    return writer.path


def decoded(decoder: Path, path: Path, mode: str) -> dict[str, list[dict[str, Any]]]:
    command = ["node", str(decoder), str(path), mode]
    output = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    topics: dict[str, list[dict[str, Any]]] = {}
    for line in output.splitlines():
        message = json.loads(line)
        topics.setdefault(message["topic"], []).append(message)
    return topics


def numbers(values: list[float | str]) -> np.ndarray:
    return np.array([float(value) for value in values])


def assert_frame(message: dict[str, Any], frame: Frame) -> None:
    value = message["value"]
    assert (int(value["tick"]), int(value["time_ns"])) == (frame.tick, frame.time_ns)
    assert int(message["logTime"]) == OFFSET + frame.time_ns
    for name in ("robots", "people", "numbers"):
        expected = getattr(frame, name).ravel()
        np.testing.assert_array_equal(numbers(value[name]), expected)
        np.testing.assert_array_equal(np.signbit(numbers(value[name])), np.signbit(expected))
    for name in ("codes", "contacts", "signals", "results"):
        assert value[name] == getattr(frame, name).ravel().tolist()


@pytest.mark.parametrize("mode", ["indexed", "stream"])
def test_foxglove_reads_every_topic_of_a_whole_recording(decoder: Path, tmp_path: Path, mode: str) -> None:
    topics = decoded(decoder, record(tmp_path, finished=True), mode)
    assert {topic: len(messages) for topic, messages in topics.items()} == {
        "/episode": 1,
        "/map": 1,
        "/frame": 10,
        "/tf": 4,
        "/verdicts": 1,
        "/orders": 1,
        "/outcome": 1,
    }
    for tick, message in enumerate(topics["/frame"]):
        assert_frame(message, odd_frame(tick) if tick == 4 else frame_at(tick))
    assert topics["/episode"][0]["value"]["episode_json"] == episode_text(start_of().episode)
    verdicts = topics["/verdicts"][0]["value"]
    assert verdicts["verdicts"][0] == {
        "id": "e0",
        "op": "never",
        "p": "Ann in ward",
        "q": "",
        "robot": "jackal_0",
        "state": 2,
        "tick": "3",
        "reason": VERDICT.reason,
    }
    assert (verdicts["phases"][0]["outcome"], verdicts["phases"][0]["tick"]) == (3, "9")
    assert topics["/orders"][0]["value"]["kind"] == "set_field"
    assert (topics["/outcome"][0]["value"]["state"], topics["/outcome"][0]["value"]["reason"]) == (3, "collision")


def test_foxglove_reads_the_topics_that_its_panels_draw(decoder: Path, tmp_path: Path) -> None:
    topics = decoded(decoder, record(tmp_path, finished=True), "indexed")
    assert (topics["/tf"][0]["type"], topics["/map"][0]["type"]) == (
        "tf2_msgs/msg/TFMessage",
        "nav_msgs/msg/OccupancyGrid",
    )
    base = topics["/tf"][1]["value"]["transforms"][1]
    assert (base["header"]["frame_id"], base["child_frame_id"]) == ("jackal_0/odom", "jackal_0/base_link")
    assert base["header"]["stamp"] == {"sec": 2, "nanosec": 100_000_000}
    assert base["transform"]["translation"]["x"] == frame_at(3).robots[0, 0]
    grid = topics["/map"][0]["value"]
    assert (grid["info"]["width"], grid["info"]["height"], grid["data"]) == (3, 1, [0, 100, -1])
    assert grid["info"]["origin"]["position"] == {"x": 1.5, "y": -2, "z": 0}


def test_foxglove_reads_what_a_killed_process_left(decoder: Path, tmp_path: Path) -> None:
    topics = decoded(decoder, record(tmp_path, finished=False), "stream")
    assert len(topics["/frame"]) == 10
    assert_frame(topics["/frame"][9], frame_at(9))


def test_the_lock_file_names_no_registry() -> None:
    lock = (SOURCES / "package-lock.json").read_text()
    assert "resolved" not in lock
    assert "://" not in lock
    packages = json.loads(lock)["packages"]
    assert all("integrity" in package for name, package in packages.items() if name)
