"""`arena run` with arguments about looking at episodes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena_cli import run
from arena_cli.argument import UsageError
from arena_cli.main import main
from arena_cli.watching import picture_size
from arena_lab import watcher
from arena_lab.watcher import PaceKeeper
from arena_runtime.scene import rendering_canvas

QUICK = ("world:=map_empty", "seed:=1", "task.episode.timeout:=1", "record.auto:=false", "--quiet")


def test_a_video_is_written_beside_the_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new" / "x.gif"
    size = ("video.size:=64x64", "video.fps:=2", "video.view:=robot")
    assert run.main([*QUICK, f"video.out:={path}", *size]) == 0
    assert path.read_bytes().startswith(b"GIF89a")
    assert "episode 1" in capsys.readouterr().out


def test_a_recording_becomes_a_video_by_simulating_it_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["world:=map_empty", "seed:=1", "task.episode.timeout:=1", f"record.dir:={tmp_path}", "picture:=false"]
    assert run.main([*words, "--quiet"]) == 0
    (recording,) = tmp_path.rglob("*.mcap")
    path = tmp_path / "x.mp4"
    size = ("video.size:=64x64", "video.fps:=4")
    assert run.main([f"recording:={recording}", f"video.out:={path}", *size]) == 0
    assert path.stat().st_size > 1000
    assert "equal to the bit" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("video.out:=x.avi",), "ends in .mp4 or .gif"),
        (("video.out:=/proc/nowhere/x.mp4",), "can not be written"),
        (("video.size:=641x480",), "even pixels"),
        (("video.size:=big",), "WIDTHxHEIGHT"),
        (("video.fps:=0",), "from 1"),
        (("video.view:=left",), "expected one of both, top, robot"),
        (("world.lighting:=noon",), "expected one of authored, auto"),
        (("rtf:=-1",), "from 0 to 1000"),
        (("foxglove.port:=70000",), "from 0 to 65535"),
        (("foxglove:=true", "env.n:=2", "episodes:=2"), "several environments can not be watched"),
    ],
)
def test_what_can_not_be_is_said_before_anything_runs(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", *QUICK, *words]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


def test_without_graphics_no_episode_starts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def no_library() -> None:
        raise ImportError("libEGL.so.1: cannot open shared object file")

    monkeypatch.setattr(rendering_canvas, "_context_class", no_library)
    with pytest.raises(UsageError, match="sudo apt-get install libegl1"):
        run.main([*QUICK, f"video.out:={tmp_path / 'x.mp4'}"])
    assert list(tmp_path.iterdir()) == []


def test_a_window_without_a_display_is_said(repository: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-m", "arena_cli.main", "run", *QUICK, "viewer:=true"]
    done = subprocess.run(command, cwd=repository, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert re.search(r"viewer:=true needs a display.*video\.out:=episode\.mp4 or foxglove:=true", done.stderr)
    assert "Traceback" not in done.stderr


def test_an_episode_that_somebody_looks_at_keeps_to_real_time(capsys: pytest.CaptureFixture[str]) -> None:
    began = time.monotonic()
    assert run.main([*QUICK, "foxglove:=true", "foxglove.port:=0"]) == 0
    assert time.monotonic() - began >= 0.9
    assert re.search(r"foxglove: ws://localhost:\d+", capsys.readouterr().err)


def test_a_pace_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = [100.0]
    monkeypatch.setattr(watcher, "monotonic", lambda: now_s[0])
    monkeypatch.setattr(watcher, "sleep", lambda seconds: now_s.append(now_s.pop() + seconds))
    keeper = PaceKeeper(2.0, 20)
    for _ in range(9):
        keeper.take(None)  # type: ignore[arg-type]
    assert now_s[0] - 100.0 == pytest.approx(8 * 0.025)


def test_sizes_are_even() -> None:
    assert picture_size("640x480") == (640, 480)
    for text in ("640", "640x", "64x63", "-64x64", "6400x480", "²4x64"):
        with pytest.raises(ValueError, match="even pixels"):
            picture_size(text)
