"""Episodes that are killed, disks that are full, and recordings without anything around them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from little_disk import LittleDisk
from small_episode import RATE, frame_at, start_of

from arena_cli.main import main
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.folders import claim_episode_path
from arena_simulation_setup.recording.metadata import metadata_path, read_metadata
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.recording.writer import RecordingWriter
from arena_simulation_setup.verdict import EpisodeOutcome

FRAMES = 2 * RATE + 5
OUTCOME = EpisodeOutcome("SUCCESS", FRAMES - 1, "done")


@pytest.mark.slow
def test_a_killed_episode_is_read_up_to_its_last_second_and_labelled_truncated(
    tmp_path: Path, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = Path(__file__).parent / "run_an_episode_slowly.py"
    command = [sys.executable, str(script), str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(repository)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) >= 5 * RATE:
                break
        process.send_signal(signal.SIGKILL)
        last = int((process.stdout.read().split() or [line])[-1])
    path = tmp_path / "episode_001" / "episode_001.mcap"
    recording = open_recording(path)
    ticks = [frame.tick for frame in recording.frames()]
    assert recording.truncated
    assert ticks == list(range(len(ticks)))
    assert ticks[-1] >= last - RATE
    assert read_metadata(path)["complete"] is False
    assert main(["evaluation", "replay", str(path)]) == 0
    said = capsys.readouterr().out
    assert f"{path}: {len(ticks)} frames (truncated), outcome nothing" in said
    assert "unknown (truncated): jackal_0 e0" in said
    assert "agrees with the recorded verdicts" in said


def recorded_frames(path: Path) -> int:
    """Record an episode; gives the size of its metadata at the beginning, which is written anew at the end."""
    writer = RecordingWriter(path, start_of())
    opening = metadata_path(path).stat().st_size
    for tick in range(FRAMES):
        writer.write_frame(frame_at(tick))
    writer.finish(OUTCOME)
    return opening


def needed_bytes(folder: Path) -> int:
    opening = recorded_frames(folder / "a.mcap")
    return opening + sum(file.stat().st_size for file in folder.iterdir())


def test_wherever_the_disk_becomes_full_there_is_one_clear_error_and_whole_ticks_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = tmp_path / "earlier" / "a.mcap"
    whole = needed_bytes(earlier.parent)
    content = earlier.read_bytes()
    frames = list(open_recording(earlier).frames())
    rooms = [*range(0, 1200, 100), *range(1200, whole - 900, 509), *range(whole - 900, whole, 30)]
    for number, room in enumerate(rooms):
        path = tmp_path / f"run_{number}" / "a.mcap"
        with monkeypatch.context() as patch:
            LittleDisk(room, patch)
            with pytest.raises(RecordingError, match=r"can not write .*: No space left on device"):
                recorded_frames(path)
        kept = kept_frames(path)
        assert kept == frames[: len(kept)]
        assert says_complete(path) is False
        assert not list(path.parent.glob(".*"))
    assert earlier.read_bytes() == content


def kept_frames(path: Path) -> list[object]:
    try:
        return list(open_recording(path).frames())
    except RecordingError as error:
        assert str(path) in str(error)  # noqa: PT017
        return []


def says_complete(path: Path) -> bool:
    try:
        return bool(read_metadata(path)["complete"])
    except (RecordingError, KeyError):
        return False


def test_with_just_enough_room_a_recording_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = needed_bytes(tmp_path / "measured")
    with monkeypatch.context() as patch:
        LittleDisk(room, patch)
        recorded_frames(tmp_path / "run" / "a.mcap")
    assert says_complete(tmp_path / "run" / "a.mcap")
    assert len(kept_frames(tmp_path / "run" / "a.mcap")) == FRAMES
    assert sorted(file.name for file in (tmp_path / "run").iterdir()) == ["a.mcap", "a.yaml", "metadata.yaml"]


@pytest.fixture
def little_disk(tmp_path: Path) -> Iterator[Path]:
    """A real disk that three episodes of the empty map do not fit onto; needs the right to mount."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=140k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("no right to mount a disk; the test above fills one that is made of Python")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.slow
def test_a_full_disk_fails_the_episode_and_leaves_earlier_ones_intact(
    little_disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["world:=map_empty", "scenario:=default", "seed:=1", "episodes:=3", "picture:=false"]
    assert main(["run", *words, f"record.dir:={little_disk}", "--quiet"]) != 0
    said = capsys.readouterr()
    paths = sorted(little_disk.rglob("episode_*.mcap"))
    assert [says_complete(path) for path in paths] == [True, True, False]
    assert f"can not write {paths[2]}: No space left on device" in said.out + said.err
    assert main(["evaluation", "replay", *map(str, paths[:2])]) == 0


def test_a_folder_that_can_not_be_written_is_told_before_the_first_tick(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    words = ["world:=map_empty", "scenario:=default", "seed:=1", "picture:=false", "--quiet"]
    for folder in (tmp_path / "file", Path("/proc/recordings")):
        assert main(["run", *words, f"record.dir:={folder}"]) != 0
        captured = capsys.readouterr()
        assert str(folder) in captured.out + captured.err
        assert "Traceback" not in captured.err
    with pytest.raises(RecordingError, match="can not record into /proc/recordings: No such file or directory"):
        claim_episode_path(Path("/proc/recordings"), 1)


@pytest.mark.slow
def test_a_recording_holds_all_that_judging_and_measuring_it_need(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The world is gone, and neither the simulator nor ROS nor the generator can be imported."""
    world = tmp_path / "somewhere"
    shutil.copytree(repository / "arena_simulation_setup" / "worlds" / "map_empty", world)
    monkeypatch.chdir(tmp_path)
    words = [f"world:={world}", "scenario:=default", "seed:=1", "picture:=false", "record.dir:=out", "--quiet"]
    assert main(["run", *words]) == 0
    shutil.rmtree(world)
    capsys.readouterr()
    program = (
        "import sys\n"
        "names = ('mujoco', 'rclpy', 'arena_interfaces', 'task_generator', 'arena_runtime')\n"
        "sys.modules.update(dict.fromkeys(names))\n"
        "from arena_cli.main import main\n"
        "code = main(['evaluation', 'replay', 'out'])\n"
        "sys.exit(code or main(['evaluation', 'metrics', 'out', '--metrics', 'success,spl,clearance_min']))"
    )
    environment = {**os.environ, "PYTHONPATH": str(repository), "ARENA_WORLD_PATH": ""}
    found = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, env=environment, timeout=60
    )
    assert found.returncode == 0, found.stderr
    assert "agrees with the recorded verdicts" in found.stdout
    assert "success        true" in found.stdout
    assert not [line for line in found.stdout.splitlines() if line.startswith(("spl", "clearance")) and " - " in line]
