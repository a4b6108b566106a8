"""The parameter file of the task generator, read for `arena run` and looked at before a launch."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from arena_cli.argument import Parsed, UsageError, parse_arguments
from arena_cli.file_arguments import OF_LAUNCHES, OF_NODES, found_in_file, overlaid
from arena_cli.launch import command
from arena_cli.launch_arguments import launch_arguments
from arena_cli.launch_call import accepted_arguments, checked_call, parsed_call
from arena_cli.main import main
from arena_cli.run import RUN_ARGUMENTS
from task_generator.parameters import declared_parameters
from task_generator.ros.node_declarations import node_declarations

REPOSITORY = Path(__file__).resolve().parent.parent.parent


def read(tmp_path: Path, text: str, *words: str) -> tuple[Parsed, list[str]]:
    """Values of `arena run` with a file, and the doubts about the file."""
    file = tmp_path / "p.yaml"
    file.write_text(text, encoding="utf-8")
    notes: list[str] = []
    parsed = parse_arguments(RUN_ARGUMENTS, [f"task.params:={file}", *words])
    return overlaid(parsed, RUN_ARGUMENTS, found_in_file(parsed, RUN_ARGUMENTS, OF_NODES, notes.append)), notes


def of_node(text: str, node: str = "task_generator") -> str:
    return f"{node}:\n  ros__parameters:\n" + "".join(f"    {line}\n" for line in text.splitlines())


def test_values_of_the_file_count_where_the_call_says_nothing(tmp_path: Path) -> None:
    text = "world: map_empty\nrun_seed: '7'\ntask.episode: {count: 3, timeout: 5}\ntask.random.static.n: [1, 2]"
    parsed, notes = read(tmp_path, of_node(text), "episodes:=2")
    assert (parsed["world"], parsed["seed"], parsed["episodes"]) == ("map_empty", 7, 2)
    assert parsed["task.episode.timeout"] == 5.0
    assert parsed.wildcard == {"task.random.static.n": "[1, 2]"}
    assert notes == []


def test_what_is_for_all_nodes_counts_less_than_what_is_for_this_one(tmp_path: Path) -> None:
    text = of_node("robot: jackal", "/lab/task_generator") + of_node("robot: turtlebot\nhuman: hunav", "/**")
    parsed, _ = read(tmp_path, text + of_node("target_rtf: 3.0", "arena_runtime"))
    assert (parsed["robot"], parsed["human"]) == ("jackal", "hunav")


def test_the_short_form_of_a_scenario_stands_for_the_modes_of_the_file(tmp_path: Path) -> None:
    modes = "task.obstacles: random\ntask.robots: explore\ntask.scenario.file: other"
    parsed, _ = read(tmp_path, of_node(modes), "scenario:=demo")
    assert (parsed["task.obstacles"], parsed["task.robots"], parsed["task.scenario.file"]) == (None, None, "")
    parsed, _ = read(tmp_path, of_node(f"{modes}\nscenario: demo"))
    assert (parsed["task.robots"], parsed["scenario"]) == (None, "demo")


def test_what_only_a_node_has_and_what_ros_adds_are_left_out_in_silence(tmp_path: Path) -> None:
    text = "autostart: true\nuse_sim_time: true\nhuman_params: [humansim.a:=1]\nrun_seed: ''\ntask.episode.count: -1"
    parsed, notes = read(tmp_path, of_node(text))
    assert (parsed["seed"], parsed["episodes"], parsed.wildcard, notes) == (None, 1, {}, [])


def test_unknown_names_are_told_and_slips_and_wrong_types_are_errors_with_places(tmp_path: Path) -> None:
    _, notes = read(tmp_path, of_node("colour: red"))
    assert [note.partition("p.yaml:")[2] for note in notes] == [
        "3:13: warning: colour: task_generator has no such parameter"
    ]
    wrong = "wrold: a\nworld: 007\nrobot: on\ntask.episode.timeout: x\ntask.random.static.n: [a]\ntask.robots: explor"
    with pytest.raises(UsageError, match="has errors") as refused:
        read(tmp_path, of_node(wrong))
    said = [line.partition("p.yaml:")[2] for line in str(refused.value).splitlines()[1:]]
    assert said[:4] == [
        "3:12: wrold: task_generator has no such parameter (did you mean 'world'?)",
        "4:12: world: found 007 (expected a text, in quotes)",
        "5:12: robot: found on (expected a text, in quotes)",
        "6:27: task.episode.timeout: got 'x' of type str, expected a value of type double",
    ]
    assert [line.partition(" got")[0] for line in said[4:]] == ["7:27: task.random.static.n:", "8:18: task.robots:"]
    with pytest.raises(UsageError, match=r"p\.yaml:3:15: seed: expected a whole number, got 'abc'"):
        read(tmp_path, of_node("run_seed: abc"))


@pytest.mark.parametrize("text", ["ros__parameters: {world: a}\n", "task_generator: 3\n", "[1]\n"])
def test_another_form_is_an_error(text: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"p\.yaml:1:\d"):
        read(tmp_path, text)


def test_a_file_for_other_nodes_only_is_a_doubt(tmp_path: Path) -> None:
    _, notes = read(tmp_path, of_node("target_rtf: 1.0", "arena_runtime"))
    assert "only of arena_runtime" in notes[0]


def test_the_shipped_file_is_what_a_run_and_a_launch_take_anyway() -> None:
    file = f"task.params:={REPOSITORY / 'config' / 'arena.yaml'}"
    notes: list[str] = []
    for arguments, left_out in ((RUN_ARGUMENTS, OF_NODES), (accepted_arguments(), OF_LAUNCHES)):
        found_in_file(parse_arguments(arguments, [file]), arguments, left_out, notes.append)
    assert notes == []
    launched = parsed_call([file])
    found = found_in_file(launched, accepted_arguments(), OF_LAUNCHES, notes.append)
    again = overlaid(launched, accepted_arguments(), found)
    assert len(found) > 40
    assert {name: again[name] for name in found} == {name: launched[name] for name in found}


def test_what_ros2_param_dump_writes_is_taken_without_a_doubt(tmp_path: Path) -> None:
    declared = (*node_declarations(), *declared_parameters().values())
    values = {str(one.name): list(one.default) if isinstance(one.default, tuple) else one.default for one in declared}
    of_ros = {"use_sim_time": True, "start_type_description_service": True, "qos_overrides": {"/clock": {"depth": 1}}}
    text = yaml.dump({"/task_generator": {"ros__parameters": {**values, **of_ros, "run_seed": "007"}}})
    parsed, notes = read(tmp_path, text)
    assert (notes, parsed["seed"]) == ([], 7)


def test_a_launch_hands_the_values_to_its_nodes_whatever_their_namespace(tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    text = of_node("task.robots: explore\nautostart: false\ntask.stationary.pos_x: .nan\nhuman_params: [hunav.a:=1]")
    file.write_text(text, encoding="utf-8")
    parsed = parsed_call([f"task.params:={file}", "env.ns:=lab", "target_rtf:=2"])
    words = {plan.node: command(plan, launch_arguments(), parsed) for plan in checked_call(parsed).plans}
    given = {word.partition(":=")[0]: word.partition(":=")[2] for word in words["task_generator"] if ":=" in word}
    assert given.pop("autostart") == "true", "which nodes begin by themselves is for the launch to say"
    assert {name: given[name] for name in ("task.robots", "task.stationary.pos_x", "human_params")} == {
        "task.robots": '"explore"',
        "task.stationary.pos_x": ".nan",
        "human_params": '["hunav.a:=1"]',
    }
    assert not any("task.robots" in word for word in words["arena_runtime"])
    assert "--params-file" not in words["task_generator"]


def test_a_run_with_a_file_is_the_run_with_arguments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "p.yaml"
    file.write_text(of_node('run_seed: "5"\ntask.episode.timeout: 1\ntask.random.dynamic.n: [0, 0]'), encoding="utf-8")
    rows = []
    for words in ([f"task.params:={file}"], ["seed:=5", "task.episode.timeout:=1", "task.random.dynamic.n:=[0, 0]"]):
        assert main(["run", "record.dir:=", "--json", *words]) == 0
        rows.append(json.loads(capsys.readouterr().out) | {"wall_s": 0.0, "rtf": 0.0})
    assert rows[0] == rows[1]


def test_the_world_of_a_file_is_looked_for_before_a_launch(tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    file.write_text(of_node("world: hospitl_1"), encoding="utf-8")
    with pytest.raises(UsageError, match="did you mean 'hospital_1'"):
        checked_call(parsed_call([f"task.params:={file}"]))
    assert len(checked_call(parsed_call([f"task.params:={file}", "world:=map_empty"])).plans) == 2
