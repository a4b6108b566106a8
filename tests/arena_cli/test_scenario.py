"""`arena scenario`: what it prints, draws and judges, and with which exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from PIL import Image

from arena_cli.main import main
from arena_simulation_setup.tree.search_paths import shipped, world_names

HALL = "zones:\n- name: hall\n  description: Great hall\n  corners: [[0, 0], [8, 0], [8, 6], [0, 6]]\n"
ROW = ("code", "severity", "file", "line", "column", "path", "message", "found", "expected", "suggestion")
ROBOT_AND_PERSON = ((208, 30, 46), (31, 119, 180))
PLAYED: dict[str, Any] = {
    "dynamic": [{"name": "guest", "model": "arenian", "pose": [6, 1], "waypoints": [[6, 5], "hall"]}],
    "robots": [
        {
            "start": [1, 1, 0],
            "phases": [{"goto": [4, 3, 0], "conditions": [{"op": "never", "p": "guest in hall"}]}, {"goto": "hall"}],
            "conditions": [{"op": "eventually", "p": "robot within 1 of guest", "text": "Meet the guest."}],
        }
    ],
    "conditions": [{"op": "always", "p": "robot in hall", "on_failure": "abort_episode"}],
}
LOG = "t,name,kind,x,y,yaw\n0,r2,robot,1,1,0\n0,guest,person,6,1,0\n2.5,r2,robot,4,3,0\n4,r2,robot,9,3,0\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A world with one good scenario."""
    folder = tmp_path / "place"
    (folder / "0").mkdir(parents=True)
    (folder / "0" / "world.yaml").write_text(HALL, encoding="utf-8")
    write(folder, "visit", PLAYED)
    return folder


def write(folder: Path, name: str, scenario: dict[str, Any]) -> None:
    (folder / "scenarios" / name).mkdir(parents=True)
    (folder / "scenarios" / name / "scenario.yaml").write_text(yaml.safe_dump(scenario), encoding="utf-8")


def rules(folder: Path, *clauses: dict[str, str]) -> str:
    path = folder / "rules.yaml"
    path.write_text(yaml.safe_dump({"conditions": list(clauses)}), encoding="utf-8")
    return str(path)


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "log.csv"
    path.write_text(LOG, encoding="utf-8")
    return str(path)


def test_list_counts_what_is_in_each_scenario(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(place, "broken", {"conditions": [{"op": "nver", "p": "robot in hall"}]})
    assert main(["scenario", "list", str(place), "--json"]) == 0
    rows = {row["name"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert rows["broken"]["errors"] > 0
    del rows["visit"]["file"]
    assert rows["visit"] == {
        "name": "visit",
        "robots": 1,
        "phases": 2,
        "people": 1,
        "objects": 0,
        "conditions": 3,
        "timeline": 0,
        "errors": 0,
    }
    assert main(["scenario", "list", str(place)]) == 0
    assert "broken (" in capsys.readouterr().out


@pytest.mark.parametrize("name", world_names({}))
def test_every_shipped_scenario_passes_the_strict_check(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "check", name, "--strict"]) == 0, capsys.readouterr().out
    assert list((shipped("worlds") / name / "scenarios").iterdir())


@pytest.mark.parametrize(
    ("change", "options", "code"),
    [
        ({}, [], 0),
        ({}, ["--strict"], 0),
        ({"conditions": [{"op": "never", "p": "robot in hal"}]}, [], 0),
        ({"conditions": [{"op": "never", "p": "robot in hal"}]}, ["--strict"], 1),
        ({"robots": [{"start": "hal"}]}, [], 1),
        ({"robots": [{"start": [1, 1], "phases": [{"goto": 7}]}]}, ["--json"], 1),
    ],
)
def test_exit_code_of_check_tells_whether_something_is_wrong(
    place: Path, change: dict[str, Any], options: list[str], code: int
) -> None:
    write(place, "other", {**PLAYED, **change})
    assert main(["scenario", "check", str(place), "other", *options]) == code
    assert main(["scenario", "check", str(place), "visit", "--strict"]) == 0


def test_check_tells_of_the_named_scenario_only(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "0" / "world.yaml").write_text(HALL + "  walls: [{start: [0, 9], end: [4, 9]}]\n", encoding="utf-8")
    for name in ("one", "two"):
        write(place, name, {**PLAYED, "conditions": [{"op": "never", "p": f"robot in {name}"}]})
    assert main(["scenario", "check", str(place), "two", "--json"]) == 0
    captured = capsys.readouterr()
    (row,) = map(json.loads, captured.out.splitlines())
    assert tuple(row) == ROW
    assert (row["code"], row["found"], row["path"]) == ("condition.unknown", "robot in two", "conditions[0].p")
    assert captured.err == f"{place} two: 1 warning\n"


def test_check_tells_what_keeps_the_world_from_being_read(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "0" / "world.yaml").write_text("zones: 7\n", encoding="utf-8")
    assert main(["scenario", "check", str(place)]) == 1
    assert "world.yaml:1:8" in capsys.readouterr().out


def test_sample_scenarios_are_checked_without_a_crash(samples: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "check", str(samples / "demo"), "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows == []
    assert main(["scenario", "check", str(samples / "hospital_1"), "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["code"] for row in rows} == {"asset.missing", "robot.goal", "scenario.blocked"}
    for name in ("conditions", "tasks", "showcase"):
        assert main(["scenario", "show", str(samples / "hospital_1"), name]) == 0


def test_show_tells_who_shall_do_what_where(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "show", str(place), "visit"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "place, scenario visit",
        "├─ robot 0 starts at (1.00, 1.00) in Great hall",
        "│  ├─ 0: Go to (4.0, 3.0).",
        "│  │  └─ 0:0: It must never happen that guest is in Great hall.",
        "│  ├─ 1: Go to Great hall.",
        "│  └─ r0:0: Meet the guest. [eventually robot within 1 of guest]",
        "├─ person guest (arenian) starts at (6.00, 1.00) in Great hall and walks to (6.00, 5.00) in Great hall, "
        "then to somewhere in Great hall",
        "└─ conditions, for each robot",
        "   └─ e0: It must hold all the time that you are in Great hall. (a violation ends the episode)",
    ]


def test_show_draws_starts_goals_and_ways(place: Path, tmp_path: Path) -> None:
    drawn = []
    for number, seed in enumerate((1, 1, 2)):
        image = tmp_path / f"{number}.png"
        assert main(["scenario", "show", str(place), "visit", "--image", str(image), "--seed", str(seed)]) == 0
        drawn.append(np.asarray(Image.open(image).convert("RGB")).astype(int))
    robot, person = ((np.abs(drawn[0] - color).sum(axis=2) < 60) for color in ROBOT_AND_PERSON)
    # 50 pixels per metre, (0, 0) is at column 50 and row 350.
    assert robot[285:315, 85:115].sum() > 50, "the ring at the start"
    assert robot[240:260, 165:185].any(), "the way from (1, 1) to (4, 3) at its middle"
    assert robot[190:210, 240:260].sum() > 50, "the cross at the goal (4, 3)"
    assert person[295:305, 345:355].sum() > 50, "the disc of the guest at (6, 1)"
    assert person[100:290, 340:360].any(), "the way of the guest to (6, 5)"
    assert (drawn[0] == drawn[1]).all()
    assert (drawn[0] != drawn[2]).any()


def test_judge_holds_a_scenario_against_a_log(place: Path, log: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "judge", log, "--world", str(place), "--scenario", "visit", "--json"]) == 3
    judged = json.loads(capsys.readouterr().out)
    states = {verdict["id"]: (verdict["state"], verdict["tick"]) for verdict in judged["verdicts"]}
    assert states == {"e0": ("violated", 2), "r0:0": ("violated", 2), "0:0": ("violated", 0)}
    assert [phase["outcome"] for phase in judged["phases"]] == ["met", "dropped"]
    assert judged["violated"] is True


def test_judge_judges_conditions_on_every_frame(place: Path, log: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = rules(
        place,
        {"op": "always", "p": "robot in hall"},
        {"op": "never", "p": "robot within 1 of guest"},
        {"op": "never", "p": "door.open == true"},
    )
    assert main(["scenario", "judge", log, "--world", str(place), "--conditions", path, "--json"]) == 3
    judged = json.loads(capsys.readouterr().out)
    assert (judged["frames"], judged["judged_until_s"], judged["phases"]) == (3, 4.0, [])
    assert [(verdict["state"], verdict["tick"]) for verdict in judged["verdicts"]] == [
        ("violated", 2),
        ("holds", 2),
        ("unknown", 2),
    ]
    assert judged["verdicts"][0]["reason"] == "always robot in hall: false at 4.00 s, robot at (9.00, 3.00)"


@pytest.mark.parametrize(("p", "code"), [("robot in hall", 0), ("door.open == true", 0), ("guest within 1 of r2", 3)])
def test_exit_code_of_judge_tells_whether_a_condition_is_violated(place: Path, log: str, p: str, code: int) -> None:
    path = rules(place, {"op": "eventually", "p": p})
    assert main(["scenario", "judge", log, "--world", str(place), "--conditions", path]) == code


def test_a_bad_log_is_1_and_all_its_problems_are_told(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = place / "bad.csv"
    bad.write_text(LOG + "3,r2,robot,1,1,0\n5,r2,robto,1,1,0\n", encoding="utf-8")
    assert main(["scenario", "judge", str(bad), "--world", str(place), "--scenario", "visit"]) == 1
    told = capsys.readouterr().err
    assert f"{bad}:6:1: t goes back to 3" in told
    assert f"{bad}:7:6: unknown kind 'robto'" in told
    assert main(["scenario", "judge", str(place / "no.csv"), "--world", str(place), "--scenario", "visit"]) == 1
    bad.write_text("t,name,kind,x,y,yaw\n0,guest,person,1,1,0\n", encoding="utf-8")
    assert main(["scenario", "judge", str(bad), "--world", str(place), "--scenario", "visit"]) == 1


@pytest.mark.parametrize(
    "text", ["", "conditions: 7\n", "condition: []\n", "conditions:\n- {op: nver, p: robot in x}\n"]
)
def test_a_bad_file_of_conditions_is_1(place: Path, log: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = place / "rules.yaml"
    path.write_text(text, encoding="utf-8")
    assert main(["scenario", "judge", log, "--world", str(place), "--conditions", str(path)]) == 1
    assert f"{path}:" in capsys.readouterr().err


def test_judge_tells_doubts(place: Path, log: str, capsys: pytest.CaptureFixture[str]) -> None:
    two = {**PLAYED, "robots": [PLAYED["robots"][0], {"start": [2, 2], "phases": [{"goto": "hall"}]}]}
    write(place, "two", two)
    main(["scenario", "judge", log, "--world", str(place), "--scenario", "two"])
    assert "tasks for 2 robots and the log has 1" in capsys.readouterr().err
    path = rules(place, {"op": "never", "p": "gest in hall"})
    main(["scenario", "judge", log, "--world", str(place), "--conditions", path])
    assert "did you mean 'guest'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["chek", "map_empty"],
        ["list"],
        ["list", "no_such_world"],
        ["check", "map_empty", "no_such_scenario"],
        ["check", "map_empty", "--radius", "wide"],
        ["show", "map_empty"],
        ["show", "map_empty", "no_such_scenario"],
        ["show", "map_empty", "default", "--seed", "x"],
        ["judge", "log.csv"],
        ["judge", "log.csv", "--world", "map_empty"],
        ["judge", "log.csv", "--world", "map_empty", "--scenario", "default", "--conditions", "rules.yaml"],
        ["judge", "log.csv", "--world", "map_empty", "--scenario", "no_such_scenario"],
    ],
)
def test_bad_usage_is_2_and_says_why(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", *words]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("arena: ") or not words


@pytest.mark.parametrize("action", ["list", "check", "show", "judge"])
def test_every_action_explains_itself(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", action, "--help"]) == 0
    assert f"arena scenario {action}" in capsys.readouterr().out


def test_a_goal_whose_name_two_levels_share_is_the_one_on_the_goals_level(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for level in ("0", "1"):
        folder = tmp_path / "tower" / level
        folder.mkdir(parents=True)
        room = "{name: room, corners: [[0, 0], [4, 0], [4, 4], [0, 4]]}"
        (folder / "world.yaml").write_text(f"zones: [{room}]\n", encoding="utf-8")
    scenario = tmp_path / "tower" / "scenarios" / "up"
    scenario.mkdir(parents=True)
    task = "{start: [1, 1], start_floor: '1', goal_floor: '1', phases: [{goto: room}]}"
    (scenario / "scenario.yaml").write_text(f"robots: [{task}]\n", encoding="utf-8")
    log = tmp_path / "log.csv"
    rows = "0.0,rover,robot,10.0,1.0,0.0\n1.0,rover,robot,10.5,1.0,0.0\n"
    log.write_text(f"t,name,kind,x,y,yaw\n{rows}", encoding="utf-8")
    words = ["scenario", "judge", str(log), "--world", str(tmp_path / "tower"), "--scenario", "up", "--json"]
    assert main(words) == 0
    assert '"met"' in capsys.readouterr().out
