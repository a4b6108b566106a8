"""Phases, clauses and tasks in words."""

import pytest

from arena_simulation_setup.conditions.parse import parse_atom, parse_clause
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, Phase, ReachPhase
from arena_simulation_setup.scenario.render import place_nouns, render_atom, render_clause, render_phase, render_task
from arena_simulation_setup.world.zone import Zone

NOUNS = {"ward_1": "Ward with five beds", "ward_1/0": "Ward with five beds"}
NEVER_LAB = parse_clause({"op": "never", "p": "robot in lab"})
AUTHORED = parse_clause({"op": "never", "p": "robot in lab", "text": "Keep out of the lab."})


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        (GotoPhase(target="ward_1"), "Go to Ward with five beds."),
        (GotoPhase(target="ward_1/0"), "Go to Ward with five beds."),
        (GotoPhase(target="main_hall"), "Go to main hall."),
        (GotoPhase(target="main_hall/2"), "Go to main hall on level 2."),
        (GotoPhase(target="main_hall", pose=Pose(1.0, 2.0)), "Go to main hall."),
        (GotoPhase(pose=Pose(3.14159, -22.0)), "Go to (3.1, -22.0)."),
        (GotoPhase(pose=Pose(-0.04, 0.0)), "Go to (0.0, 0.0)."),
        (GotoPhase(), "Stay where you are."),
        (GotoPhase(hold_time=5.0), "Stay where you are for 5 seconds."),
        (GotoPhase(target="lab", hold_time=1.0), "Go to lab and stay there for 1 second."),
        (GotoPhase(target="lab", hold_time=2.5), "Go to lab and stay there for 2.5 seconds."),
        (GotoPhase(target="lab", hold_time=0.0), "Go to lab."),
        (GotoPhase(target="lab", signal="arrived"), "Go to lab and signal arrived."),
        (
            GotoPhase(target="lab", hold_time=2.0, until=parse_atom("not nurse in ward_1")),
            "Go to lab and stay there for 2 seconds and wait until nurse is not in Ward with five beds.",
        ),
        (
            GotoPhase(until=parse_atom("lab_door.state == open")),
            "Stay where you are and wait until the state of lab door is open.",
        ),
        (
            GotoPhase(target="ward_1", conditions=(NEVER_LAB, AUTHORED)),
            "Go to Ward with five beds. It must never happen that you are in lab. Keep out of the lab.",
        ),
        (GotoPhase(target="lab", hold_time=2.0, conditions=(NEVER_LAB,), text="Off to the lab!"), "Off to the lab!"),
        (GesturePhase(), "Make a gesture."),
        (GesturePhase(gesture="wave_both", instance="left_arm"), "Make the gesture wave both with left arm."),
        (ReachPhase(configuration="random"), "Reach anywhere."),
        (ReachPhase(configuration="home_pose"), "Reach the configuration home pose."),
        (ReachPhase(pose=Pose(0.5, 0.25, z=1.0)), "Reach to (0.5, 0.2, 1.0)."),
        (
            ReachPhase(pose=Pose(0.5, 0.0), frame="map", instance="arm"),
            "Reach to (0.5, 0.0, 0.0) in the frame map with arm.",
        ),
        (GesturePhase(text="Wave."), "Wave."),
    ],
)
def test_a_phase_in_words(phase: Phase, words: str) -> None:
    assert render_phase(phase, NOUNS) == words


@pytest.mark.parametrize(
    ("op", "p", "q", "words"),
    [
        ("always", "robot in ward_1", None, "It must hold all the time that you are in Ward with five beds."),
        (
            "never",
            "robot within 1.5 of head_nurse",
            None,
            "It must never happen that you are within 1.5 m of head nurse.",
        ),
        ("eventually", "nurse within 2 of robot", None, "It must happen at some time that nurse is within 2 m of you."),
        (
            "before",
            "jackal_1 in lab",
            "lab_door/0.in_transit == true",
            "It must happen that jackal 1 is in lab before it happens that lab door on level 0 is in transit.",
        ),
        (
            "never_during",
            "not robot in lab",
            "not lab_door.open == true",
            "It must never happen that you are not in lab while lab door is not open.",
        ),
    ],
)
def test_a_clause_in_words(op: str, p: str, q: str | None, words: str) -> None:
    assert render_clause(parse_clause({"op": op, "p": p, "q": q}), NOUNS) == words


def test_an_authored_text_of_a_clause_stands_alone() -> None:
    assert render_clause(AUTHORED, NOUNS) == "Keep out of the lab."


def test_a_task_is_its_phases_in_order_and_then_its_conditions() -> None:
    phases = (GotoPhase(target="ward_1"), GesturePhase(gesture="wave"), GotoPhase(text="Anna waits. Go."), GotoPhase())
    assert render_task(phases, (NEVER_LAB,), NOUNS) == (
        "Go to Ward with five beds. Then make the gesture wave. Then: Anna waits. Go. Then stay where you are. "
        "It must never happen that you are in lab."
    )
    assert render_task((), (), NOUNS) == ""


def test_zones_are_called_as_they_are_described_in_one_plain_line() -> None:
    zones = [
        ("0", Zone("ward", description=" Ward with five beds ")),
        ("1", Zone("ward", description="Ward for children")),
        ("0", Zone("lab", description="Laboratory")),
        ("1", Zone("lab", description="Laboratory")),
        ("0", Zone("hall")),
        ("0", Zone("shop", description="Shop\nwith two lines")),
    ]
    assert place_nouns(zones) == {
        "ward/0": "Ward with five beds",
        "ward/1": "Ward for children",
        "lab/0": "Laboratory",
        "lab/1": "Laboratory",
        "lab": "Laboratory",
    }


@pytest.mark.parametrize(
    ("atom", "words"),
    [
        ("lab_door.open == true", "lab door is open"),
        ("lab_door.open == false", "lab door is not open"),
        ("not lab_door.open == false", "lab door is open"),
        ("not lab_door.state == open", "the state of lab door is not open"),
        ("lift.current_floor == 1", "the current floor of lift is 1"),
    ],
)
def test_a_field_in_words(atom: str, words: str) -> None:
    assert render_atom(parse_atom(atom), NOUNS) == words


def test_a_place_of_a_distance_is_called_as_described() -> None:
    assert (
        render_atom(parse_atom("robot within 0.25 of ward_1"), NOUNS) == "you are within 0.25 m of Ward with five beds"
    )
