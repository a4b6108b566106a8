"""Suites: what their files mean, and that all of their mistakes are told at once, each with its place."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from arena_lab.campaign.find import SUITE, files
from arena_lab.campaign.known import KnownNames
from arena_lab.campaign.read_suite import load_suite
from arena_lab.campaign.suite import default_seed
from arena_simulation_setup.files.problem import FileProblems

Written = Callable[[str, str], Path]

ONE_STAGE = """\
stages:
  - name: a
    map: map_empty
"""


def problems(path: Path, known: KnownNames) -> dict[tuple[int, int], str]:
    with pytest.raises(FileProblems) as raised:
        load_suite(path, known)
    return {(problem.line, problem.column): problem.text for problem in raised.value.problems}


def test_a_stage_with_nothing_but_a_world_has_the_documented_defaults(written: Written, known: KnownNames) -> None:
    suite = load_suite(written("plain.yaml", ONE_STAGE), known).value
    (stage,) = suite.stages
    assert (suite.name, suite.max_collisions, suite.strict, suite.launch) == ("plain", 3, False, {})
    assert (stage.episodes, stage.timeout_s, stage.obstacles_mode, stage.robots_mode) == (1, 60.0, "random", "random")
    assert stage.seed == default_seed({"name": "a", "map": "map_empty"})


def test_a_seed_nobody_gave_depends_on_the_fields_of_the_stage_without_config_and_limits(
    written: Written, known: KnownNames
) -> None:
    def seed(lines: str) -> int:
        return load_suite(written("seeds.yaml", ONE_STAGE + lines), known).value.stages[0].seed

    plain = seed("")
    assert plain < 1 << 31
    assert seed("    config: {random: {static: {n: [1, 1]}}}\n    timeout: 5\n") == plain
    assert seed("    episodes: 2\n") != plain
    assert seed("    seed: 7\n") == 7
    # The end of what sha1sum says about {"map": "map_empty", "name": "a"}.
    assert plain == 0x1D5F553D


def test_min_and_max_are_a_pair_of_the_leaf_n(written: Written, known: KnownNames) -> None:
    text = ONE_STAGE + (
        "    config:\n"
        "      random: {static: {min: 2, max: 5}, dynamic.n: 3, interactive: {n: {max: 1, min: 0}, models: [chair]}}\n"
    )
    (stage,) = load_suite(written("ranges.yaml", text), known).value.stages
    assert stage.parameters == {
        "task.random.static.n": (2, 5),
        "task.random.dynamic.n": (3, 3),
        "task.random.interactive.n": (0, 1),
        "task.random.interactive.models": ("chair",),
    }


@pytest.mark.parametrize(
    ("text", "seconds"), [("5", 5.0), ("0", 0.0), ("1.5", 1.5), ("1h2m3s", 3723.0), ("500ms", 0.5), ("2m", 120.0)]
)
def test_a_timeout_is_a_number_or_a_text(text: str, seconds: float, written: Written, known: KnownNames) -> None:
    suite = load_suite(written("timeout.yaml", f"{ONE_STAGE}    timeout: {text}\n"), known).value
    assert suite.stages[0].timeout_s == pytest.approx(seconds, abs=1e-12)


@pytest.mark.parametrize("text", ["0s", "5x", "-1", "s5", "1m1h", ".inf", "[5]"])
def test_what_is_no_timeout_is_an_error(text: str, written: Written, known: KnownNames) -> None:
    assert list(problems(written("timeout.yaml", f"{ONE_STAGE}    timeout: {text}\n"), known)) == [(4, 14)]


def test_modes_are_written_in_any_case_and_scenarios_with_their_suffix(written: Written, known: KnownNames) -> None:
    text = ONE_STAGE + (
        "    tm_robots: SCENARIO\n    tm_obstacles: Scenario\n    config: {scenario: {file: default.yaml}}\n"
    )
    (stage,) = load_suite(written("modes.yaml", text), known).value.stages
    assert (stage.robots_mode, stage.obstacles_mode) == ("scenario", "scenario")
    assert stage.parameters == {"task.scenario.file": "default"}


def test_world_is_another_word_for_map(written: Written, known: KnownNames) -> None:
    text = ONE_STAGE.replace("map:", "world:")
    (stage,) = load_suite(written("alias.yaml", text), known).value.stages
    assert (stage.world, stage.seed) == ("map_empty", default_seed({"name": "a", "map": "map_empty"}))


WRONG = """\
metrics: {max_collisions: 0, colour: red}
launch: {world: a, task.random.static.n: 3, robot.mobile: navigatr, speed: 3}
stages:
  - name: a
    map: hospital1
    robot: jakal
    tm_robots: randm
    episodes: 0
    config:
      random: {static: {min: 1, max: many}, dynmic: 3}
      chaos: {}
  - name: a
    map: map_empty
    tm_obstacles: scenario
    config: {scenario: {file: defalt}}
    timout: 3
"""


def test_all_mistakes_are_told_at_once_with_their_places_and_near_names(written: Written, known: KnownNames) -> None:
    path = written("wrong.yaml", WRONG)
    found = problems(path, known)
    told = {
        (1, 27): "0 is out of range",
        (1, 30): "unknown key 'colour'",
        (2, 10): "'world' is set per stage",
        (2, 20): "'task.random.static.n' is set per stage",
        (2, 59): "did you mean 'navigator'",
        (5, 10): "did you mean 'hospital_1'",
        (6, 12): "did you mean 'jackal'",
        (7, 16): "did you mean 'random'",
        (8, 15): "0 is out of range",
        (10, 24): "expected a value of type integer",
        (10, 53): "did you mean 'task.random.dynamic.n'",
        (11, 7): "unknown mode 'chaos' (expected one of random)",
        (12, 5): "duplicate stage 'a'",
        (15, 13): "did you mean 'default'",
        (16, 5): "did you mean 'timeout'",
    }
    missing = {place: words for place, words in told.items() if words not in found.get(place, "")}
    assert missing == {}, found
    assert all(text.startswith(f"{path}:{line}:{column}") for (line, column), text in found.items())


@pytest.mark.parametrize("text", ["", "[]", "stages: []", "stages: {}", "a: b", "stages:\n  - 3\n", "{", "3"])
def test_what_is_no_suite_is_an_error_and_nothing_else(text: str, written: Written, known: KnownNames) -> None:
    assert problems(written("none.yaml", text), known)


def test_keys_without_effect_are_warnings(written: Written, known: KnownNames) -> None:
    text = f"description: x\nlaunch: {{headless: 1}}\n{ONE_STAGE}    timeout_peds: 3\n    optim: {{}}\n"
    loaded = load_suite(written("ignored.yaml", text), known)
    assert [(problem.line, problem.path) for problem in loaded.warnings] == [
        (2, "launch.headless"),
        (6, "stages[0].timeout_peds"),
        (7, "stages[0].optim"),
    ]


@pytest.mark.parametrize("name", files(SUITE, os.environ))
def test_shipped_suites_have_no_mistakes(name: str, known: KnownNames) -> None:
    loaded = load_suite(files(SUITE, os.environ)[name], known)
    assert loaded.value.name == name
    assert loaded.warnings == ()
