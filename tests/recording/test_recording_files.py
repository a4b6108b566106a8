"""Recordings on disk: whole, cut, damaged, refused."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import yaml
from attrs import evolve
from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory
from small_episode import RATE, frame_at, start_of

from arena_simulation_setup.frame import EpisodeStart, Frame
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import Order, SetField
from arena_simulation_setup.recording.codec import VerdictSnapshot
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.folders import claim_episode_path
from arena_simulation_setup.recording.metadata import read_metadata
from arena_simulation_setup.recording.occupancy import OccupancyGrid
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.recording.writer import RecordingWriter
from arena_simulation_setup.verdict import EpisodeOutcome, Verdict

OFFSET = 5_000_000_000
SECOND = 1_000_000_000
OUTCOME = EpisodeOutcome("SUCCESS", 99, "finished after 3.30s")
VERDICT = Verdict("e0", "eventually", "jackal_0 in ward", "", "jackal_0")


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """A whole recording of 100 frames with one message of every kind."""
    path = claim_episode_path(tmp_path / "run", 1)
    writer = RecordingWriter(path, start_of(), OFFSET, {"run": "nightly"})
    writer.write_map(OccupancyGrid(0.05, Pose(0.0, 0.0), np.zeros((4, 6)), stamp_ns=OFFSET))
    for tick in range(100):
        if tick == 50:
            writer.write_order(Order(50, 0, SetField("entrance/0", "state", "open")))
        writer.write_frame(frame_at(tick))
        if tick in (0, 50):
            writer.write_verdicts(VerdictSnapshot(tick, frame_at(tick).time_ns, (VERDICT,)))
    writer.finish(OUTCOME)
    return path


def run_script(name: str, path: Path) -> subprocess.Popen[str]:
    folder = Path(__file__).parent
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(folder.parent.parent)))}
    command = [sys.executable, str(folder / name), str(path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def test_everything_written_is_read_back_in_the_order_of_events(finished: Path) -> None:
    recording = open_recording(finished)
    assert recording.start == start_of()
    assert not recording.truncated
    assert list(recording.frames()) == [frame_at(tick) for tick in range(100)]
    assert list(recording.orders()) == [Order(50, 0, SetField("entrance/0", "state", "open"))]
    assert [snapshot.tick for snapshot in recording.verdicts()] == [0, 50]
    outcome = recording.outcome()
    assert outcome is not None
    assert outcome.outcome == OUTCOME
    around = [message.topic for message in recording.messages(("/frame", "/orders", "/verdicts"))][50:55]
    assert around == ["/frame", "/orders", "/frame", "/verdicts", "/frame"]
    assert sum(message.topic == "/tf" for message in recording.messages()) == 34


def test_a_reader_that_knows_nothing_of_us_decodes_every_message(finished: Path) -> None:
    with finished.open("rb") as file:
        decoded = list(make_reader(file, decoder_factories=[DecoderFactory()]).iter_decoded_messages())
    times = [message.log_time for _, _, message, _ in decoded]
    assert times == sorted(times)
    assert (times[0], times[-1]) == (OFFSET, OFFSET + 3_300_000_000)
    topics = [channel.topic for _, channel, _, _ in decoded]
    assert {topic: topics.count(topic) for topic in sorted(set(topics))} == {
        "/episode": 1,
        "/frame": 100,
        "/map": 1,
        "/orders": 1,
        "/outcome": 1,
        "/tf": 34,
        "/verdicts": 2,
    }
    frames = [message for _, channel, _, message in decoded if channel.topic == "/frame"]
    assert frames[30].robots[0] == 1.0


def test_the_metadata_say_when_a_recording_is_whole(finished: Path, tmp_path: Path) -> None:
    metadata = read_metadata(finished)
    assert metadata["complete"] is True
    assert (metadata["outcome_state"], metadata["outcome_info"]) == ("SUCCESS", "finished after 3.30s")
    assert (metadata["frames"], metadata["sim_s"], metadata["labels"]) == (100, 3.3, {"run": "nightly"})
    unfinished = RecordingWriter(claim_episode_path(tmp_path / "run", 1), start_of())
    assert read_metadata(unfinished.path)["complete"] is False
    unfinished.abandon()


def test_the_bag_description_counts_what_is_in_the_file(finished: Path) -> None:
    bag = yaml.safe_load((finished.parent / "metadata.yaml").read_text())["rosbag2_bagfile_information"]
    counts = {entry["topic_metadata"]["name"]: entry["message_count"] for entry in bag["topics_with_message_count"]}
    assert (counts["/frame"], counts["/tf"], sum(counts.values())) == (100, 34, bag["message_count"])
    assert bag["relative_file_paths"] == ["episode_001.mcap"]
    assert bag["starting_time"]["nanoseconds_since_epoch"] == OFFSET
    latched = {
        entry["topic_metadata"]["name"]: yaml.safe_load(entry["topic_metadata"]["offered_qos_profiles"])[0][
            "durability"
        ]
        for entry in bag["topics_with_message_count"]
    }
    assert (latched["/map"], latched["/episode"], latched["/frame"]) == (1, 1, 2)
    assert "&" not in (finished.parent / "metadata.yaml").read_text()


def test_a_killed_process_loses_at_most_one_simulated_second(tmp_path: Path) -> None:
    path = tmp_path / "episode_001" / "episode_001.mcap"
    with run_script("record_steadily.py", path) as process:
        assert process.stdout is not None
        last = 0
        for line in process.stdout:
            last = int(line)
            if last >= 10 * RATE + 17:
                break
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read().split()
    last = int(rest[-1]) if rest else last
    recording = open_recording(path)
    ticks = [frame.tick for frame in recording.frames()]
    assert recording.truncated
    assert read_metadata(path)["complete"] is False
    assert ticks == list(range(len(ticks)))
    assert last + 1 - len(ticks) <= RATE


def test_frames_reach_the_file_while_it_is_written(tmp_path: Path) -> None:
    writer = RecordingWriter(tmp_path / "a.mcap", start_of())
    for tick in range(2 * RATE + 1):
        writer.write_frame(frame_at(tick))
    assert len(list(open_recording(writer.path).frames())) == 2 * RATE
    writer.flush()
    assert len(list(open_recording(writer.path).frames())) == 2 * RATE + 1
    writer.abandon()


def test_a_file_cut_anywhere_gives_the_frames_before_the_cut(finished: Path) -> None:
    content = finished.read_bytes()
    frames = [frame_at(tick) for tick in range(100)]
    counts: list[int] = []
    for length in itertools.chain(range(0, len(content), 997), range(len(content) - 9, len(content))):
        finished.write_bytes(content[:length])
        try:
            recording = open_recording(finished)
        except RecordingError:
            # Only before the start of the episode is whole; once a cut was readable, no longer one may be unreadable.
            counts.append(-1)
            continue
        found = list(recording.frames())
        assert recording.truncated
        assert found == frames[: len(found)]
        counts.append(len(found))
    assert counts == sorted(counts)
    assert counts[-1] == 100


def test_noise_behind_the_last_whole_part_is_the_end_of_a_cut_file(recorded: Callable[[int], Path]) -> None:
    path = recorded(45)
    content = path.read_bytes()
    for tail in (bytes(5000), b"\x06\xff", np.random.default_rng(1).bytes(3000)):
        path.write_bytes(content + tail)
        recording = open_recording(path)
        assert recording.truncated
        assert len(list(recording.frames())) == 45


def test_zeros_in_the_last_part_of_a_cut_file_end_it(recorded: Callable[[int], Path]) -> None:
    path = recorded(45)
    content = bytearray(path.read_bytes())
    content[-900:] = bytes(900)
    path.write_bytes(content)
    assert len(list(open_recording(path).frames())) == 30


def test_damage_with_whole_parts_behind_it_is_an_error_that_names_file_and_offset(
    recorded: Callable[[int], Path], finished: Path
) -> None:
    for path in (recorded(95), finished):
        content = bytearray(path.read_bytes())
        middle = content.index(b"zstd", len(content) // 3) + 400
        content[middle] ^= 0xFF
        path.write_bytes(content)
        with pytest.raises(RecordingError, match=rf"{path.name}, byte [0-9]+: "):
            list(open_recording(path).frames())


def test_no_flip_of_a_byte_gives_anything_but_right_frames_or_the_one_error(recorded: Callable[[int], Path]) -> None:
    path = recorded(35)
    content = path.read_bytes()
    frames = [frame_at(tick) for tick in range(35)]
    generator = np.random.default_rng(7)
    for position in generator.integers(0, len(content), 250).tolist():
        damaged = bytearray(content)
        damaged[position] ^= 1 << int(generator.integers(8))
        path.write_bytes(damaged)
        try:
            found = list(open_recording(path).frames())
        except RecordingError:
            continue
        assert found == frames[: len(found)]


@pytest.mark.parametrize("content", [b"", b"\x89MCAP0\r\n", b"SQLite format 3\0" * 10])
def test_a_file_that_is_no_recording_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.mcap"
    path.write_bytes(content)
    with pytest.raises(RecordingError, match=r"odd\.mcap"):
        open_recording(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=r"nowhere\.mcap: No such file"):
        open_recording(tmp_path / "nowhere.mcap")


def test_a_frame_that_does_not_fit_its_layout_is_refused(tmp_path: Path, start: EpisodeStart) -> None:
    good = frame_at(0)
    wrong = [
        Frame(1, 33, np.zeros((2, 6)), good.people, good.numbers, good.codes, good.contacts, [255, 255], good.results),
        Frame(1, 33, good.robots, good.people, good.numbers, [3], good.contacts, good.signals, good.results),
        Frame(1, 33, good.robots, good.people, good.numbers, good.codes, [[0, 6, 0]], good.signals, good.results),
        Frame(1, 33, good.robots, good.people, good.numbers, good.codes, [[0, 0, 3]], good.signals, good.results),
        Frame(1, 33, good.robots, good.people, good.numbers, good.codes, good.contacts, good.signals, [[1, 0, 0]]),
    ]
    for index, frame in enumerate(wrong):
        writer = RecordingWriter(tmp_path / str(index) / "a.mcap", start)
        writer.write_frame(frame)
        writer.flush()
        writer.abandon()
        with pytest.raises(RecordingError, match="topic /frame"):
            list(open_recording(writer.path).frames())


def test_a_changed_layout_holds_from_its_message_on(tmp_path: Path) -> None:
    writer = RecordingWriter(tmp_path / "a.mcap", start_of())
    writer.write_frame(frame_at(0))
    bigger = evolve(start_of(), tick=1, layout=evolve(start_of().layout, people=("Ann", "Bö", "Cy")))
    writer.write_start(bigger)
    frame = evolve(frame_at(1), people=np.zeros((3, 5)))
    writer.write_frame(frame)
    writer.finish(None)
    recording = open_recording(writer.path)
    assert list(recording.frames()) == [frame_at(0), frame]
    assert list(recording.starts()) == [start_of(), bigger]
    assert recording.outcome() is None


def test_transforms_of_a_frame_of_another_layout_are_refused(tmp_path: Path) -> None:
    writer = RecordingWriter(tmp_path / "a.mcap", start_of())
    with pytest.raises(RecordingError, match="3 people"):
        writer.write_frame(evolve(frame_at(0), people=np.zeros((3, 5))))
    writer.abandon()


def test_ticks_only_go_forward(tmp_path: Path) -> None:
    writer = RecordingWriter(tmp_path / "a.mcap", start_of())
    writer.write_frame(frame_at(5))
    with pytest.raises(RecordingError, match="frame 5 comes after frame 5"):
        writer.write_frame(frame_at(5))
    writer.abandon()


def test_nothing_is_ever_overwritten(finished: Path) -> None:
    before = {path: path.read_bytes() for path in finished.parent.iterdir()}
    for name in (finished.name, "another.mcap"):
        with pytest.raises(RecordingError, match="already holds"):
            RecordingWriter(finished.with_name(name), start_of())
    assert claim_episode_path(finished.parent.parent, 1).name == "episode_002.mcap"
    assert {path: path.read_bytes() for path in finished.parent.iterdir()} == before


def test_a_folder_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordingError, match="file"):
        claim_episode_path(tmp_path / "file", 1)
    with pytest.raises(RecordingError, match="can not record to"):
        RecordingWriter(tmp_path / "file" / "a.mcap", start_of())


def test_a_full_disk_is_one_clear_error_and_keeps_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    with run_script("record_into_little_space.py", path) as process:
        output, _ = process.communicate(timeout=60)
    first, second = output.splitlines()
    assert first == f"can not write {path}: File too large"
    assert second == f"the recording {path} is closed"
    recording = open_recording(path)
    assert recording.truncated
    assert len(list(recording.frames())) >= RATE
    assert read_metadata(path)["complete"] is False


def test_a_closed_recording_says_so(finished: Path, tmp_path: Path) -> None:
    writer = RecordingWriter(tmp_path / "b" / "b.mcap", start_of())
    writer.finish(None)
    writer.abandon()
    with pytest.raises(RecordingError, match="is closed"):
        writer.flush()
    with pytest.raises(RecordingError, match="clock stands at -1 ns"):
        RecordingWriter(tmp_path / "c" / "c.mcap", start_of(), -1)
