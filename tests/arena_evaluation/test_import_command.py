"""What comes of an imported recording: verdicts, replay, metrics, and what the command says."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from foreign_bag import odometry, standing, straight, times, transforms, write_bag

from arena_cli.main import main
from arena_evaluation.metrics.catalogue import measure
from arena_evaluation.metrics.recorded_run import read_run
from arena_evaluation.metrics.robot_run import RobotRun
from arena_evaluation.replay import judge_further, replay
from arena_simulation_setup.conditions.parse import parse_clause
from arena_simulation_setup.recording.reader import Recording, open_recording

Run = Callable[..., dict[str, Any]]
THROUGH_THE_DOOR = straight(1.0, 4.0, 3.0)
"""From the hall at x = 4 m through the door at x = 10 m into the ward, 1 m/s along y = 3 m."""


@pytest.fixture
def bag(tmp_path: Path) -> Path:
    return write_bag(tmp_path / "bag", odometry(THROUGH_THE_DOOR, times(9, 20)))


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.yaml"
    path.write_text(
        'conditions:\n- {op: eventually, p: "robot in ward"}\n- {op: never, p: "ward_door.state == open"}\n'
        '- {op: before, p: "robot in hall", q: "robot in ward"}\n',
        encoding="utf-8",
    )
    return path


def test_conditions_are_judged_at_the_ticks_that_the_trajectory_gives(bag: Path, run_import: Run, rules: Path) -> None:
    said = run_import(bag, "--conditions", str(rules))
    verdicts = [(verdict["state"], verdict["tick"]) for verdict in said["verdicts"]]
    assert verdicts == [("holds", 180), ("unknown", 270), ("holds", 0)]
    assert "field 'ward_door.state' is unknown" in said["verdicts"][1]["reason"]
    again = replay(Path(said["recording"]))
    assert again.agrees
    assert [verdict.state for verdict in again.judged_verdicts] == ["holds", "unknown", "holds"]
    assert (said["outcome"], said["phases"]) == ("SKIPPED", [])


def test_names_that_nothing_has_are_told_with_the_nearest_one(
    bag: Path, clinic: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "typo.yaml"
    path.write_text('conditions:\n- {op: never, p: "robot in wardd"}\n', encoding="utf-8")
    words = [str(bag), f"world:={clinic}", "-o", str(tmp_path / "out"), "--conditions", str(path)]
    assert main(["evaluation", "import", *words]) == 0
    captured = capsys.readouterr()
    doubt = "condition 'robot in wardd' can never be judged: there is no zone, door or elevator 'wardd'"
    assert captured.err == f"arena: warning: {bag}: {doubt} (did you mean 'ward'?)\n"
    assert "unknown" in captured.out


def test_a_violated_condition_is_exit_code_three(bag: Path, run_import: Run, tmp_path: Path) -> None:
    path = tmp_path / "strict.yaml"
    path.write_text('conditions:\n- {op: never, p: "robot in ward", on_failure: abort_episode}\n', encoding="utf-8")
    said = run_import(bag, "--conditions", str(path), code=3)
    assert [(verdict["state"], verdict["tick"]) for verdict in said["verdicts"]] == [("violated", 180)]
    assert said["outcome"] == "FAILED"


def test_conditions_can_be_judged_later_on_what_was_imported_without_any(bag: Path, run_import: Run) -> None:
    path = Path(run_import(bag)["recording"])
    found = judge_further(path, [parse_clause({"op": "never", "p": "robot in ward"})])
    assert [(verdict.state, verdict.tick) for verdict in found] == [("violated", 180)]
    assert replay(path).agrees


def metrics_of(recording: str, *names: str) -> dict[str, Any]:
    run = read_run(Path(recording))
    return {name: found.value for name, found in measure(RobotRun(run, run.robots[0]), names).items()}


def test_a_goal_makes_a_task_that_is_met_where_the_trajectory_meets_it(bag: Path, run_import: Run) -> None:
    said = run_import(bag, "--goal", "12,3", "--tolerance", "0.5", "--radius", "0.2")
    assert (said["outcome"], said["frames"]) == ("SUCCESS", 226)
    assert [phase["tick"] for phase in said["phases"]] == [225]
    assert "1.50 s after the end of the task are left out" in said["notes"]
    names = ("success", "time_to_goal", "path_length", "geodesic_length", "spl", "velocity_mean", "collisions")
    found = metrics_of(said["recording"], *names)
    assert found["success"] is True
    assert found["time_to_goal"] == pytest.approx(7.5)
    assert found["path_length"] == pytest.approx(7.5)
    assert found["geodesic_length"] == pytest.approx(8.0, abs=0.1)
    assert (found["spl"], found["velocity_mean"]) == (pytest.approx(1.0), pytest.approx(1.0))
    assert found["collisions"] is None
    assert replay(Path(said["recording"])).agrees


def test_a_goal_that_is_not_reached_fails_and_one_with_a_heading_needs_the_heading(bag: Path, run_import: Run) -> None:
    missed = run_import(bag, "--goal", "19,3")
    assert (missed["outcome"], missed["info"]) == ("FAILED", "the imported recording ends before the goal")
    turned = run_import(bag, "--goal", f"12,3,{math.pi}")
    assert turned["outcome"] == "FAILED"
    assert run_import(bag, "--goal", "12,3,0")["outcome"] == "SUCCESS"
    two = run_import(bag, "--goal", "6,3", "--goal", "11,3", "--tolerance", "0.25")
    assert [phase["tick"] for phase in two["phases"]] == [53, 203]


def test_the_tasks_and_conditions_of_a_scenario_are_judged(
    bag: Path, clinic: Path, tmp_path: Path, run_import: Run, capsys: Any
) -> None:
    folder = clinic / "scenarios" / "visit"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "scenario.yaml").write_text(
        "robots:\n- start: [1.0, 3.0, 0.0]\n"
        '  phases: [{goto: ward}]\nconditions:\n- {op: never, p: "robot in ward_door"}\n',
        encoding="utf-8",
    )
    said = run_import(bag, "--scenario", "visit", code=3)
    assert [(phase["outcome"], phase["tick"]) for phase in said["phases"]] == [("met", 180)]
    assert said["verdicts"][0]["state"] == "violated"
    assert open_recording(Path(said["recording"])).start.episode.scenario == "visit"
    assert replay(Path(said["recording"])).agrees
    assert main(["evaluation", "import", str(bag), f"world:={clinic}", "-o", "x", "--scenario", "visti"]) == 2
    assert "visit" in capsys.readouterr().err
    both = ["--scenario", "visit", "--goal", "1,1"]
    assert main(["evaluation", "import", str(bag), f"world:={clinic}", "-o", "x", *both]) == 2
    assert "--goal and --scenario both say what the task is" in capsys.readouterr().err


def test_goals_are_moved_with_the_recorded_map(tmp_path: Path, run_import: Run) -> None:
    bag = write_bag(tmp_path / "moved", odometry(straight(1.0, 0.0, 0.0), times(5, 20)))
    said = run_import(bag, "--offset", f"4,1,{math.pi / 2}", "--goal", "3,0", "--tolerance", "0.5")
    assert [phase["tick"] for phase in said["phases"]] == [75]
    assert "goto (4.00, 4.00)" in said["phases"][0]["reason"]


def test_a_robot_without_a_task_has_metrics_of_its_motion_and_none_of_a_task(bag: Path, run_import: Run) -> None:
    recording = run_import(bag)["recording"]
    run = read_run(Path(recording))
    found = measure(RobotRun(run, "robot_0"))
    assert found["path_length"].value == pytest.approx(9.0)
    assert found["velocity_max"].value == pytest.approx(1.0)
    assert found["clearance_min"].value is not None
    for name in ("success", "outcome", "stuck", "goal_condition_rate", "sdtw"):
        assert (found[name].value, found[name].reason) == (None, "robot_0 has no task")
    for name in ("collisions", "collisions_wall", "collision_time", "robot_on_person_collisions"):
        assert (found[name].value, found[name].reason) == (None, "the imported recording tells no contacts")
    for name in ("doorway_blocking_time", "speed_zone_time", "quiet_zone_dwell", "restricted_zone_entries"):
        reason = "the imported recording tells no states of doors and zones"
        assert (found[name].value, found[name].reason) == (None, reason)


def test_missing_frames_leave_metrics_without_a_value(tmp_path: Path, run_import: Run) -> None:
    moments = [time for time in times(9, 20) if not 2.0 < time < 4.0]
    said = run_import(write_bag(tmp_path / "gap", odometry(THROUGH_THE_DOOR, moments)))
    run = read_run(Path(said["recording"]))
    found = measure(RobotRun(run, "robot_0"), ["path_length"])["path_length"]
    assert (found.value, found.reason) == (None, "frames between 2.00 s and 4.00 s are missing")


def test_frames_of_our_own_recording_come_back_through_its_transforms(
    tmp_path: Path, run_import: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Our recordings are bags as well: what the transforms tell ten times a second is where the robots were."""
    monkeypatch.chdir(tmp_path)
    assert main(["run", "world:=map_empty", "scenario:=default", "seed:=1", "picture:=false", "--quiet"]) == 0
    source = next(tmp_path.rglob("episode_001.mcap"))
    capsys.readouterr()
    arguments = ["evaluation", "import", str(source), "world:=map_empty", "-o", "again", "--rate", "10", "--json"]
    assert main([*arguments, "--frame", "base=base_link"]) == 0
    again = open_recording(Path(json.loads(capsys.readouterr().out)["recording"]))
    ours = {frame.time_ns: frame.robots[0, :2].tolist() for frame in open_recording(source).frames()}
    theirs = {frame.time_ns: frame.robots[0, :2].tolist() for frame in again.frames()}
    assert again.start.layout.robots == open_recording(source).start.layout.robots
    shared = [time for time in theirs if time in ours]
    assert len(shared) > 20
    for time in shared:
        assert theirs[time] == pytest.approx(ours[time], abs=1e-6)


def test_looking_needs_no_world_and_writes_nothing(
    bag: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    assert main(["evaluation", "import", str(bag), "--list"]) == 0
    said = capsys.readouterr().out
    assert "/odom  nav_msgs/msg/Odometry  181       used" in said
    assert "robot robot_0: topic /odom (nav_msgs/msg/Odometry)" in said
    assert "robot_0: 0.00 s to 9.00 s" in said
    assert sorted(tmp_path.rglob("*")) == before


def test_topics_are_shown_also_where_no_robot_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bag = write_bag(tmp_path / "still", transforms(standing(), [0.0], "map", "base_link", "/tf_static"))
    assert main(["evaluation", "import", str(bag), "--list"]) == 1
    captured = capsys.readouterr()
    assert "/tf_static  tf2_msgs/msg/TFMessage  1" in captured.out
    assert captured.err.startswith(f"arena: {bag} shows no robot")
    assert main(["evaluation", "import", str(bag), "--list", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["topics"][0]["name"] == "/tf_static"


def test_several_bags_are_several_episodes_and_a_bad_one_stops_none(
    bag: Path, clinic: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = write_bag(tmp_path / "other", odometry(standing(2.0, 2.0), times(1, 20)))
    words = [str(bag), str(tmp_path / "nothing"), str(other), f"world:={clinic}", "-o", str(tmp_path / "out")]
    assert main(["evaluation", "import", *words]) == 1
    captured = capsys.readouterr()
    assert captured.err == f"arena: there is no {tmp_path / 'nothing'}\n"
    assert f"{tmp_path / 'out'}/episode_003/episode_003.mcap: 31 frames, 1.00 s" in captured.out
    found = sorted(path.name for path in (tmp_path / "out").rglob("*.mcap"))
    assert found == ["episode_001.mcap", "episode_003.mcap"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["-o", "out"], "arena evaluation import needs world:=NAME (or --list to look only)"),
        (["world:=map_empty"], "arena evaluation import needs -o DIR (or --list to look only)"),
        (["world:=map_emtpy", "-o", "out"], "world 'map_emtpy' not found; did you mean 'map_empty'?"),
        (["world:=map_empty", "-o", "out", "--goal", "1"], "--goal: expected x,y or x,y,yaw, got '1'"),
        (["world:=map_empty", "-o", "out", "--offset", "-1,x"], "--offset: expected a number, got 'x'"),
        (["world:=map_empty", "-o", "out", "--robot", "spot"], "--robot: expected NAME=TOPIC, got 'spot'"),
        (["world:=map_empty", "-o", "out", "--frame", "mop=a"], "--frame: unknown frame 'mop' (did you mean 'map'?)"),
        (["world:=map_empty", "-o", "out", "--robot", "a=/x", "--robot", "a=/y"], "--robot: 'a' is given twice"),
        (["wurld:=map_empty", "-o", "out"], "unknown argument 'wurld' (did you mean 'world'?)"),
    ],
)
def test_bad_usage_is_told(
    bag: Path, words: list[str], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["evaluation", "import", str(bag), *words]) == 2
    assert complaint in capsys.readouterr().err


def test_a_robot_that_is_nowhere_on_the_map_was_elsewhere(bag: Path, run_import: Run) -> None:
    error = run_import(bag, "--offset", "-50,0", code=1)["error"]
    assert "no robot is ever on the map of" in error
    assert "robot_0 begins at (-46.00, 3.00), and the map lies between" in error
    assert "--offset x,y,yaw?" in error


def test_doubts_about_the_offset_are_told(bag: Path, run_import: Run) -> None:
    notes = run_import(bag, "--offset", "10,0")["notes"]
    assert any("of its poses are beyond the map" in note for note in notes)
    beside = write_bag(bag.parent / "beside", odometry(straight(1.0, 4.0, -0.1), times(5, 20)))
    doubt = "robot_0: 100% of its poses are in walls or furniture (is --offset right?)"
    assert doubt in run_import(beside)["notes"]
    assert doubt not in run_import(bag)["notes"]


def test_a_level_is_a_frame_of_its_own(tmp_path: Path, clinic: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tower = tmp_path / "tower"
    for level in ("0", "1"):
        (tower / level).mkdir(parents=True)
        (tower / level / "world.yaml").write_text((clinic / "0" / "world.yaml").read_text("utf-8"), encoding="utf-8")
    bag = write_bag(tmp_path / "bag", odometry(straight(1.0, 4.0, 3.0), times(2, 20)))
    arguments = ["evaluation", "import", str(bag), f"world:={tower}", "-o", str(tmp_path / "out"), "--json"]
    assert main([*arguments, "--level", "1"]) == 0
    path = Path(json.loads(capsys.readouterr().out)["recording"])
    clauses = [parse_clause({"op": "always", "p": f"robot in hall/{level}"}) for level in ("0", "1")]
    assert [verdict.state for verdict in judge_further(path, clauses)] == ["violated", "holds"]
    assert main([*arguments, "--level", "2"]) == 1
    assert "has no level '2' (loaded: 0, 1)" in capsys.readouterr().err


def test_an_ambiguous_name_in_a_condition_is_refused(
    tmp_path: Path, clinic: Path, capsys: pytest.CaptureFixture[str], rules: Path
) -> None:
    tower = tmp_path / "tower"
    for level in ("0", "1"):
        (tower / level).mkdir(parents=True)
        (tower / level / "world.yaml").write_text((clinic / "0" / "world.yaml").read_text("utf-8"), encoding="utf-8")
    bag = write_bag(tmp_path / "bag", odometry(straight(1.0, 4.0, 3.0), times(2, 20)))
    words = [str(bag), f"world:={tower}", "-o", str(tmp_path / "out"), "--conditions", str(rules)]
    assert main(["evaluation", "import", *words]) == 1
    error = capsys.readouterr().err
    assert "'ward' is a place on several levels; write ward/0 or ward/1" in error


def test_a_folder_that_can_not_be_written_is_told(bag: Path, clinic: Path, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["evaluation", "import", str(bag), f"world:={clinic}", "-o", str(tmp_path / "file")]) == 1
    assert "can not record into" in capsys.readouterr().err


def test_an_imported_recording_is_not_simulated_again(bag: Path, run_import: Run, capsys: Any) -> None:
    path = run_import(bag)["recording"]
    assert main(["run", f"recording:={path}"]) == 2
    said = f"{path} was imported: it can be judged and measured, but not simulated again"
    assert said in capsys.readouterr().err


def test_the_recording_says_that_it_was_imported(bag: Path, run_import: Run) -> None:
    recording: Recording = open_recording(Path(run_import(bag)["recording"]))
    episode = recording.start.episode
    assert (episode.obstacles_mode, episode.robots_mode, episode.robots[0].adapter) == ("imported",) * 2 + ("external",)
    assert recording.truncated is False
