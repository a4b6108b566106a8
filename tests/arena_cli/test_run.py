import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from arena_cli.main import main
from arena_lab.batch import Batch, requests
from arena_simulation_setup.order import Order, SetField
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.recording.writer import RecordingWriter
from arena_simulation_setup.site import open_site
from arena_simulation_setup.tree.search_paths import shipped
from task_generator.request import EpisodeRequest

ROW_KEYS = [
    "episode",
    "world",
    "scenario",
    "seed",
    "outcome",
    "info",
    "verdicts",
    "phases",
    "collisions",
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
    assert [row["scenario"] for row in rows_of(capsys.readouterr().out)] == ["crossing", "default", "slalom"]


def test_the_extension_of_a_scenario_may_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("scenario:=default.json", "seed:=1", "record.auto:=false", "--json")
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


@pytest.mark.parametrize("words", [["run", "--help"], ["world", "show", "airport"], ["scenario", "list", "airport"]])
def test_a_reader_that_has_seen_enough_is_no_error(words: list[str]) -> None:
    command = [sys.executable, "-m", "arena_cli.main", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


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


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("seed:=9223372036854775808", "at most 9223372036854775807"),
        ("task.episode.timeout:=1e308", "at most 9e+09 seconds"),
        ("task.episode.goto_pose.timeout.no_progress:=1e11", "at most 9e+09 seconds"),
        ("task.episode.goto_pose.hold_time:=1e308", "from 0 to 9e+09"),
        ("task.episode.goto_pose.hold_time:=-1", "from 0 to 9e+09"),
        ("task.episode.goto_pose.tolerance.radius:=-1", "from 0 to 9e+09"),
        ("task.episode.goto_pose.tolerance.angle:=-0.1", "from 0 to 9e+09"),
        ("episodes:=0", "from 1"),
        ("world:=" + "x" * 300, "not found"),
        ("world:=~no-such-user", "not found"),
        ("world:=map_empty[7]", "unknown level '7'"),
    ],
)
def test_a_value_that_nothing_can_be_done_with_is_refused_before_anything_runs(
    word: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena("run", word, f"record.dir:={tmp_path}") == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_no_world_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("run", f"world:={tmp_path}") == 2
    assert "is no world: no world.yaml and no folder with one" in capsys.readouterr().err


def test_a_material_left_empty_on_a_door_is_no_surface_and_no_reason_to_stop(tmp_path: Path) -> None:
    level = tmp_path / "bare" / "0" / "world.yaml"
    level.parent.mkdir(parents=True)
    level.write_text(
        "zones:\n- name: hall\n  corners: [[0, 0], [9, 0], [9, 9], [0, 9]]\n"
        "  doors: [{name: d, start: [4, 9], end: [5, 9], material: ''}]\n",
        encoding="utf-8",
    )
    words = ("record.auto:=false", "task.episode.timeout:=0.2", "seed:=1")
    assert arena("run", f"world:={level.parents[1]}", *words) == 0


def test_a_recording_that_can_not_be_made_is_a_row_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A folder that can not be written to from the start is bad usage; this one is lost meanwhile.
    (tmp_path / "taken").write_text("", encoding="utf-8")
    monkeypatch.setattr("arena_lab.batch.run_folder", lambda base, site: tmp_path / "taken")
    words = ("task.episode.timeout:=0.2", "seed:=1", "--json")
    assert arena("run", "world:=map_empty", f"record.dir:={tmp_path}", *words) == 1
    (row,) = rows_of(capsys.readouterr().out)
    assert row["outcome"] == "FATAL"
    assert "can not record into" in str(row["info"])


def test_a_picture_that_can_not_be_drawn_is_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("arena_lab.picture.draw_episode", refuse)
    words = ("task.episode.timeout:=0.2", "seed:=1", f"record.dir:={tmp_path}", "--json")
    assert arena("run", "world:=map_empty", *words) == 0
    captured = capsys.readouterr()
    assert len(rows_of(captured.out)) == 1
    assert "warning: no picture" in captured.err


def test_a_resimulation_as_json_is_one_object(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("run", f"recording:={recording}", "seed:=9", "task.random.static.n:=[1,1]", "--json") == 0
    captured = capsys.readouterr()
    assert "warning: seed is ignored" in captured.err
    assert "warning: task.random.static.n is ignored" in captured.err
    (row,) = rows_of(captured.out)
    assert row["equal"] is True
    assert row["recording"] == str(recording)
    assert row["difference"] == ""


def test_an_order_that_fails_the_resimulation_is_its_difference(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = tmp_path / "ordered" / "ordered.mcap"
    source = open_recording(recording)
    writer = RecordingWriter(changed, source.start)
    for frame in source.frames():
        if frame.tick == 5:
            writer.write_order(Order(5, 0, SetField("nobody", "open", "true")))
        writer.write_frame(frame)
    writer.finish(None)
    assert arena("run", f"recording:={changed}") == 3
    assert "tick 5 failed" in capsys.readouterr().out


def test_any_number_of_episodes_begins_at_once() -> None:
    site = open_site("map_empty", {})
    batch = Batch(EpisodeRequest(1, 0), episodes=10**15, run_seed="run")
    assert next(requests(site, batch)).episode_id == 1


@pytest.mark.parametrize(
    ("words", "warned"),
    [
        (("task.scenario.file:=default",), "neither task.obstacles nor task.robots is scenario"),
        (("task.scenario.file:=default", "scenario:=default"), ""),
        (("task.scenario.file:=other", "scenario:=default"), "scenario is given"),
        (("task.scenario.file:=default", "task.robots:=scenario"), ""),
    ],
)
def test_a_scenario_that_nothing_reads_is_said_to_be_ignored(
    words: tuple[str, ...], warned: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fixed = ("seed:=1", "record.auto:=false", "task.episode.timeout:=0.1", "--json")
    assert arena("run", "world:=map_empty", *words, *fixed) == 0
    said = capsys.readouterr().err
    assert ("is ignored" in said) == bool(warned)
    assert warned in said


def test_a_wall_preset_with_errors_is_said_to_be_a_plain_wall(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = tmp_path / "hall"
    (world / "0").mkdir(parents=True)
    (world / "0" / "world.yaml").write_text(
        "zones:\n- name: hall\n  corners: [[0, 0], [9, 0], [9, 9], [0, 9]]\n"
        "  walls: [{start: [0, 0], end: [9, 0], kind: brick}]\n",
        encoding="utf-8",
    )
    preset = world / "assets" / "Common" / "Wall" / "brick" / "brick.yaml"
    preset.parent.mkdir(parents=True)
    preset.write_text("main: [{materiel: Oak}]\n", encoding="utf-8")
    words = ("record.auto:=false", "task.episode.timeout:=0.1", "seed:=1")
    assert arena("run", f"world:={world}", *words) == 0
    assert f"a plain wall stands for a preset: {preset}:1" in capsys.readouterr().err
