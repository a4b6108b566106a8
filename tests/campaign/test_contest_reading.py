"""Contests: lists of contestants, and sweeps with every combination."""

from __future__ import annotations

import os
from collections.abc import Callable
from math import prod
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena_lab.campaign.contest import Contest
from arena_lab.campaign.find import CONTEST, files
from arena_lab.campaign.known import KnownNames
from arena_lab.campaign.read_contest import load_contest
from arena_simulation_setup.files.problem import FileProblems

Written = Callable[[str, str], Path]


def names(contest: Contest) -> list[str]:
    return [contestant.name for contestant in contest.contestants]


def texts(path: Path, known: KnownNames) -> list[str]:
    with pytest.raises(FileProblems) as raised:
        load_contest(path, known)
    return [problem.text for problem in raised.value.problems]


def test_a_list_says_each_contestant_in_full(written: Written, known: KnownNames) -> None:
    text = """\
- name: first
- {name: second, robot: 'jackal[2]', mobile: none, task: {random: {dynamic: {n: {min: 1, max: 2}}}}}
"""
    contest = load_contest(written("listed.yaml", text), known).value
    assert (contest.name, names(contest)) == ("listed", ["first", "second"])
    assert contest.contestants[0].settings == {}
    assert contest.contestants[1].settings == {
        "robot": "jackal[2]",
        "robot.mobile": "none",
        "task.random.dynamic.n": (1, 2),
    }


def test_each_robot_of_a_contestant_may_have_an_adapter(written: Written, known: KnownNames) -> None:
    text = """\
- {name: a, robot: 'jackal[2]', robot.mobile: [navigator, jackal_1=external]}
- {name: b, mobile: jackal=none}
"""
    first, second = load_contest(written("adapters.yaml", text), known).value.contestants
    assert first.settings["robot.mobile"] == "navigator,jackal_1=external"
    assert second.settings["robot.mobile"] == "jackal=none"


def test_a_mapping_with_contestants_has_a_name_of_its_own(written: Written, known: KnownNames) -> None:
    text = "name: cup\ndescription: of all\ncontestants:\n  - name: a\n"
    assert load_contest(written("x.yaml", text), known).value.name == "cup"


def test_a_sweep_is_the_product_of_its_lists_named_by_what_varies(written: Written, known: KnownNames) -> None:
    text = """\
robot: [jackal, turtlebot]
robot.mobile: navigator
task:
  random.dynamic.n: [0, {min: 2, max: 4}, [5, 6]]
"""
    contest = load_contest(written("sweep.yaml", text), known).value
    assert names(contest) == [
        "jackal-0",
        "jackal-2_4",
        "jackal-5_6",
        "turtlebot-0",
        "turtlebot-2_4",
        "turtlebot-5_6",
    ]
    assert contest.contestants[1].settings == {
        "robot": "jackal",
        "robot.mobile": "navigator",
        "task.random.dynamic.n": (2, 4),
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("robot: jackal", ["single"]),
        ("robot: [jackal]", ["single"]),
        ("name: only\nrobot: jackal", ["only"]),
        ("name: tb\nrobot: [jackal, turtlebot]", ["tb-jackal", "tb-turtlebot"]),
        ("task.episode.timeout: [1.5, 2m]", ["1.5", "2m"]),
    ],
)
def test_names_of_a_sweep(text: str, expected: list[str], written: Written, known: KnownNames) -> None:
    assert names(load_contest(written("named.yaml", text), known).value) == expected


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    axes=st.lists(
        st.tuples(
            st.sampled_from(["task.explore.goals", "task.staged.start", "task.staged.promote_after"]),
            st.lists(st.integers(1, 90), min_size=1, max_size=4, unique=True),
        ),
        min_size=1,
        max_size=3,
        unique_by=lambda axis: axis[0],
    )
)
def test_every_combination_is_there_once(
    axes: list[tuple[str, list[int]]], written: Written, known: KnownNames
) -> None:
    path = written("family.yaml", "\n".join(f"{name}: {values}" for name, values in axes))
    contest = load_contest(path, known).value
    combined = [tuple(contestant.settings.values()) for contestant in contest.contestants]
    assert len(set(combined)) == len(combined) == prod(len(values) for _, values in axes)
    assert len(set(names(contest))) == len(combined)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- name: a\n- name: a\n", ":2:3: [1]: duplicate contestant 'a'"),
        ("- robot: jackal\n", "'name' is missing"),
        ("robot: [jackal, jackal]\n", "duplicate contestant 'jackal'"),
        ("robot: []\n", "robot has no value"),
        ("robot: [jakal, turtlebt]\n", "did you mean 'jackal'"),
        ("robot.mobil: [none]\n", "did you mean 'robot.mobile'"),
        ("task.random.dynamic.n: [some]\n", "expected a value of type integer"),
        ("task.episode.goto_pose.tolerance.radius: [-1]\n", "-1 is out of range"),
        ("contestants: []\n", "there is no contestant"),
        ("contestants: [{name: a}]\ncolour: red\n", "unknown key 'colour'"),
        ("[]", "there is no contestant"),
        ("3", "expected a mapping"),
    ],
)
def test_mistakes_of_a_contest(text: str, said: str, written: Written, known: KnownNames) -> None:
    assert any(said in found for found in texts(written("wrong.yaml", text), known))


def test_a_sweep_too_large_to_be_meant_is_refused_before_it_is_made(written: Written, known: KnownNames) -> None:
    values = list(range(3, 60))
    text = f"task.staged.start: {values}\ntask.explore.goals: {values}\ntask.episode.timeout: {values}\n"
    (said,) = texts(written("huge.yaml", text), known)
    assert "has 185193 contestants (expected at most 10000)" in said


@pytest.mark.parametrize("name", files(CONTEST, os.environ))
def test_shipped_contests_have_no_mistakes(name: str, known: KnownNames) -> None:
    assert load_contest(files(CONTEST, os.environ)[name], known).warnings == ()
