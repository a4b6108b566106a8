import pytest

from arena_simulation_setup.conditions.names import entity_fields, unknown_names
from arena_simulation_setup.conditions.parse import parse_atom, parse_clause
from arena_simulation_setup.episode import Episode, EpisodePerson, EpisodeRobot, WorldReference
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.zone import Zone

KITCHEN = Zone(
    "kitchen",
    (Position(0, 0), Position(4, 0), Position(4, 4)),
    doors=(Door("hatch", Position(1, 0), Position(2, 0)),),
    semantics=(SemanticCfg("predicate", "quiet", value=True),),
)
WORLD = CompactedWorld("home", {"0": LevelDescription((KITCHEN,))}, {"0": (0.0, 0.0)})


def episode(atom: str) -> Episode:
    robot = EpisodeRobot("jackal_0", "jackal", 0.267, Pose(1, 1))
    person = EpisodePerson("cook", "arenian", 0.25, 1.75, Pose(2, 2), 1.0)
    conditions = (parse_clause({"op": "never", "p": atom}),)
    return Episode(1, WorldReference("home", ""), "", 1, robots=(robot,), people=(person,), conditions=conditions)


@pytest.mark.parametrize(
    "atom",
    [
        "robot in kitchen",
        "jackal_0 in hatch/0",
        "not cook in kitchen/0",
        "robot within 1 of cook",
        "hatch.open == true",
        "hatch/0.state == closed",
        "kitchen.quiet == true",
        "jackal_0.phase == 1",
    ],
)
def test_names_that_exist_are_no_complaint(atom: str) -> None:
    assert unknown_names(episode(atom), WORLD) == ()


@pytest.mark.parametrize(
    ("atom", "complaint"),
    [
        ("robot in kitchn", "no zone, door or elevator 'kitchn' (did you mean 'kitchen'?)"),
        ("cok in kitchen", "no robot or person 'cok' (did you mean 'cook'?)"),
        ("robot within 1 of waiter", "no robot or person 'waiter'"),
        ("not robot in cellar", "no zone, door or elevator 'cellar'"),
        ("hatch.opn == true", "no field of hatch 'opn' (did you mean 'open'?)"),
        ("htch.open == true", "no entity 'htch' (did you mean 'hatch'?)"),
        ("kitchen.loud == true", "no field of kitchen 'loud'"),
        ("robot.phase == 1", "no entity 'robot'; fields of a robot go by its name: jackal_0.phase"),
        ("robot.speed == 1", "no entity 'robot'"),
        ("jackal_0.speed == 1", "no field of jackal_0 'speed'"),
    ],
)
def test_a_name_that_nothing_has_is_named_with_the_near_one(atom: str, complaint: str) -> None:
    (sentence,) = unknown_names(episode(atom), WORLD)
    assert sentence.startswith(f"condition {atom!r} can never be judged: ")
    assert complaint in sentence


def test_until_atoms_are_looked_at_and_each_sentence_comes_once() -> None:
    plain = episode("robot in cellar")
    phase = GotoPhase(until=parse_atom("robot in cellar"))
    robot = EpisodeRobot("jackal_0", "jackal", 0.267, Pose(1, 1), phases=(phase, phase))
    with_until = Episode(1, plain.world, "", 1, robots=(robot,), conditions=plain.conditions)
    assert len(unknown_names(with_until, WORLD)) == 1


def test_each_level_has_the_fields_of_its_own_entities() -> None:
    upstairs = Zone("kitchen", KITCHEN.corners)
    levels = {"0": LevelDescription((KITCHEN,)), "1": LevelDescription((upstairs,))}
    fields = entity_fields(CompactedWorld("home", levels, {"0": (0.0, 0.0), "1": (9.0, 0.0)}))
    assert fields["kitchen/0"] == fields["kitchen"] == ("quiet",)
    assert fields["kitchen/1"] == ()
