"""What conditions and timelines can name: entities of every kind with their fields, robots and people."""

from __future__ import annotations

import pytest
from attrs import evolve

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.names import entity_fields, unknown_names
from arena_simulation_setup.conditions.parse import parse_atom, parse_clause
from arena_simulation_setup.conditions.trigger_names import unknown_triggers, watched_atom
from arena_simulation_setup.episode import Episode, EpisodePerson, EpisodeRobot, WorldReference
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.scenario.timeline import FieldEdge, TimelineEntry
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.semantics.vocabulary import ROBOT_FIELDS
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.light import CeilingLights, Light
from arena_simulation_setup.world.schedule import Schedule
from arena_simulation_setup.world.signal import Signal
from arena_simulation_setup.world.sound import Sound
from arena_simulation_setup.world.zone import Zone


def fact(name: str) -> tuple[SemanticCfg, ...]:
    return (SemanticCfg("predicate", name, value=True),)


KITCHEN = Zone(
    "kitchen",
    (Position(0, 0), Position(4, 0), Position(4, 4)),
    doors=(Door("hatch", Position(1, 0), Position(2, 0), semantics=fact("locked")),),
    elevators=(Elevator("lift", Position(3, 1), semantics=fact("pressed")),),
    schedules=(Schedule("shift", fact("active")),),
    signals=(Signal("beacon", fact("stop")),),
    sounds=(Sound("bell", "bell", semantics=fact("sounding")),),
    lights=(Light("lamp", "point"),),
    ceiling_lights=CeilingLights(),
    semantics=fact("quiet"),
)
WORLD = CompactedWorld("home", {"0": LevelDescription((KITCHEN,))}, {"0": (0.0, 0.0)})
ROBOTS = tuple(EpisodeRobot(f"jackal_{index}", "jackal", 0.267, Pose(1, 1)) for index in (0, 1))
COOK = EpisodePerson("cook", "arenian", 0.25, 1.75, Pose(2, 2), 1.0)
EPISODE = Episode(1, WorldReference("home", ""), "", 1, robots=ROBOTS, people=(COOK,))


def never(atom: str) -> tuple[Clause, ...]:
    return (parse_clause({"op": "never", "p": atom}),)


@pytest.mark.parametrize(
    ("entity", "own"),
    [
        ("hatch", {"state", "progress", "open", "in_transit", "triggered", "locked"}),
        ("lift", {"occupants", "pressed"}),
        ("shift", {"active"}),
        ("beacon", {"stop"}),
        ("bell", {"sounding"}),
        ("lamp", {"lit", "level"}),
        ("kitchen", {"quiet", "lit", "level", "dead_fraction"}),
    ],
)
def test_each_kind_of_entity_has_what_it_publishes_and_what_its_file_adds(entity: str, own: set[str]) -> None:
    fields = entity_fields(WORLD)
    assert own <= set(fields[entity])
    assert fields[entity] == fields[f"{entity}/0"]


def test_a_rig_of_ceiling_lights_is_there_only_where_a_zone_has_one() -> None:
    dark = CompactedWorld("home", {"0": LevelDescription((evolve(KITCHEN, ceiling_lights=None),))}, {"0": (0.0, 0.0)})
    assert entity_fields(dark)["kitchen"] == ("quiet",)


@pytest.mark.parametrize("place", ["episode", "robot", "phase", "until", "second"])
def test_atoms_are_looked_at_wherever_they_stand(place: str) -> None:
    nowhere = never("robot in cellar")
    phase = GotoPhase(
        conditions=nowhere if place == "phase" else (),
        until=parse_atom("robot in cellar") if place == "until" else None,
    )
    robot = evolve(ROBOTS[0], phases=(phase,), conditions=nowhere if place == "robot" else ())
    second = (parse_clause({"op": "before", "p": "robot in kitchen", "q": "robot in cellar"}),)
    conditions = {"episode": nowhere, "second": second}.get(place, ())
    (sentence,) = unknown_names(evolve(EPISODE, robots=(robot,), conditions=conditions), WORLD)
    assert sentence == ("condition 'robot in cellar' can never be judged: there is no zone, door or elevator 'cellar'")


@pytest.mark.parametrize(("robots", "names"), [(ROBOTS, "jackal_0.phase or jackal_1.phase"), ((), "<model>_<i>.phase")])
def test_a_field_of_the_judged_robot_is_asked_for_by_name(robots: tuple[EpisodeRobot, ...], names: str) -> None:
    (sentence,) = unknown_names(evolve(EPISODE, robots=robots, conditions=never("robot.phase == 1")), WORLD)
    assert sentence.endswith(f"there is no entity 'robot'; fields of a robot go by its name: {names}")


@pytest.mark.parametrize(
    "when",
    [
        FieldEdge("hatch", "open", "true"),
        FieldEdge("jackal_1", "met", "0"),
        parse_atom("cook in kitchen"),
        parse_atom("not jackal_0 within 1 of cook"),
        parse_atom("cook in hatch/0"),
        None,
    ],
)
def test_triggers_that_name_what_exists_are_no_complaint(when: FieldEdge | None) -> None:
    entries = (TimelineEntry((), at=None if when else 1.0, when=when),)
    assert unknown_triggers(evolve(EPISODE, timeline=entries), WORLD) == ()


def test_each_trigger_that_can_never_fire_is_named_with_its_place() -> None:
    entries = (
        TimelineEntry((), at=1.0),
        TimelineEntry((), when=FieldEdge("hatch", "opn", "true")),
        TimelineEntry((), when=parse_atom("cok in cellar")),
    )
    assert unknown_triggers(evolve(EPISODE, timeline=entries), WORLD) == (
        "timeline[1].when: 'hatch.opn == true' can never be judged: there is no field of hatch 'opn' "
        "(did you mean 'open'?)",
        "timeline[2].when: 'cok in cellar' can never be judged: there is no robot or person 'cok' "
        "(did you mean 'cook'?)",
        "timeline[2].when: 'cok in cellar' can never be judged: there is no zone, door or elevator 'cellar'",
    )


def test_both_spellings_of_a_trigger_watch_the_same_atom() -> None:
    edge = TimelineEntry((), when=FieldEdge("jackal_0", ROBOT_FIELDS[0], "1"))
    assert (
        watched_atom(edge) == parse_atom("jackal_0.phase == 1") == watched_atom(evolve(edge, when=watched_atom(edge)))
    )
    assert watched_atom(TimelineEntry((), at=1.0)) is None
