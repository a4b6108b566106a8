"""What a launch refuses before it starts any process, in the words of `arena run`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arena_cli.launch_call import checked_call, parsed_call
from arena_cli.main import main

SHIPPED = Path(__file__).resolve().parent.parent.parent / "arena_simulation_setup" / "worlds" / "map_empty"


@pytest.fixture(autouse=True)
def nothing_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(*_: object) -> int:
        raise AssertionError("a process was started")

    monkeypatch.setattr("arena_cli.node_processes.run_groups", start)
    monkeypatch.setattr("arena_cli.launch.find_spec", lambda name: name)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("world:=hospitl_1", "world 'hospitl_1' not found; did you mean 'hospital_1'?"),
        ("world:=hospital_1[9]", "world hospital_1[9] has errors:"),
        ("world:=./nowhere", "world './nowhere' not found"),
        ("scenario:=slalm", "scenario:=slalm: world map_empty has no such scenario (did you mean 'slalom'?)"),
        ("scenario:=all", "scenario:=all: world map_empty has no such scenario"),
        (
            "task.robots:=scenario task.scenario.file:=nope",
            "task.scenario.file:=nope: world map_empty has no such scenario",
        ),
        ("robot:=jakal", "robot:=jakal: there is no such robot (did you mean 'jackal'?)"),
        ("task.robots:=explor", "task.robots:=explor: there is no such robot mode (did you mean 'explore'?)"),
        ("--foo", "unknown option '--foo' (expected name:=value or --help"),
        ("--scenario demo", "unknown option '--scenario' (expected name:=value or --help; did you mean 'scenario:='?)"),
        ("target_rtf:=-1", "target_rtf:=-1: expected a number from 0 to 1000, got '-1'"),
        ("lockstep.on_timeout:=fial", "lockstep.on_timeout:=fial: did you mean 'fail'?, got 'fial'"),
        ("log_level:={rcl:wran}", "log_level:={rcl:wran}: there is no level 'wran' (did you mean 'warn'?)"),
        (
            "robot:=jackal[2] robot.mobile:=external lockstep:=true lockstep.channels:=jackal_0,jackal_2",
            "lockstep.channels:=jackal_2: there is no such robot driven from outside (did you mean 'jackal_1'?)",
        ),
        (
            "robot.mobile:=external lockstep:=true lockstep.channels:=jackal_1",
            "lockstep.channels:=jackal_1: there is no such robot driven from outside (did you mean 'jackal_0'?)",
        ),
        (
            "robot:=jackal[2] robot.mobile:=navigator,external lockstep:=true lockstep.channels:=jackal_0",
            "lockstep.channels: jackal_0 is not driven from outside (expected one of jackal_1)",
        ),
    ],
)
def test_a_launch_that_can_not_begin_is_bad_usage(
    words: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["launch", *words.split()]) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_world_or_a_scenario_with_errors_is_refused_with_their_places(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = tmp_path / "shed"
    shutil.copytree(SHIPPED, world)
    scenario = world / "scenarios" / "odd"
    scenario.mkdir(parents=True)
    (scenario / "scenario.yaml").write_text("robots: 3\n")
    assert main(["launch", f"world:={world}", "scenario:=odd"]) == 2
    assert "scenario odd has errors:" in capsys.readouterr().err
    assert len(checked_call(parsed_call([f"world:={world}"])).plans) == 2
    (world / "0" / "world.yaml").write_text("zones: 3\n")
    assert main(["launch", f"world:={world}"]) == 2
    assert "world.yaml:1:8: zones: found 3 (expected a list)" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["run", "launch"])
def test_a_folder_that_nothing_can_be_written_to_is_named_once(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.touch()
    for folder, why in ((file, "this is a file, expected a folder"), (file / "below", "Not a directory")):
        assert main([verb, f"record.dir:={folder}"]) == 2
        said = capsys.readouterr().err
        assert said.count("record.dir") == 1
        assert f"record.dir:={folder}: " in said
        assert why in said
    assert main([verb, f"record.dir:={file}", "record.auto:=false", "env.n:=0"]) == 2, "the folder counts for nothing"
    assert "env.n:=0" in capsys.readouterr().err


def test_an_empty_folder_means_no_recording_for_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", "record.dir:=", "task.episode.timeout:=0.5", "task.random.dynamic.n:=[0,0]"]) == 0
    checked_call(parsed_call(["record.dir:="]))
    assert list(tmp_path.iterdir()) == []
    checked_call(parsed_call(["record.dir:=a/b"]))
    assert (tmp_path / "a" / "b").is_dir()
