"""`arena episode`: what its words stand for, and what it says without nodes; no ROS is asked."""

from __future__ import annotations

import pytest

from arena_cli.argument import UsageError
from arena_cli.episode_words import axes, queue_words
from arena_cli.main import main
from task_generator.human_params import parse_human_params


def test_words_become_modes_leaves_and_people() -> None:
    queued, warnings = queue_words(
        ["world:=007", "tm_obstacles:=random", "task.random.static.n:=[3, 3]", "humansim.speed:=1", "hunav.mode:=on"]
    )
    assert (queued.world, queued.obstacles, queued.robots, queued.modules) == ("007", "random", "", None)
    assert queued.leaves == {("random", "static.n"): (3, 3)}
    assert queued.people == {"humansim.speed": 1, "hunav.mode": "on"}
    assert warnings == ("tm_obstacles is the old name of task.obstacles",)


def test_a_fleet_is_staged_entry_by_entry() -> None:
    assert queue_words(["robot:=jackal[2], turtlebot"])[0].fleet == ("jackal[2]", "turtlebot")
    assert queue_words(["world:=here"])[0].fleet == ()


def test_modules_that_are_named_replace_the_others() -> None:
    assert queue_words(["task.modules:=staged,rviz_ui"])[0].modules == ("staged", "rviz_ui")
    assert queue_words(["world:=here"])[0].modules is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "nothing to stage"),
        (["task.obstacles:=randon"], "random"),
        (["task.random.static.m:=3"], "task.random.static.n"),
        (["task.random.static.n:=[a]"], "static.n"),
        (["word:=x"], "world"),
        (["robot:=jackal[x]"], "model or model"),
    ],
)
def test_what_the_node_would_drop_is_refused_at_once(words: list[str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        queue_words(words)


def test_leaves_go_to_the_axis_whose_mode_they_belong_to() -> None:
    queued, _ = queue_words(["task.random.static.n:=[1, 1]"])
    assert axes(queued, "random", "scenario") == ({"static.n": (1, 1)}, {})
    assert axes(queued, "scenario", "random") == ({}, {"static.n": (1, 1)})
    assert axes(queued, "random", "random") == ({"static.n": (1, 1)}, {}), "one parameter, which both modes share"
    with pytest.raises(UsageError, match=r"task\.obstacles:=random"):
        axes(queued, "scenario", "scenario")


def test_a_mode_of_the_same_call_counts_for_its_leaves() -> None:
    queued, _ = queue_words(["task.scenario.file:=demo", "task.robots:=scenario"])
    assert axes(queued, "random", "random") == ({}, {"file": "demo"})


@pytest.mark.parametrize("word", ["humansim", "human.speed:=1", "crowd.speed:=1", "humansim:=1"])
def test_names_of_people_s_parameters_are_checked(word: str) -> None:
    with pytest.raises(ValueError, match="human_params"):
        parse_human_params([word])


@pytest.mark.parametrize("action", ["queue", "reset", "run", "status"])
def test_every_action_explains_itself_and_its_exit_codes(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["episode", action, "--help"]) == 0
    text = capsys.readouterr().out
    assert f"arena episode {action}" in text
    assert "exit codes: 0" in text
    assert all(option in text for option in ("--namespace", "--domain", "--timeout", "--json"))


@pytest.mark.parametrize(
    "words",
    [["episode"], ["episode", "stat"], ["episode", "run", "sed:=1"], ["episode", "status", "--domain", "999"]],
)
def test_bad_usage_is_exit_code_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "Traceback" not in capsys.readouterr().err
