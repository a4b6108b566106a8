"""Every argument that the documented platform has is taken or refused with a sentence of its own."""

from __future__ import annotations

import pytest

from arena_cli.argument import Parsed, UsageError, parse_arguments
from arena_cli.launch_call import checked_call, parsed_call
from arena_cli.main import main
from arena_cli.platform_words import PLATFORM_WORDS, RUN_WORDS, Words, without_platform_words
from arena_cli.run import RUN_ARGUMENTS, RUN_NAMES
from task_generator.constants import Constants

TAKEN, NO_EFFECT, REFUSED = "taken", "no effect", "refused"
# What the platform documents, a value of it each, and what becomes of it in a launch and in a run.
DOCUMENTED = [
    ("sim", "mujoco", NO_EFFECT, NO_EFFECT),
    ("sim", "dummy", REFUSED, REFUSED),
    ("headless", "true", NO_EFFECT, NO_EFFECT),
    ("headless", "false", REFUSED, REFUSED),
    ("viz", "false", NO_EFFECT, NO_EFFECT),
    ("viz", "true", REFUSED, REFUSED),
    ("human", "arena", TAKEN, TAKEN),
    ("human", "hunav", TAKEN, TAKEN),
    ("human", "none", REFUSED, REFUSED),
    ("human", "dummy", REFUSED, REFUSED),
    ("robot", "auto", TAKEN, TAKEN),
    ("robot", "auto[2]", TAKEN, TAKEN),
    ("robot", "jackal,turtlebot", TAKEN, TAKEN),
    ("robot", "setup.yaml", REFUSED, REFUSED),
    ("robot.mobile", "external", TAKEN, TAKEN),
    ("robot.mobile", "nav2", REFUSED, REFUSED),
    ("robot.mobile", "rosnav_rl", REFUSED, REFUSED),
    ("robot.mobile", "drl", REFUSED, REFUSED),
    ("robot.mobile", "manual", REFUSED, REFUSED),
    ("robot.mobile", "none", TAKEN, TAKEN),
    ("robot.arm", "moveit", REFUSED, REFUSED),
    ("robot.arm", "", NO_EFFECT, NO_EFFECT),
    ("robot.planner", "teb", REFUSED, REFUSED),
    ("robot.planner", "", NO_EFFECT, NO_EFFECT),
    ("robot.mobile.max_speed", "1", REFUSED, REFUSED),
    ("robot.lidar.range.max", "1", REFUSED, REFUSED),
    ("robot.train", "false", NO_EFFECT, NO_EFFECT),
    ("robot.train", "true", REFUSED, REFUSED),
    ("robot.ready_timeout", "-1", NO_EFFECT, NO_EFFECT),
    ("robot.ready_timeout", "5", REFUSED, REFUSED),
    ("world", "hospital_1[0]", TAKEN, TAKEN),
    ("world.lighting", "auto", TAKEN, TAKEN),
    ("world.lighting", "bright", REFUSED, TAKEN),
    ("task.robots", "explore", TAKEN, TAKEN),
    ("task.obstacles", "random", TAKEN, TAKEN),
    ("task.modules", "rviz_ui", TAKEN, TAKEN),
    ("task.config", "nowhere.yaml", REFUSED, REFUSED),
    ("task.scenario.file", "slalom", TAKEN, TAKEN),
    ("task.params", "config/arena.yaml", TAKEN, TAKEN),
    ("task.random.static.n", "[1,2]", TAKEN, TAKEN),
    ("task.episode.count", "3", TAKEN, TAKEN),
    ("task.episode.auto_reset", "true", TAKEN, NO_EFFECT),
    ("task.episode.auto_reset", "false", TAKEN, REFUSED),
    ("task.episode.fail_on_collision", "true", TAKEN, TAKEN),
    ("task.episode.goto_pose.tolerance.radius", "1", TAKEN, TAKEN),
    ("task.episode.goto_pose.tolerance.angle", "1", TAKEN, TAKEN),
    ("task.episode.goto_pose.hold_time", "1", TAKEN, TAKEN),
    ("task.episode.goto_pose.signal", "here", TAKEN, TAKEN),
    ("env.n", "2", TAKEN, TAKEN),
    ("env.id", "3", TAKEN, NO_EFFECT),
    ("env.ns", "lab", TAKEN, NO_EFFECT),
    ("env.managed", "true", NO_EFFECT, NO_EFFECT),
    ("env.managed", "false", REFUSED, REFUSED),
    ("env.bootstrap_timeout", "60", TAKEN, NO_EFFECT),
    ("record.dir", "", TAKEN, TAKEN),
    ("record.auto", "false", TAKEN, TAKEN),
    ("complexity", "1", NO_EFFECT, NO_EFFECT),
    ("complexity", "2", REFUSED, REFUSED),
    ("use_sim_time", "True", NO_EFFECT, NO_EFFECT),
    ("use_sim_time", "false", REFUSED, REFUSED),
    ("log_level", "{task_generator:debug, warn}", TAKEN, NO_EFFECT),
    ("acoustics", "none", NO_EFFECT, NO_EFFECT),
    ("acoustics", "pyroom", REFUSED, REFUSED),
    ("auditory.rate", "10", REFUSED, REFUSED),
    ("robot.hearing.enabled", "true", REFUSED, REFUSED),
    ("lockstep", "true", TAKEN, REFUSED),
    ("lockstep", "false", TAKEN, NO_EFFECT),
    ("lockstep.paused", "true", TAKEN, NO_EFFECT),
    ("lockstep.channels", "jackal_0", TAKEN, NO_EFFECT),
    ("lockstep.rtf", "0", TAKEN, NO_EFFECT),
    ("debug", "a,b", NO_EFFECT, NO_EFFECT),
    ("debug.a", "1", NO_EFFECT, NO_EFFECT),
    ("optim", "", NO_EFFECT, NO_EFFECT),
    ("optim.b", "1", NO_EFFECT, NO_EFFECT),
]
RENAMED = [
    ("tm_robots", "random", "task.robots"),
    ("tm_obstacles", "random", "task.obstacles"),
    ("tm_modules", "rviz_ui", "task.modules"),
    ("scenario_file", "slalom", "task.scenario.file"),
    ("task.episodes", "3", "task.episode.count"),
    ("fail_on_collision", "true", "task.episode.fail_on_collision"),
    ("task.fail_on_collision", "true", "task.episode.fail_on_collision"),
    ("env_n", "2", "env.n"),
    ("record_data_dir", "", "record.dir"),
    ("disable_auto_recorder", "true", "record.auto"),
    ("mobile", "external", "robot.mobile"),
    ("arm", "", "robot.arm"),
    ("planner", "", "robot.planner"),
    ("train_mode", "false", "robot.train"),
]


def parsed_run(word: str) -> Parsed:
    left, told = without_platform_words([word], RUN_WORDS, RUN_NAMES)
    parsed = parse_arguments(RUN_ARGUMENTS, left)
    return Parsed(parsed.values, parsed.given, parsed.wildcard, (*told, *parsed.warnings))


def told_by_launch(word: str) -> tuple[str, ...]:
    """Warnings of a launch, up to its first node."""
    parsed = parsed_call([word])
    if not word.startswith("env.n:="):
        # Several environments would take ROS domains of this machine.
        checked_call(parsed)
    return parsed.warnings


@pytest.mark.parametrize(("name", "value", "in_launch", "_"), DOCUMENTED)
def test_a_launch_takes_or_explains_every_documented_argument(
    name: str, value: str, in_launch: str, _: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(request.config.rootpath)
    if in_launch == REFUSED:
        with pytest.raises(UsageError) as refused:
            told_by_launch(f"{name}:={value}")
        assert str(refused.value).startswith(f"{name}:={value}: ")
        return
    warnings = told_by_launch(f"{name}:={value}")
    assert any("no effect" in one or "always so" in one for one in warnings) is (in_launch == NO_EFFECT)


@pytest.mark.parametrize(("name", "value", "_", "in_run"), DOCUMENTED)
def test_a_run_takes_or_explains_every_documented_argument(
    name: str,
    value: str,
    _: str,
    in_run: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(request.config.rootpath)
    if in_run == REFUSED:
        assert main(["run", f"{name}:={value}", "record.auto:=false"]) == 2
        said = capsys.readouterr().err
        assert f"{name}:={value}: " in said
        assert "unknown argument" not in said
        return
    warnings = parsed_run(f"{name}:={value}").warnings
    assert any("no effect" in one or "always so" in one for one in warnings) is (in_run == NO_EFFECT)


@pytest.mark.parametrize(("old", "value", "new"), RENAMED)
def test_old_names_are_taken_with_a_warning_by_both(old: str, value: str, new: str) -> None:
    for warnings in (parsed_call([f"{old}:={value}"]).warnings, parsed_run(f"{old}:={value}").warnings):
        named = {f"{old} is the old name of {one}" for one in (new, "episodes" if "episode" in new else new)}
        assert any(warning.split(",")[0] in named for warning in warnings)


@pytest.mark.parametrize(("verb", "words"), [("launch", PLATFORM_WORDS), ("run", RUN_WORDS)])
def test_help_names_what_leaves_no_choice(verb: str, words: Words, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "--help"]) == 0
    listed = capsys.readouterr().out.partition("without a choice here")[2]
    assert all(name in listed for name in words)


def test_where_an_old_and_a_new_word_of_the_platform_are_given_the_new_one_counts() -> None:
    left, warnings = without_platform_words(["planner:=teb", "robot.planner:="], RUN_WORDS, RUN_NAMES)
    assert left == []
    assert warnings[:2] == ("planner is the old name of robot.planner", "planner is ignored, robot.planner is given")


@pytest.mark.parametrize("word", ["robot.cameraz:=true", "wrld:=x", "lockstep.rft:=1"])
def test_a_slip_of_an_argument_is_no_word_of_the_platform(word: str) -> None:
    with pytest.raises(UsageError, match=r"unknown argument .*did you mean"):
        parsed_call([word])


def test_parameters_of_all_people_are_explained_by_a_run() -> None:
    for namespace in Constants.HUMAN_PARAM_NAMESPACES:
        (warning,) = parsed_run(f"{namespace}.speed:=1").warnings
        assert warning.endswith("no parameter of the people can be set")
