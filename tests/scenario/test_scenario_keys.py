"""What each key of a scenario file means where it is left out, null, spelled in its other way, or wrong."""

from pathlib import Path

import pytest

from arena_simulation_setup.conditions.parse import parse_atom, parse_clause
from arena_simulation_setup.files.load_scenario import ScenarioReading, load_scenario, read_scenario_file
from arena_simulation_setup.files.save import save_scenario
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, Phase, ReachPhase
from arena_simulation_setup.scenario.robot_task import RobotTask
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.tree.identifiers import ObjectIdentifier, PedestrianIdentifier
from arena_simulation_setup.world.entity import DynamicObstacle, EntityLight, Obstacle

UNTIL = parse_atom("not nurse in ward")
NEVER = parse_clause({"op": "never", "p": "robot in lab"})


def reading(tmp_path: Path, text: str) -> ScenarioReading:
    (tmp_path / "scenario.yaml").write_text(text, encoding="utf-8")
    return read_scenario_file(tmp_path)


def clean(tmp_path: Path, text: str) -> Scenario:
    found = reading(tmp_path, text)
    assert found.problems == ()
    return found.scenario


def codes(tmp_path: Path, text: str) -> list[tuple[str, str]]:
    return [(problem.severity, problem.code) for problem in reading(tmp_path, text).problems]


def phase(tmp_path: Path, text: str) -> Phase:
    return clean(tmp_path, f"robots: [{{start: [0, 0], phases: [{text}]}}]\n").robots[0].phases[0]


def test_everything_may_be_left_out_or_null(tmp_path: Path) -> None:
    keys = ("static", "dynamic", "sounds", "robots", "regions", "timeline", "conditions")
    empty = Scenario(tmp_path.name, directory=str(tmp_path))
    assert clean(tmp_path, "{}\n") == empty
    assert clean(tmp_path, "".join(f"{key}: null\n" for key in keys)) == empty


def test_a_static_object_has_these_defaults_and_keys(tmp_path: Path) -> None:
    plain, full = clean(
        tmp_path,
        """\
static:
- {name: a, model: bin, pose: [1, 2]}
- {name: b, model: lamp, pos: ward, scale: [1, 2, 3], level_id: 1, light: {lit: false, level: 0.5}, seats: 2}
""",
    ).static
    assert plain == Obstacle("a", ObjectIdentifier("bin"), Pose(1.0, 2.0))
    assert (plain.scale, plain.level_id, plain.light, plain.extra) == (None, "", None, {})
    assert (full.pose, full.scale, full.level_id) == ("ward", (1.0, 2.0, 3.0), "1")
    assert (full.light, full.extra) == (EntityLight(lit=False, level=0.5), {"seats": 2})


def test_a_person_has_these_defaults(tmp_path: Path) -> None:
    (person,) = clean(tmp_path, "dynamic: [{name: ann, pose: [1, 2, 0.5]}]\n").dynamic
    assert person == DynamicObstacle("ann", PedestrianIdentifier("arenian"), Pose(1.0, 2.0, 0.5))
    assert (person.waypoints, person.velocity, person.level_id, person.extra) == ((), 1.0, "", {})


@pytest.mark.parametrize("key", ["name", "model", "pose"])
def test_an_object_needs_name_model_and_pose(tmp_path: Path, key: str) -> None:
    keys = {"name": "a", "model": "bin", "pose": "[1, 2]"}
    del keys[key]
    text = ", ".join(f"{name}: {value}" for name, value in keys.items())
    assert codes(tmp_path, f"static: [{{{text}}}]\n") == [("error", "key.missing")]


def test_an_object_keeps_keys_that_nobody_knows_with_a_warning(tmp_path: Path) -> None:
    found = reading(tmp_path, "static: [{name: a, model: bin, pose: [1, 2], owner: ann}]\n")
    assert [(problem.severity, problem.code) for problem in found.problems] == [("warning", "key.unknown")]
    assert found.scenario.static[0].extra == {"owner": "ann"}


def test_two_objects_of_one_name_are_an_error(tmp_path: Path) -> None:
    twice = "static: [{name: a, model: bin, pose: [1, 2]}, {name: a, model: bin, pose: [2, 2]}]\n"
    assert [severity for severity, _ in codes(tmp_path, twice)] == ["error"]


def test_a_robot_has_these_defaults_and_keys(tmp_path: Path) -> None:
    plain, full = clean(
        tmp_path,
        """\
robots:
- {start: ward}
- {start: [1, 2], start_floor: 1, goal_floor: "02", phases: [{goto: lab}], conditions: [{op: never, p: robot in lab}]}
""",
    ).robots
    assert plain == RobotTask("ward")
    assert (plain.start_floor, plain.goal_floor, plain.phases, plain.conditions) == ("", "", (), ())
    assert full == RobotTask(Pose(1.0, 2.0), "1", "02", (GotoPhase(target="lab"),), (NEVER,))


@pytest.mark.parametrize("phases", ["null", "[]"])
def test_a_goal_counts_where_phases_are_empty(tmp_path: Path, phases: str) -> None:
    found = reading(tmp_path, f"robots: [{{start: [0, 0], phases: {phases}, goal: lab}}]\n")
    assert found.scenario.robots[0].phases == (GotoPhase(target="lab"),)
    assert [(problem.severity, problem.code) for problem in found.problems] == [("warning", "robot.goal")]


def test_a_goal_beside_phases_is_ignored_with_a_warning(tmp_path: Path) -> None:
    found = reading(tmp_path, "robots: [{start: [0, 0], phases: [{goto: ward}], goal: lab}]\n")
    assert found.scenario.robots[0].phases == (GotoPhase(target="ward"),)
    assert [(problem.severity, problem.code) for problem in found.problems] == [("warning", "robot.goal")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{goto: [1, 2]}", GotoPhase(pose=Pose(1.0, 2.0))),
        ("{goto: ward}", GotoPhase(target="ward")),
        ("{goto: ward, pose: [1, 2]}", GotoPhase(target="ward", pose=Pose(1.0, 2.0))),
        ("{goto: null}", GotoPhase()),
        ("{}", GotoPhase()),
        ("{hold_time: 5}", GotoPhase(hold_time=5.0)),
        (
            "{goto: ward, tolerance_radius: 0.5, tolerance_angle: 0, hold_time: 2, signal: arrived}",
            GotoPhase(target="ward", tolerance_radius=0.5, tolerance_angle=0.0, hold_time=2.0, signal="arrived"),
        ),
        (
            "{goto: ward, until: not nurse in ward, on_failure: abort_episode, instruction: Go.}",
            GotoPhase(target="ward", until=UNTIL, on_failure="abort_episode", text="Go."),
        ),
        (
            "{goto: ward, conditions: [{op: never, p: robot in lab}], text: Go.}",
            GotoPhase(target="ward", conditions=(NEVER,), text="Go."),
        ),
        ("{gesture: ''}", GesturePhase(gesture="random")),
        ("{gesture: null}", GesturePhase(gesture="random")),
        ("{gesture: random, instance: left}", GesturePhase(gesture="random", instance="left")),
        ("{gesture: wave, until: not nurse in ward}", GesturePhase(gesture="wave", until=UNTIL)),
        ("{reach: random}", ReachPhase(configuration="random")),
        ("{reach: [1, 2]}", ReachPhase(pose=Pose(1.0, 2.0))),
        (
            "{reach: home, frame: map, position_tolerance: 0.01, orientation_tolerance: 0.1, planning_time: 5,"
            " instance: arm, on_failure: stop_task, text: Reach.}",
            ReachPhase(
                configuration="home",
                frame="map",
                position_tolerance=0.01,
                orientation_tolerance=0.1,
                planning_time=5.0,
                instance="arm",
                on_failure="stop_task",
                text="Reach.",
            ),
        ),
    ],
)
def test_a_phase_is_read_and_survives_being_written(tmp_path: Path, text: str, expected: Phase) -> None:
    assert phase(tmp_path, text) == expected
    scenario = load_scenario(tmp_path).value
    save_scenario(scenario, tmp_path / "scenario.yaml")
    assert load_scenario(tmp_path).value == scenario


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{reach: null}", "key.missing"),
        ("{reach: home, position_tolerance: -1}", "value.range"),
        ("{reach: home, goto: ward}", "key.refused"),
        ("{gesture: wave, reach: home}", "key.refused"),
        ("{gesture: wave, hold_time: 1}", "key.refused"),
        ("{goto: ward, planning_time: 1}", "key.refused"),
        ("{goto: ward, tolerance_angle: -0.1}", "value.range"),
        ("{goto: ward, tolerance_radius: wide}", "value.type"),
        ("{goto: [1]}", "value.type"),
        ("{pose: [1, 2]}", "phase.pose"),
        ("{goto: ward, until: {op: never}}", "value.type"),
    ],
)
def test_a_wrong_key_of_a_phase_is_one_error(tmp_path: Path, text: str, code: str) -> None:
    assert codes(tmp_path, f"robots: [{{start: [0, 0], phases: [{text}]}}]\n") == [("error", code)]


def test_a_phase_is_written_without_defaults_and_with_its_heading(tmp_path: Path) -> None:
    scenario = clean(tmp_path, "robots: [{start: [0, 0], phases: [{goto: [1, 2]}]}]\n")
    save_scenario(scenario, tmp_path / "scenario.yaml")
    (written,) = (line for line in (tmp_path / "scenario.yaml").read_text("utf-8").splitlines() if "goto" in line)
    assert written.strip() == "- goto: [1.0, 2.0, 0.0]"


@pytest.mark.parametrize(
    "modern",
    [
        "static: []",
        "dynamic: []",
        "conditions: []",
        "timeline: []",
        "regions: {}",
        "sounds: []",
    ],
)
def test_the_old_format_beside_any_key_of_the_new_one_is_an_error(tmp_path: Path, modern: str) -> None:
    assert codes(tmp_path, f"obstacles: {{static: []}}\n{modern}\n") == [("error", "scenario.mixed")]


def test_the_old_format_names_what_it_knows(tmp_path: Path) -> None:
    assert codes(tmp_path, "obstacles: {walls: []}\n") == [("warning", "scenario.legacy"), ("error", "key.refused")]


def test_sounds_of_a_scenario_have_all_keys_of_those_of_a_world(tmp_path: Path) -> None:
    text = (
        "static: [{name: radio, model: bin, pose: [1, 2]}]\n"
        "sounds: [{name: hum, asset_id: Lab/Sound/hum, entity_ref: radio, offset: [0, 0, 1],"
        " reference_distance_m: 2, loop: false}]\n"
    )
    (sound,) = clean(tmp_path, text).sounds
    assert (sound.entity_ref, sound.offset) == ("radio", Position(0.0, 0.0, 1.0))
    assert (sound.reference_distance_m, sound.loop) == (2.0, False)


def test_one_report_lists_all_problems_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = """\
static: [{name: a, pose: [1, 2]}]
robots: [{phases: [{gotoo: lab}]}]
timeline: [{set: []}]
regions: {way: {type: sorce, ref: hall}}
conditions: [{op: until, p: robot at lab}]
"""
    problems = reading(tmp_path, text).problems
    assert sorted({problem.line for problem in problems if problem.severity == "error"}) == [1, 2, 3, 4, 5]
    assert [problem.line for problem in problems] == sorted(problem.line for problem in problems)


@pytest.mark.parametrize("name", ["ward/1", "'ward/02'", "ward"])
def test_a_place_may_be_named_with_its_level(tmp_path: Path, name: str) -> None:
    text = (
        f"robots: [{{start: {name}, phases: [{{goto: {name}}}]}}]\n"
        f"dynamic: [{{name: ann, pose: {name}, waypoints: [{name}]}}]\n"
        f"regions: {{way: {{type: sink, ref: {name}}}}}\n"
    )
    scenario, bare = clean(tmp_path, text), name.strip("'")
    (robot,), (person,), (region,) = scenario.robots, scenario.dynamic, scenario.regions
    assert robot.phases == (GotoPhase(target=bare),)
    assert [robot.start, person.pose, person.waypoints[0].position, region.ref] == [bare] * 4


@pytest.mark.parametrize("name", ["ward/", "/1", "ward/1/2", "' ward'", "'ward/ 1'"])
def test_other_slashes_are_no_place(tmp_path: Path, name: str) -> None:
    assert codes(tmp_path, f"robots: [{{start: {name}}}]\n") == [("error", "value.name")]
