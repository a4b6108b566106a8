import json
import shutil
from pathlib import Path

import pytest
from PIL import Image

from arena_cli.main import main
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.recording.writer import RecordingWriter
from arena_simulation_setup.tree.search_paths import shipped

ROW_KEYS = [
    "episode",
    "world",
    "scenario",
    "seed",
    "outcome",
    "info",
    "verdicts",
    "phases",
    "sim_s",
    "wall_s",
    "rtf",
    "recording",
]
VERDICT_KEYS = ["id", "op", "p", "q", "robot", "state", "tick", "reason"]
PHASE_KEYS = ["robot", "index", "kind", "outcome", "tick", "reason"]


def arena(*words: str) -> int:
    return main(list(words))


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording of the default scenario of the empty world."""
    folder = tmp_path_factory.mktemp("recordings")
    assert arena("run", "world:=map_empty", "scenario:=default", "seed:=4", f"record.dir:={folder}", "--quiet") == 0
    return next(folder.rglob("*.mcap"))


def rows_of(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_json_rows_stand_alone_on_stdout_with_the_documented_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = arena("run", "world:=map_empty", "episodes:=2", "seed:=3", f"record.dir:={tmp_path}", "--json")
    rows = rows_of(capsys.readouterr().out)
    assert code == 0
    assert [list(row) for row in rows] == [ROW_KEYS, ROW_KEYS]
    assert [row["episode"] for row in rows] == [1, 2]
    assert rows[0]["seed"] != rows[1]["seed"]
    for row in rows:
        path = Path(str(row["recording"]))
        assert path.is_file()
        with Image.open(path.with_suffix(".png")) as picture:
            assert picture.width > 400


def test_verdicts_and_phases_carry_the_documented_keys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("scenario:=demo", "seed:=1", f"record.dir:={tmp_path}", "picture:=false", "--json")
    assert arena("run", "world:=hospital_1", *words) == 0
    (row,) = rows_of(capsys.readouterr().out)
    verdicts, phases = row["verdicts"], row["phases"]
    assert isinstance(verdicts, list)
    assert isinstance(phases, list)
    assert {verdict["op"] for verdict in verdicts} == {"eventually", "never", "before", "never_during"}
    assert all(list(verdict) == VERDICT_KEYS and verdict["state"] == "holds" for verdict in verdicts)
    assert [list(phase) for phase in phases] == [PHASE_KEYS]
    assert row["outcome"] == "SUCCESS"


def test_one_episode_takes_the_seed_as_it_is_and_repeats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(2):
        folder = f"record.dir:={tmp_path / str(number)}"
        assert arena("run", "world:=map_empty", "seed:=77", "picture:=false", folder, "--json") == 0
    first, second = rows_of(capsys.readouterr().out)
    assert first["seed"] == second["seed"] == 77
    frames = [list(open_recording(Path(str(row["recording"]))).frames()) for row in (first, second)]
    assert frames[0] == frames[1]


def test_without_json_a_person_reads_outcome_verdicts_and_paths(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena("run", "world:=map_empty", "scenario:=default", "seed:=4", f"record.dir:={tmp_path}") == 0
    shown = capsys.readouterr().out
    assert "seed 4" in shown
    assert "recording: " in shown
    assert "picture: " in shown
    assert "phase" in shown


def test_nothing_is_written_when_recording_is_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("record.auto:=false", f"record.dir:={tmp_path}", "--json")
    assert arena("run", "world:=map_empty", "seed:=3", *words) == 0
    (row,) = rows_of(capsys.readouterr().out)
    assert row["recording"] is None
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_world_lists_every_place_and_exits_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("run", "world:=nope") == 2
    complaint = capsys.readouterr().err
    assert "nope" in complaint
    assert str(shipped("worlds")) in complaint


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("run", "world:=hospital1"), "hospital_1"),
        (("run", "world:=hospital_1", "scenario:=dmo"), "demo"),
        (("run", "wrld:=hospital_1"), "world"),
        (("rnu",), "run"),
        (("run", "task.obstacles:=randm"), "random"),
        (("run", "robot:=jakal"), "jackal"),
        (("run", "task.random.statc.n:=[1,2]"), "static.n"),
        (("evaluation", "repaly", "x.mcap"), "replay"),
    ],
)
def test_a_misspelt_word_gives_exit_code_2_and_the_near_one(
    words: tuple[str, ...], near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(*words) == 2
    assert near in capsys.readouterr().err


def test_a_scenario_that_does_not_parse_is_a_row_and_the_others_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = tmp_path / "three"
    shutil.copytree(shipped("worlds") / "map_empty", world)
    for name in ("a_first", "b_broken", "c_last"):
        shutil.copytree(world / "scenarios" / "default", world / "scenarios" / name)
    broken = world / "scenarios" / "b_broken" / "scenario.yaml"
    broken.write_text("robots:\n- {start: [1, 1], phases: [{gto: [2, 2]}]}\n", encoding="utf-8")
    words = ("scenario:=a_first,b_broken,c_last", "seed:=1", f"record.dir:={tmp_path / 'r'}", "picture:=false")
    assert arena("run", f"world:={world}", *words, "--json") == 1
    rows = rows_of(capsys.readouterr().out)
    assert [row["scenario"] for row in rows] == ["a_first", "b_broken", "c_last"]
    assert "b_broken/scenario.yaml:2" in str(rows[1]["info"])
    assert rows[1]["recording"] is None
    assert all(row["outcome"] == "SUCCESS" for row in (rows[0], rows[2]))


def test_all_scenarios_run_in_their_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("scenario:=all", "seed:=1", "picture:=false", f"record.dir:={tmp_path}", "--json")
    assert arena("run", "world:=map_empty", *words) == 0
    assert [row["scenario"] for row in rows_of(capsys.readouterr().out)] == ["default"]


def test_a_resimulation_is_equal_to_the_bit(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("run", f"recording:={recording}") == 0
    assert "equal to the bit" in capsys.readouterr().out


def test_a_frame_that_differs_in_one_bit_is_found(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = tmp_path / "changed" / "changed.mcap"
    _copy_with_a_changed_frame(recording, changed, tick=20)
    assert arena("run", f"recording:={changed}") == 3
    shown = capsys.readouterr().out
    assert "tick 20: robots[0, 0]" in shown


def test_a_file_that_is_no_recording_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.mcap"
    path.write_bytes(b"not a recording")
    assert arena("run", f"recording:={path}") == 2
    assert "x.mcap" in capsys.readouterr().err


def test_replay_agrees_with_the_recorded_verdicts(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("evaluation", "replay", str(recording)) == 0
    assert "agrees with the recorded verdicts" in capsys.readouterr().out


def test_replay_of_other_frames_disagrees(recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shortened = tmp_path / "shortened" / "shortened.mcap"
    _copy_without_the_second_half(recording, shortened)
    assert arena("evaluation", "replay", str(shortened), "--json") == 3
    (row,) = rows_of(capsys.readouterr().out)
    assert row["agrees"] is False
    assert row["differences"]


@pytest.mark.parametrize("verb", ["run", "evaluation", "bench", "launch"])
def test_help_teaches_every_verb(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert arena(verb, "--help") == 0
    assert f"arena {verb}" in capsys.readouterr().out


def test_without_words_the_verbs_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena() == 2
    assert "evaluation" in capsys.readouterr().out


def _copy_with_a_changed_frame(source: Path, target: Path, tick: int) -> None:
    from attrs import evolve

    recording = open_recording(source)
    writer = RecordingWriter(target, recording.start)
    for frame in recording.frames():
        if frame.tick == tick:
            robots = frame.robots.copy()
            robots[0, 0] += 1e-12
            frame = evolve(frame, robots=robots)
        writer.write_frame(frame)
    writer.finish(None)


def _copy_without_the_second_half(source: Path, target: Path) -> None:
    recording = open_recording(source)
    frames = list(recording.frames())
    record = recording.outcome()
    assert record is not None
    writer = RecordingWriter(target, recording.start)
    snapshots = list(recording.verdicts())
    for frame in frames[: len(frames) // 2]:
        writer.write_frame(frame)
    writer.write_verdicts(snapshots[-1])
    writer.finish(record.outcome)
