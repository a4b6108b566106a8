"""One table of launch arguments feeds `arena launch`."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from arena_cli.argument import UsageError, parse_arguments
from arena_cli.environments import node_plans
from arena_cli.launch import command
from arena_cli.launch_arguments import LAUNCH, NODES, PEOPLE_ARGUMENTS, RUNTIME, TASK_GENERATOR, launch_arguments
from arena_cli.launch_call import plans_of
from arena_cli.launch_checks import check_modes
from arena_cli.main import main
from task_generator.parameters import declared_parameters
from task_generator.ros.node_declarations import node_declarations

# The parameters of the people are offered by their own names.
NOT_OFFERED = {"human_params"}


def test_every_parameter_of_the_task_generator_is_an_argument() -> None:
    declared = {entry.name for entry in node_declarations()} | set(declared_parameters())
    assert {row.name for row in launch_arguments() if row.node == TASK_GENERATOR} == declared - NOT_OFFERED


def test_names_are_unique_and_every_row_has_a_node() -> None:
    names = [row.name for row in launch_arguments()]
    assert len(names) == len(set(names))
    assert {row.node for row in launch_arguments()} == {*NODES, LAUNCH}


def test_defaults_are_what_the_arguments_themselves_accept() -> None:
    rows = launch_arguments()
    tokens = [f"{row.name}:={row.default_text}" for row in rows]
    parsed = parse_arguments([row.argument for row in rows], tokens)
    check_modes(parsed)


def words_of(*tokens: str) -> dict[str, list[str]]:
    rows = launch_arguments()
    parsed = parse_arguments([row.argument for row in rows], tokens)
    return {plan.node: command(plan, rows, parsed) for plan in node_plans(1, False, "", "")}


def test_only_what_was_given_is_handed_over_and_texts_stay_texts() -> None:
    words = words_of("world:=007", "target_rtf:=2", "task.episode.auto_reset:=false", 'run_seed:=a"b\\c')
    assert "target_rtf:=2.0" in words[RUNTIME]
    given = dict(word.split(":=", 1) for word in words[TASK_GENERATOR] if ":=" in word)
    read = {name: yaml.safe_load(value) for name, value in given.items()}
    assert read == {
        "use_sim_time": True,
        "world": "007",
        "task.episode.auto_reset": False,
        "run_seed": 'a"b\\c',
        "autostart": True,
    }


@pytest.mark.parametrize(
    "token", ["task.obstacles:=randon", "task.random.static.n:=[a]", "target_rtf:=fast", "no.such:=1"]
)
def test_what_a_node_would_refuse_is_refused_before_it_starts(token: str) -> None:
    rows = launch_arguments()
    with pytest.raises(UsageError):
        check_modes(parse_arguments([row.argument for row in rows], [token]))


def test_parameters_of_the_people_are_arguments_of_their_own_names() -> None:
    rows = [row.argument for row in launch_arguments()]
    parsed = parse_arguments([*rows, *PEOPLE_ARGUMENTS], ["humansim.speed:=1.5", "hunav.tree:=a, b"])
    plans, _ = plans_of(parsed)
    words = {plan.node: command(plan, launch_arguments(), parsed) for plan in plans}
    (given,) = [word.split(":=", 1)[1] for word in words[TASK_GENERATOR] if word.startswith("human_params:=")]
    assert yaml.safe_load(given) == ["humansim.speed:=1.5", "hunav.tree:=a, b"]
    assert not any("humansim" in word for word in words[RUNTIME])
    with pytest.raises(UsageError, match="names no parameter"):
        plans_of(parse_arguments([*rows, *PEOPLE_ARGUMENTS], ["humansim.:=1"]))


def test_the_level_of_the_logs_reaches_every_node() -> None:
    parsed = parse_arguments([row.argument for row in launch_arguments()], ["log_level:=warn", "env.n:=1"])
    plans, _ = plans_of(parsed)
    for plan in plans:
        words = command(plan, launch_arguments(), parsed)
        assert words[words.index("--log-level") + 1] == "warn"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("tm_robots:=random", "task.robots"),
        ("tm_obstacles:=random", "task.obstacles"),
        ("scenario_file:=demo", "task.scenario.file"),
        ("episodes:=3", "task.episode.count"),
        ("task.episodes:=3", "task.episode.count"),
        ("auto_reset:=false", "task.episode.auto_reset"),
        ("task.auto_reset:=false", "task.episode.auto_reset"),
        ("fail_on_collision:=true", "task.episode.fail_on_collision"),
        ("timeout:=5", "task.episode.timeout"),
        ("no_progress_timeout:=5", "task.episode.goto_pose.timeout.no_progress"),
        ("goal_tolerance_radius:=1", "task.episode.goto_pose.tolerance.radius"),
        ("goal_tolerance_angle:=1", "task.episode.goto_pose.tolerance.angle"),
        ("robot_safe_dist:=1", "task.episode.spawn.robot_clearance"),
        ("obstacle_safe_dist:=1", "task.episode.spawn.obstacle_clearance"),
        ("obstacle_max_radius:=1", "task.episode.spawn.obstacle_max_radius"),
        ("mobile:=none", "robot.mobile"),
        ("env_n:=2", "env.n"),
        ("record_data_dir:=here", "record.dir"),
        ("task.fail_on_collision:=true", "task.episode.fail_on_collision"),
        ("tm_modules:=staged", "task.modules"),
    ],
)
def test_old_names_still_work_with_a_warning(old: str, new: str) -> None:
    parsed = parse_arguments([row.argument for row in launch_arguments()], [old])
    assert new in parsed.given
    (warning,) = parsed.warnings
    assert warning == f"{old.partition(':=')[0]} is the old name of {new}"


def test_an_old_name_that_meant_the_opposite_is_turned_around() -> None:
    parsed = parse_arguments([row.argument for row in launch_arguments()], ["disable_auto_recorder:=true"])
    assert parsed["record.auto"] is False
    assert parsed.warnings == ("disable_auto_recorder is the old name of record.auto, which means the opposite",)


@pytest.mark.parametrize("order", [1, -1])
def test_where_an_old_and_the_new_name_are_given_the_new_one_counts(order: int) -> None:
    words = ["tm_robots:=explore", "task.robots:=guided"][::order]
    parsed = parse_arguments([row.argument for row in launch_arguments()], words)
    assert parsed["task.robots"] == "guided"
    assert parsed.warnings[-1] == "tm_robots is ignored, task.robots is given"


def planned(*words: str) -> dict[str, Any]:
    parsed = parse_arguments([row.argument for row in launch_arguments()], words)
    plans, table = plans_of(parsed)
    assert table == ""
    return {plan.node: (plan, command(plan, launch_arguments(), parsed)) for plan in plans}


def test_a_single_environment_may_have_a_namespace_and_time_stays_where_everybody_looks() -> None:
    plan, words = planned("env.ns:=lab")[RUNTIME]
    assert (plan.namespace, ("clock", "/clock") in plan.remappings) == ("/lab", True)
    assert "__ns:=/lab" in words
    with pytest.raises(UsageError, match=r"env\.n:=1"):
        planned("env.ns:=lab", "env.n:=2")
    with pytest.raises(UsageError, match=r"env\.id:=3: expected env\.n:=1"):
        planned("env.id:=3", "env.n:=2")
    assert "env.id:=3" in planned("env.id:=3")[RUNTIME][1]
    with pytest.raises(UsageError, match="letters"):
        planned("env.ns:=a b")


def test_nothing_is_recorded_where_that_is_switched_off() -> None:
    _, words = planned("record.dir:=here", "record.auto:=false")[RUNTIME]
    assert 'record.dir:=""' in words


def test_a_parameter_file_must_be_there() -> None:
    with pytest.raises(UsageError, match="no such file"):
        planned("task.params:=nowhere.yaml")


def test_without_ros_one_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("arena_cli.launch.find_spec", lambda name: None)
    assert main(["launch", "world:=map_empty"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "make setup" in said.err


def test_help_lists_every_argument(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["launch", "--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"  {row.name}:=" in text for row in launch_arguments())
