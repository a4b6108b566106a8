"""Episodes, layouts and requests survive their text; anything else is refused with its path."""

import json
import math
import subprocess
import sys
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_simulation_setup.conditions.atom import Atom, DistanceAtom, FieldAtom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.episode import (
    Episode,
    EpisodeObject,
    EpisodePerson,
    EpisodeRobot,
    Limits,
    WorldReference,
)
from arena_simulation_setup.episode_json import (
    episode_from_text,
    episode_hash,
    episode_text,
    layout_from_text,
    layout_text,
    request_from_text,
    request_text,
)
from arena_simulation_setup.frame import Area, FactColumn, FrameLayout
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.order import CommandVelocity, Request, SetField, SubmitPhases, Teleport
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, Phase, ReachPhase
from arena_simulation_setup.scenario.region import EpisodeRegion, RateStep, SinkWeight
from arena_simulation_setup.scenario.timeline import FieldEdge, SetAction, TimelineEntry
from arena_simulation_setup.world.sound import Sound

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(), max_size=6)
WORDS = st.text("abc_/12", min_size=1, max_size=6)
AUTHORED: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=4,
)
EXTRAS = st.dictionaries(TEXTS, AUTHORED, max_size=2)
PLAIN_ATOMS = st.one_of(
    st.builds(FieldAtom, WORDS, WORDS, WORDS),
    st.builds(MembershipAtom, WORDS, WORDS),
    st.builds(DistanceAtom, WORDS, NUMBERS.map(abs), WORDS),
)
ATOMS: st.SearchStrategy[Atom] = PLAIN_ATOMS | st.builds(NotAtom, PLAIN_ATOMS)
CLAUSES = st.builds(Clause, st.just("before"), ATOMS, ATOMS, TEXTS, st.just("stop_task")) | st.builds(
    Clause, st.just("never"), ATOMS
)
POSES = st.builds(Pose, *[NUMBERS] * 6)
COMMON = {"until": st.none() | ATOMS, "conditions": st.tuples(CLAUSES), "text": TEXTS}
NUMBER_OR_NONE = st.none() | NUMBERS
PHASES: st.SearchStrategy[Phase] = st.one_of(
    st.builds(GotoPhase, target=st.none() | WORDS, pose=st.none() | POSES, hold_time=NUMBER_OR_NONE, **COMMON),
    st.builds(GesturePhase, gesture=WORDS, **COMMON),
    st.builds(ReachPhase, pose=st.none() | POSES, planning_time=NUMBER_OR_NONE, **COMMON),
)
ROBOTS = st.builds(
    EpisodeRobot, WORDS, WORDS, NUMBERS, POSES, st.lists(PHASES, max_size=2).map(tuple), st.tuples(CLAUSES)
)
PEOPLE = st.builds(
    EpisodePerson,
    *(WORDS, WORDS, NUMBERS, NUMBERS, POSES, NUMBERS),
    st.tuples(st.tuples(NUMBERS, NUMBERS)),
    agent=EXTRAS,
    absent=st.booleans(),
)
WHEN = st.none() | st.builds(FieldEdge, WORDS, WORDS, TEXTS) | ATOMS
REGIONS = st.builds(
    EpisodeRegion,
    WORDS,
    st.sampled_from(("source", "sink")),
    st.just((Position(0.5, 0.25),)),
    config=EXTRAS,
    people=st.tuples(WORDS),
    rates=st.tuples(st.builds(RateStep, st.integers(0, 2**62), NUMBERS)),
    max_total=st.none() | st.integers(0),
    sinks=st.tuples(st.builds(SinkWeight, WORDS, NUMBERS)),
    places=st.tuples(st.tuples(NUMBERS, NUMBERS)),
)
TIMELINE = st.builds(TimelineEntry, st.tuples(st.builds(SetAction, WORDS, WORDS, TEXTS)), NUMBER_OR_NONE, when=WHEN)
EPISODES = st.builds(
    Episode,
    episode_id=st.integers(1, 2**63),
    world=st.builds(WorldReference, TEXTS, WORDS),
    scenario=TEXTS,
    seed=st.integers(0, 2**63 - 1),
    robots=st.tuples(ROBOTS),
    people=st.tuples(PEOPLE),
    objects=st.tuples(st.builds(EpisodeObject, WORDS, WORDS, POSES, extra=EXTRAS)),
    sounds=st.tuples(st.builds(Sound, WORDS, WORDS, st.none() | st.just(Position(1.0, 2.0)), extra=EXTRAS)),
    regions=st.tuples(REGIONS),
    timeline=st.tuples(TIMELINE),
    conditions=st.tuples(CLAUSES),
    limits=st.builds(Limits, st.none() | st.integers(), st.none() | st.integers(), st.booleans()),
)
REQUESTS: st.SearchStrategy[Request] = st.one_of(
    st.builds(SetField, WORDS, WORDS, TEXTS),
    st.builds(CommandVelocity, WORDS, NUMBERS, NUMBERS, NUMBERS),
    st.builds(SubmitPhases, WORDS, st.lists(PHASES, max_size=2).map(tuple), st.tuples(CLAUSES)),
    st.builds(Teleport, WORDS, POSES),
)
SMALL = Episode(
    1,
    WorldReference("hospital_1[0]", "abc"),
    "default",
    7,
    robots=(EpisodeRobot("jackal_0", "jackal", 0.267, Pose(1.0, 2.0), (GotoPhase(target="pharmacy"),)),),
)


@given(EPISODES)
@settings(max_examples=60, deadline=None)
def test_an_episode_survives_its_text(episode: Episode) -> None:
    text = episode_text(episode)
    assert episode_from_text(text) == episode
    assert episode_text(episode_from_text(text)) == text


@given(REQUESTS)
@settings(max_examples=100, deadline=None)
def test_a_request_survives_its_text(request: Request) -> None:
    text = request_text(request)
    assert request_from_text(text) == request
    assert type(request_from_text(text)) is type(request)


@given(
    st.builds(
        FrameLayout,
        st.lists(WORDS).map(tuple),
        numbers=st.tuples(st.builds(FactColumn, WORDS, WORDS, WORDS, WORDS, codes=st.lists(TEXTS).map(tuple))),
        areas=st.tuples(st.builds(Area, WORDS, WORDS, WORDS, st.lists(st.tuples(NUMBERS, NUMBERS)).map(tuple))),
    )
)
@settings(max_examples=50, deadline=None)
def test_a_layout_survives_its_text(layout: FrameLayout) -> None:
    assert layout_from_text(layout_text(layout)) == layout


def test_the_text_is_canonical() -> None:
    whole = attrs.evolve(SMALL.robots[0], start=Pose(1, 2))
    assert episode_text(attrs.evolve(SMALL, robots=(whole,))) == episode_text(SMALL)
    assert list(json.loads(episode_text(SMALL))) == sorted(json.loads(episode_text(SMALL)))
    assert " " not in episode_text(SMALL)


def test_the_sign_of_zero_survives() -> None:
    robot = attrs.evolve(SMALL.robots[0], start=Pose(-0.0, 0.0))
    start = episode_from_text(episode_text(attrs.evolve(SMALL, robots=(robot,)))).robots[0].start
    assert [math.copysign(1.0, value) for value in (start.x, start.y)] == [-1.0, 1.0]


def test_the_hash_tells_episodes_apart_and_is_the_same_in_every_process() -> None:
    assert episode_hash(SMALL) != episode_hash(attrs.evolve(SMALL, seed=8))
    program = (
        "import sys; from arena_simulation_setup.episode_json import *; "
        "print(episode_hash(episode_from_text(sys.stdin.read())))"
    )
    for hash_seed in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-c", program],
            input=episode_text(SMALL),
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == episode_hash(SMALL)


@pytest.mark.parametrize(
    ("keys", "value", "words"),
    [
        (["seed"], True, ["$.seed", "an integer", "True"]),
        (["seed"], "7", ["$.seed", "'7'"]),
        (["seed"], 7.0, ["$.seed"]),
        (["scenario"], 7, ["$.scenario", "a text"]),
        (["scenario"], None, ["$.scenario"]),
        (["robots", 0, "radius"], True, ["$.robots[0].radius", "a number"]),
        (["robots", 0, "radius"], "0.3", ["$.robots[0].radius"]),
        (["robots", 0, "start", "x"], None, ["$.robots[0].start.x"]),
        (["robots", 0, "start", "x"], 10**400, ["$.robots[0].start.x", "finite"]),
        (["robots", 0, "nmae"], "x", ["$.robots[0]", "nmae", "did you mean 'name'"]),
        (["robots", 0, "start"], [1, 2, 3], ["$.robots[0].start", "Pose"]),
        (["robots"], {}, ["$.robots", "a list"]),
        (["robots"], "ab", ["$.robots", "a list"]),
        (["robots", 0, "phases", 0, "kind"], "fly", ["$.robots[0].phases[0].kind", "goto_phase", "'fly'"]),
        (["robots", 0, "phases", 0, "target"], 3, ["$.robots[0].phases[0].target", "a text or null"]),
        (["robots", 0, "phases", 0, "until"], "robot on a", ["$.robots[0].phases[0].until", "not an atom"]),
        (["conditions"], [{"op": "nevr", "p": "robot in a"}], ["$.conditions[0]", "did you mean 'never'"]),
        (["limits", "fail_on_collision"], 1, ["$.limits.fail_on_collision", "true or false"]),
        (["limits", "timeout_ns"], 1.5, ["$.limits.timeout_ns", "an integer or null"]),
    ],
)
def test_a_wrong_value_is_refused_with_its_path(keys: list[Any], value: Any, words: list[str]) -> None:
    document = json.loads(episode_text(SMALL))
    part = document
    for key in keys[:-1]:
        part = part[key]
    part[keys[-1]] = value
    with pytest.raises(ValueError) as caught:
        episode_from_text(json.dumps(document))
    assert all(word in str(caught.value) for word in words), caught.value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Expecting value"),
        ("[]", "$: an object"),
        ("{}", "'episode_id' of Episode is missing"),
        ('{"seed": 1, "seed": 2}', "'seed' is given twice"),
        ('{"seed": NaN}', "NaN"),
        ('{"seed": -Infinity}', "Infinity"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_text_that_is_no_episode_is_a_value_error(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words.replace("$", r"\$")):
        episode_from_text(text)


def test_an_overflowing_number_is_refused_inside_authored_data() -> None:
    document = episode_text(attrs.evolve(SMALL, people=(EpisodePerson("a", "b", 1.0, 1.0, Pose(0.0, 0.0), 1.0),)))
    with pytest.raises(ValueError, match=r"\$\.people\[0\]\.agent\.speed"):
        episode_from_text(document.replace('"agent":{}', '"agent":{"speed":1e999}'))


@pytest.mark.parametrize(
    "agent", [{"size": (1, 2)}, {1: "a"}, {"x": math.nan}, {"x": {"y": math.inf}}, {"x": object()}]
)
def test_authored_data_that_would_not_come_back_is_not_written(agent: dict[Any, Any]) -> None:
    person = EpisodePerson("a", "b", 1.0, 1.0, Pose(0.0, 0.0), 1.0, agent=agent)
    with pytest.raises(ValueError, match=r"\$\.people\[0\]\.agent"):
        episode_text(attrs.evolve(SMALL, people=(person,)))


def test_an_atom_that_no_text_stands_for_is_not_written() -> None:
    clause = Clause("never", MembershipAtom("robot", "waiting area"))
    with pytest.raises(ValueError, match=r"\$\.conditions\[0\]"):
        episode_text(attrs.evolve(SMALL, conditions=(clause,)))


def test_a_request_of_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="set_field, command_velocity, send_signal, submit_phases, teleport"):
        request_from_text('{"kind": "explode"}')
