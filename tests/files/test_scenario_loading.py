"""Scenario files: robots, phases, people, timelines, regions, conditions, and the old format."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from rich_texts import LEGACY, PHASES

from arena_simulation_setup.conditions.atom import FieldAtom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.files.load_scenario import load_scenario
from arena_simulation_setup.files.problem import FileProblems, Loaded, Problem
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, ReachPhase
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.scenario.timeline import FieldEdge, SetAction, TimelineEntry
from arena_simulation_setup.world.entity import Waypoint


def read(tmp_path: Path, text: str) -> Loaded[Scenario]:
    folder = tmp_path / "visit"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "scenario.yaml").write_text(text, encoding="utf-8")
    return load_scenario(folder)


def scenario(tmp_path: Path, text: str) -> Scenario:
    return read(tmp_path, text).value


def only_problem(tmp_path: Path, text: str) -> Problem:
    with pytest.raises(FileProblems) as raised:
        read(tmp_path, text)
    errors = [problem for problem in raised.value.problems if problem.severity == "error"]
    assert len(errors) == 1, raised.value
    return errors[0]


def start_of(tmp_path: Path, pose: str) -> Pose | str:
    return scenario(tmp_path, f"robots: [{{start: {pose}}}]\n").robots[0].start


@pytest.mark.parametrize(
    ("form", "pose"),
    [
        ("[1, 2]", Pose(1, 2)),
        ("[1, 2, 3]", Pose(1, 2, 3)),
        ("{x: 1, y: 2}", Pose(1, 2)),
        ("{x: 1, y: 2, yaw: 3}", Pose(1, 2, 3)),
        ("[1, 2, 3, 0.1, 0.2, 0.3]", Pose(1, 2, 0.3, 3, 0.1, 0.2)),
        ("[1, 2, 3, 0, 0, 0, 1]", Pose(1, 2, math.pi, 3)),
        ("[[1, 2], [0.5]]", Pose(1, 2, 0.5)),
        ("[[1, 2, 3], [0, 0, 0, 2]]", Pose(1, 2, math.pi, 3)),
        ("{position: {x: 1, y: 2}, orientation: {w: 1, x: 0, y: 0, z: 0}}", Pose(1, 2)),
        ("{position: [1, 2], orientation: 0.5}", Pose(1, 2, 0.5)),
        ("kitchen", "kitchen"),
        ("'on'", "on"),
        ("on", "on"),
    ],
)
def test_pose_has_many_forms(tmp_path: Path, form: str, pose: Pose | str) -> None:
    assert start_of(tmp_path, form) == pose


def test_quaternion_of_a_tilt_gives_roll_and_pitch(tmp_path: Path) -> None:
    half = math.sqrt(0.5)
    pose = start_of(tmp_path, f"[0, 0, 0, {half}, {half}, 0, 0]")
    assert isinstance(pose, Pose)
    assert (pose.roll, pose.pitch, pose.yaw) == pytest.approx((math.pi / 2, 0, 0))


@pytest.mark.parametrize(
    "form", ["[1]", "[1, 2, 3, 4]", "[1, x]", "[[1, 2], [1, 2]]", "[0, 0, 0, 0, 0, 0, 0]", "{x: 1}"]
)
def test_other_forms_of_a_pose_are_one_error(tmp_path: Path, form: str) -> None:
    only_problem(tmp_path, f"robots: [{{start: {form}}}]\n")


def test_robot_without_start_is_an_error(tmp_path: Path) -> None:
    assert only_problem(tmp_path, "robots: [{phases: []}]\n").message == "'start' is missing"


def test_phases_are_told_apart_by_their_keys(tmp_path: Path) -> None:
    robot = scenario(tmp_path, PHASES).robots[0]
    assert robot.goal_floor == "007"
    assert robot.phases == (
        GotoPhase(pose=Pose(1, 2), tolerance_radius=0.5, hold_time=0.1, signal="done"),
        GotoPhase(target="kitchen", pose=Pose(4, 5, 1), on_failure="stop_task", text="Go there."),
        GotoPhase(until=NotAtom(MembershipAtom("ann", "kitchen")), text="Wait."),
        GesturePhase(gesture="wave", instance="left"),
        GesturePhase(),
        ReachPhase(configuration="stow", planning_time=2.0),
        ReachPhase(pose=Pose(0.1, 0.2, 0, 0.3), frame="tool"),
    )
    assert robot.conditions == (Clause("never", MembershipAtom("robot", "hall")),)


@pytest.mark.parametrize(
    ("phase", "message"),
    [
        ("{gotoo: kitchen}", "unknown key 'gotoo'"),
        ("{goto: [1, 2], pose: [1, 2]}", "'pose' without a named target"),
        ("{gesture: wave, goto: [1, 2]}", "unknown key 'goto'"),
        ("{goto: [1, 2], hold_time: -1}", "out of range"),
        ("{goto: [1, 2], on_failure: stop}", "unknown word 'stop'"),
        ("{until: robot at kitchen}", "not an atom"),
        ("{conditions: [{op: until, p: a in b}]}", "unknown word 'until'"),
        ("{conditions: [{op: before, p: a in b}]}", "'q' is missing"),
        ("{conditions: [{op: never, p: a in b, q: a in c}]}", "'never' takes no 'q'"),
        ("{conditions: [{op: never, p: a in b, r: 1}]}", "unknown key 'r'"),
    ],
)
def test_wrong_phase_is_one_error(tmp_path: Path, phase: str, message: str) -> None:
    assert message in only_problem(tmp_path, f"robots: [{{start: [0, 0], phases: [{phase}]}}]\n").message


def test_instruction_beside_text_is_said_to_be_ignored(tmp_path: Path) -> None:
    result = read(tmp_path, "robots: [{start: [0, 0], phases: [{goto: [1, 2], text: a, instruction: b}]}]\n")
    assert result.value.robots[0].phases[0].text == "a"
    assert [(warning.code, warning.path) for warning in result.warnings] == [
        ("phase.text", "robots[0].phases[0].instruction")
    ]


@pytest.mark.parametrize(
    ("goal", "phase"), [("[1, 2]", GotoPhase(pose=Pose(1, 2))), ("hall", GotoPhase(target="hall"))]
)
def test_goal_becomes_one_goto_phase_with_a_warning(tmp_path: Path, goal: str, phase: GotoPhase) -> None:
    result = read(tmp_path, f"robots: [{{start: [0, 0], goal: {goal}}}]\n")
    assert result.value.robots[0].phases == (phase,)
    assert [warning.code for warning in result.warnings] == ["robot.goal"]


def test_person_keeps_its_agent_block_and_waypoints(tmp_path: Path) -> None:
    text = """\
dynamic:
- name: ann
  model: Hospital/nurse
  pos: [1, 2, 3]
  agent: {agent_type: ./nurse.yaml, desired_velocity: 1.5, mood: good}
  waypoints: [[4, 5, 0.5], hall, {x: 1, y: 2}, {position: [7, 8], level_id: 2}]
  favourite: tea
"""
    result = read(tmp_path, text)
    person = result.value.dynamic[0]
    assert (person.pose, person.velocity, person.model.domain) == (Pose(1, 2, 3), 1.0, "Hospital")
    assert person.extra["agent"] == {"agent_type": "./nurse.yaml", "desired_velocity": 1.5, "mood": "good"}
    assert person.waypoints == (
        Waypoint(Position(4, 5, 0.5)), Waypoint("hall"), Waypoint(Position(1, 2)), Waypoint(Position(7, 8), "2"),
    )  # fmt: skip
    assert [warning.found for warning in result.warnings] == ["favourite"]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("agent: {desired_velocty: 1}", "unknown key 'desired_velocty'"),
        ("agent: {desired_velocity: fast}", "found fast"),
        ("agent: {desired_velocity: {min: 2, max: 1}}", "max 1 is below min 2"),
        ("agent: [adult]", "found a list of 1"),
        ("waypoint_mode: revers", "unknown word 'revers'"),
        ("waypoints: hall", "found hall"),
        ("velocity: -1", "out of range"),
    ],
)
def test_wrong_person_is_one_error(tmp_path: Path, keys: str, message: str) -> None:
    assert message in only_problem(tmp_path, f"dynamic: [{{name: ann, pose: [1, 2], {keys}}}]\n").message


def test_documented_backend_keys_of_objects_give_no_warning(tmp_path: Path) -> None:
    keys = "type: desk, capacity: 3, interaction_radius: 1, formation: {type: line}, satisfies: {rest: 1}, seats: []"
    text = f"static: [{{name: a, model: desk, pose: [1, 2], {keys}, bbox: [[-1, 1], [0, 1]]}}]\n"
    result = read(tmp_path, text)
    assert result.warnings == ()
    assert result.value.static[0].extra["bbox"] == [[-1, 1], [0, 1]]
    assert only_problem(tmp_path, text.replace("[0, 1]", "[1, 0]")).code == "value.range"


def test_timeline_values_are_text(tmp_path: Path) -> None:
    text = """\
timeline:
- {at: 0, set: [{entity: a, field: locked, value: True}, {entity: a, field: level, value: 1.0..2.0}]}
- {every: 5, offset: 1e0, until: 20, set: [{entity: a, field: state, value: "True"}]}
- {when: {entity: a, field: locked, is: false}, set: []}
- {when: "a.locked == true", set: [{entity: b, field: cap, value: 007}]}
"""
    result = read(tmp_path, text)
    assert result.value.timeline == (
        TimelineEntry((SetAction("a", "locked", "true"), SetAction("a", "level", "1.0..2.0")), at=0.0),
        TimelineEntry((SetAction("a", "state", "True"),), every=5.0, offset=1.0, until=20.0),
        TimelineEntry((), when=FieldEdge("a", "locked", "false")),
        TimelineEntry((SetAction("b", "cap", "007"),), when=FieldAtom("a", "locked", "true")),
    )
    assert [warning.code for warning in result.warnings] == ["timeline.empty"]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("set: []", "the entry has none of them"),
        ("at: 1, every: 2, set: []", "the entry has at, every"),
        ("at: 1, sett: []", "unknown key 'sett'"),
        ("at: 1, until: 2, set: []", "'until' without 'every'"),
        ("every: 0, set: []", "out of range"),
        ("at: 1, set: [{entity: a, field: b}]", "'value' is missing"),
        ("when: a locked, set: []", "not an atom"),
    ],
)
def test_wrong_timeline_entry_is_one_error(tmp_path: Path, entry: str, message: str) -> None:
    assert message in only_problem(tmp_path, f"timeline: [{{{entry}}}]\n").message


def test_regions_keep_their_config(tmp_path: Path) -> None:
    text = """\
regions:
  way_in:
    type: source
    polygon: [{x: 0, y: 0}, {x: 1, y: 0}, {x: 1, y: 1}]
    config:
      rate_profile: [{t: 0, rate: 0.5}]
      max_concurrent: 3
      agent: {agent_type: adult, desired_velocity: {min: 1, max: 2}}
  way_out: {type: sink, ref: hall, config: {capacity: -1}}
"""
    way_in, way_out = scenario(tmp_path, text).regions
    assert (way_in.name, way_in.type, len(way_in.polygon)) == ("way_in", "source", 3)
    assert way_in.config["agent"] == {"agent_type": "adult", "desired_velocity": {"min": 1, "max": 2}}
    assert (way_out.ref, way_out.config) == ("hall", {"capacity": -1})


@pytest.mark.parametrize(
    ("region", "message"),
    [
        ("{type: sorce, ref: hall}", "unknown word 'sorce'"),
        ("{type: sink}", "neither polygon nor ref"),
        ("{type: sink, ref: a, polygon: [[0, 0], [1, 0], [1, 1]]}", "polygon and ref"),
        ("{type: sink, polygon: [[0, 0], [1, 1]]}", "2 corners"),
        ("{type: source, ref: a, config: {rate_profile: [{t: 1, rate: 1}, {t: 1, rate: 2}]}}", "does not follow"),
        ("{type: source, ref: a, config: {max_totl: 3}}", "unknown key 'max_totl'"),
        ("{type: sink, ref: a, config: {absorption_radius: -1}}", "out of range"),
    ],
)
def test_wrong_region_is_one_error(tmp_path: Path, region: str, message: str) -> None:
    assert message in only_problem(tmp_path, f"regions: {{a: {region}}}\n").message


def test_old_format_gives_its_obstacles_and_a_deprecation_warning(tmp_path: Path) -> None:
    result = read(tmp_path, LEGACY)
    assert [entity.name for entity in result.value.static] == ["a", "b"]
    assert [person.name for person in result.value.dynamic] == ["c"]
    assert len(result.value.robots) == 1
    assert "scenario.legacy" in [warning.code for warning in result.warnings]
    assert "deprecated" in result.warnings[0].message


def test_old_format_beside_modern_keys_is_an_error(tmp_path: Path) -> None:
    problem = only_problem(tmp_path, LEGACY + "conditions: [{op: never, p: robot in hall}]\n")
    assert problem.message == "'obstacles' of the old format beside conditions"


def test_json_is_read_where_there_is_no_yaml(tmp_path: Path) -> None:
    (tmp_path / "scenario.json").write_text(json.dumps({"robots": [{"start": [1, 2, 0.5]}]}))
    assert load_scenario(tmp_path).value.robots[0].start == Pose(1, 2, 0.5)
    (tmp_path / "scenario.yaml").write_text("robots: []\n")
    assert load_scenario(tmp_path).value.robots == ()


def test_missing_scenario_names_the_yaml_path(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"scenario\.yaml"):
        load_scenario(tmp_path)


def test_scenario_knows_its_name_and_directory_and_keeps_unknown_keys(tmp_path: Path) -> None:
    result = read(tmp_path, "author: ann\n")
    assert (result.value.name, result.value.directory) == ("visit", str(tmp_path / "visit"))
    assert result.value.extra == {"author": "ann"}
    assert [warning.found for warning in result.warnings] == ["author"]
