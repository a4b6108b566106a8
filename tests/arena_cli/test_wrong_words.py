"""What a stranger gets wrong first: one sentence says what, where, and what was expected."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena_cli.argument import UsageError
from arena_cli.error_text import check_target, reason_of, sentence_of
from arena_cli.main import main


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Exit code and what is on stderr."""
    return main(list(words)), capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("run world=map_empty", "'world=map_empty' is not of the form name:=value; did you mean 'world:=map_empty'?"),
        ("run scenario:=demo", "scenario:=demo: world map_empty has no such scenario (expected one of crossing, "),
        ("run scenario:=slalm", "scenario:=slalm: world map_empty has no such scenario (did you mean 'slalom'?)"),
        ("run task.obstacles:=randm", "task.obstacles:=randm: there is no such obstacle mode (did you mean 'random'?)"),
        ("run task.robots:=explor", "task.robots:=explor: there is no such robot mode (did you mean 'explore'?)"),
        (
            "run --world map_empty",
            "unknown option '--world' (expected --json, --quiet or --help; did you mean 'world:='?)",
        ),
        ("run --quit", "unknown option '--quit' (expected --json, --quiet or --help; did you mean '--quiet'?)"),
        ("bench map --repeats=3", "(expected --json or --help; did you mean 'repeats:='?)"),
        ("run robot:=jackal[200]", "robot:=jackal[200]: 'jackal[200]' asks for too many robots, expected at most 100"),
        ("bench mpa", "arena bench has no subject 'mpa' (did you mean 'map'?)"),
        ("evaluation replay x --worker 2", "unrecognized arguments: --worker 2; did you mean '--workers'?"),
        ("scenario judge x.csv --word map_empty", "the following arguments are required: --world"),
        ("scenario judge x.csv --world map_empty scenaro:=a", "scenaro:=a; did you mean '--scenario'?"),
        ("world list everything", "unrecognized arguments: everything (`arena world list --help` explains)"),
        ("evaluation report x -o nowhere/r.html", "nowhere/r.html: there is no folder nowhere"),
        ("evaluation metrics x -o nowhere/t.csv", "nowhere/t.csv: there is no folder nowhere"),
        ("campaign run smoke robots --junit nowhere/j.xml", "nowhere/j.xml: there is no folder nowhere"),
    ],
)
def test_a_wrong_word_is_bad_usage(
    words: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    code, text = said(capsys, *words.split())
    assert (code, text.count("\n")) == (2, 1)
    assert sentence in text
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_not_there_or_folders_are_named_without_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    rules = Path("rules.yaml")
    rules.write_text("conditions: []\n")
    replay = said(capsys, "evaluation", "replay", "x.mcap", "--conditions", "gone.yaml")
    assert replay == (1, "arena: gone.yaml: No such file or directory\n")
    judge = said(capsys, "scenario", "judge", "folder", "--world", "map_empty", "--conditions", str(rules))
    assert judge == (1, "arena: folder: Is a directory\n")
    picture = said(capsys, "world", "show", "map_empty", "--image", "gone/x.png")
    assert picture == (1, "arena: can not write gone/x.png: No such file or directory\n")


def test_beside_a_path_that_is_no_world_only_worlds_are_offered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("towers", "tower"):
        (tmp_path / name).mkdir()
    (tmp_path / "tower" / "world.yaml").write_text("zones: []\n")
    code, text = said(capsys, "world", "show", str(tmp_path / "towerz"))
    assert (code, text.splitlines()[-1]) == (2, f"known: {tmp_path / 'tower'}")
    assert f"did you mean {str(tmp_path / 'tower')!r}?" in text


@pytest.mark.parametrize("words", ["run world:=./locked", "world show ./locked", "world check ./locked"])
def test_a_folder_that_can_not_be_looked_into_is_named(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "locked" / "0").mkdir(parents=True)
    found = Path.is_file

    def is_file(self: Path) -> bool:
        if self.name == "world.yaml":
            raise PermissionError(13, "Permission denied", str(self))
        return found(self)

    # Whoever runs this may be allowed to read everything.
    monkeypatch.setattr(Path, "is_file", is_file)
    assert said(capsys, *words.split()) == (2, "arena: locked/0/world.yaml: Permission denied\n")


def test_what_nobody_expected_of_the_operating_system_is_a_sentence_as_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_: object) -> int:
        raise OSError(28, "No space left on device", "x")

    monkeypatch.setattr("arena_cli.world.main", full)
    assert said(capsys, "world", "list") == (1, "arena: x: No space left on device\n")


def test_a_recording_that_can_not_be_simulated_again_is_named_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noise = tmp_path / "noise.mcap"
    noise.write_bytes(b"nothing")
    code, text = said(capsys, "evaluation", "reference", str(noise), "-o", str(tmp_path / "r"))
    assert (code, text.count(str(noise))) == (1, 1)


def test_errors_of_the_operating_system_begin_with_their_file() -> None:
    moved = OSError(21, "Is a directory", "a.part", None, "a")
    assert sentence_of(moved) == "a: Is a directory"
    assert sentence_of(FileNotFoundError(2, "No such file or directory", "a")) == "a: No such file or directory"
    assert (sentence_of(OSError("why")), sentence_of(ValueError("why"))) == ("why", "why")
    assert (reason_of(moved), reason_of(ValueError("why"))) == ("Is a directory", "why")


def test_a_folder_that_can_not_be_written_to_is_told_beforehand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_target(tmp_path / "a.csv")
    with pytest.raises(UsageError, match="is a folder, expected a file"):
        check_target(tmp_path)
    # Root may write anywhere.
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(UsageError, match=rf"a.csv: the folder {tmp_path} can not be written to"):
        check_target(tmp_path / "a.csv")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("world hospitl_1", "nothing has world 'hospitl_1'; did you mean 'hospital_1'?"),
        ("robot jakal", "nothing has robot 'jakal'; did you mean 'jackal'?"),
        ("robot zebra", "nothing has robot 'zebra'\n"),
    ],
)
def test_what_no_place_has_is_told_with_the_nearest_name(
    words: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = said(capsys, "asset", "find", *words.split())
    assert (code, text.startswith("arena: nothing has")) == (1, True)
    assert hint in text
