"""Who drives which robot."""

from __future__ import annotations

from pathlib import Path

import pytest
from generated_site import rooms

from arena_cli.main import main
from task_generator.adapters import parse_adapters
from task_generator.errors import GenerationError
from task_generator.generator import EpisodeRequest, generate

FLEET = (("jackal_0", "jackal"), ("jackal_1", "jackal"), ("turtlebot_0", "somebody/turtlebot"))
N, E, O = "navigator", "external", "none"  # noqa: E741


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("external", (E, E, E)),
        ("navigator,external,none", (N, E, O)),
        (" navigator , external,none ", (N, E, O)),
        ("navigator,jackal_1=external", (N, E, N)),
        ("jackal_1=external", (N, E, N)),
        ("jackal_1 = external, navigator", (N, E, N)),
        ("jackal=external", (E, E, N)),
        ("jackal=external,jackal_1=none", (E, O, N)),
        ("turtlebot=external,none", (O, O, E)),
        ("navigator,external,none,turtlebot_0=navigator", (N, E, N)),
    ],
)
def test_adapters_are_one_for_all_one_for_each_or_by_name(text: str, expected: tuple[str, ...]) -> None:
    assert parse_adapters(text).of(FLEET) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("navigatr", "no adapter 'navigatr' .*did you mean 'navigator'"),
        ("", "no adapter ''"),
        ("external,", "no adapter ''"),
        ("jackal_1=externl", "did you mean 'external'"),
        ("=external", "name of a robot or of a model"),
        ("jackal_1=external,jackal_1=none", "once"),
        ("nav2", "nav2 drives from outside, which is called 'external' here"),
    ],
)
def test_a_text_that_names_no_adapter_says_what_would(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_adapters(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("navigator,external", "got 2 adapters for 3 robots"),
        ("jackel_1=external", "no robot 'jackel_1' .*did you mean 'jackal_1'"),
    ],
)
def test_a_fleet_that_lacks_a_robot_is_told(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_adapters(text).of(FLEET)


def test_an_episode_says_of_each_robot_who_drives_it(tmp_path: Path) -> None:
    site = rooms(tmp_path, (9.0, 9.0))
    nothing = {"task.random.static.n": (0, 0), "task.random.dynamic.n": (0, 0)}
    request = EpisodeRequest(1, 5, fleet=("jackal", "jackal"), adapter="jackal_1=external", parameters=nothing)
    assert [robot.adapter for robot in generate(site, request).episode.robots] == ["navigator", "external"]
    with pytest.raises(GenerationError, match=r"robot\.mobile: there is no robot 'jackal_2'"):
        generate(site, EpisodeRequest(1, 5, fleet=("jackal",), adapter="jackal_2=none", parameters=nothing))


@pytest.mark.parametrize("verb", ["run", "launch"])
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["robot:=jackal[2]", "robot.mobile:=jackal_2=external"], "no robot 'jackal_2'"),
        (["robot.mobile:=navigatr"], "did you mean 'navigator'"),
        (["robot:=jackal[x]"], "model[n]"),
        (["human:=hunv"], "did you mean 'hunav'"),
        (["human:=none"], "task.random.dynamic.n:=[0,0]"),
    ],
)
def test_a_call_is_refused_before_anything_starts(
    verb: str, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([verb, "world:=map_empty", *words]) == 2
    assert told in capsys.readouterr().err
