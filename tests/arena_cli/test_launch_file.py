"""The launch file has the arguments of `arena launch` and starts the same nodes."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from arena_cli.argument import UsageError
from arena_cli.launch_arguments import NODES, RUNTIME, TASK_GENERATOR, launch_arguments
from arena_cli.ros_domains import release_domains

LAUNCH_FILE = Path(__file__).resolve().parent.parent.parent / "launch" / "arena.launch.py"
MOST_LINES = 30


def test_the_launch_file_is_short_and_names_no_argument_itself() -> None:
    source = LAUNCH_FILE.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= MOST_LINES
    tree = ast.parse(source)
    loops = [
        node for node in ast.walk(tree) if isinstance(node, ast.For) and ast.unparse(node.iter) == "launch_arguments()"
    ]
    assert len(loops) == 1
    calls = {ast.unparse(node.func) for node in ast.walk(loops[0]) if isinstance(node, ast.Call)}
    assert {"DeclareLaunchArgument", "ParameterValue", "LaunchConfiguration"} <= calls
    assert not any(isinstance(node, (ast.If, ast.Continue, ast.Break, ast.Try)) for node in ast.walk(loops[0]))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert texts.isdisjoint(row.name for row in launch_arguments())


class Recorded(SimpleNamespace):
    """Stands for an action of the launch system, which is on no package index: keeps what it was made with."""

    def __init__(self, *words: Any, **options: Any) -> None:
        super().__init__(words=words, **options)


def launch_with_texts(monkeypatch: pytest.MonkeyPatch, **given: str) -> tuple[dict[str, str], list[Recorded]]:
    """Arguments as the launch system has them in the end, and all actions of the launch file."""
    names = {
        "launch": ["LaunchDescription", "LaunchContext"],
        "launch.actions": ["DeclareLaunchArgument", "LogInfo", "OpaqueFunction", "Shutdown"],
        "launch.substitutions": ["LaunchConfiguration"],
        "launch_ros": [],
        "launch_ros.actions": ["Node"],
        "launch_ros.parameter_descriptions": ["ParameterValue"],
    }
    for module, members in names.items():
        stand_in = ModuleType(module)
        for member in members:
            setattr(stand_in, member, type(member, (Recorded,), {}))
        monkeypatch.setitem(sys.modules, module, stand_in)
    variables: dict[str, Any] = {}
    exec(compile(LAUNCH_FILE.read_text(encoding="utf-8"), str(LAUNCH_FILE), "exec"), variables)
    description = variables["generate_launch_description"]()
    *actions, opaque = description.words[0]
    texts = {action.words[0]: action.default_value for action in actions} | given
    made = opaque.function(SimpleNamespace(launch_configurations=texts))
    return texts, [*actions, *made]


def launch_description(monkeypatch: pytest.MonkeyPatch, **given: str) -> list[Recorded]:
    """All actions of the launch file, those that it makes while it runs included."""
    return launch_with_texts(monkeypatch, **given)[1]


def test_the_launch_file_declares_every_row_and_hands_it_to_its_node(monkeypatch: pytest.MonkeyPatch) -> None:
    actions = launch_description(monkeypatch)
    rows = launch_arguments()
    declared = {action.words[0]: action for action in actions if type(action).__name__ == "DeclareLaunchArgument"}
    assert {name: action.default_value for name, action in declared.items()} == {r.name: r.default_text for r in rows}
    assert all(action.description for action in declared.values())
    nodes = {action.name: action for action in actions if type(action).__name__ == "Node"}
    assert sorted(nodes) == sorted(NODES)
    assert all(type(node.on_exit).__name__ == "Shutdown" for node in nodes.values())
    for name, node in nodes.items():
        values = dict(node.parameters[0])
        assert values.pop("use_sim_time") is (name == TASK_GENERATOR)
        assert {key: value.value_type for key, value in values.items()} == {
            r.name: r.kind for r in rows if r.node == name
        }
        assert all(value.words[0].words == (key,) for key, value in values.items())


def test_the_launch_file_starts_several_environments_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"env.n": "2", "run_seed": "7", "record.dir": "here"}
    actions = launch_description(monkeypatch, **given)
    nodes = [action for action in actions if type(action).__name__ == "Node"]
    assert [(node.namespace, node.executable) for node in nodes] == [
        ("/env_0", "arena_runtime_node"),
        ("/env_0", "task_generator_node"),
        ("/env_1", "arena_runtime_node"),
        ("/env_1", "task_generator_node"),
    ]
    assert len({node.additional_env["ROS_DOMAIN_ID"] for node in nodes}) == 2
    assert [node.on_exit for node in nodes] == [None] * 4, "the others go on"
    assert nodes[3].parameters[0]["run_seed"] == "7/env_1"
    (told,) = [action.msg for action in actions if type(action).__name__ == "LogInfo"]
    assert "/env_1" in told
    release_domains({int(node.additional_env["ROS_DOMAIN_ID"]) for node in nodes})


def test_old_names_reach_the_nodes_of_the_launch_file_and_slips_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"tm_robots": "explore", "disable_auto_recorder": "true", "record.dir": "here", "headless": "true"}
    texts, actions = launch_with_texts(monkeypatch, **given, wolrd="office_1", unrelated="1")
    assert (texts["task.robots"], texts["record.auto"]) == ("explore", "false")
    runtime = next(one for one in actions if getattr(one, "name", "") == RUNTIME)
    assert runtime.parameters[0]["record.dir"] == ""
    said = [action.msg for action in actions if type(action).__name__ == "LogInfo"]
    assert said == [
        "warning: wolrd is no argument of this launch; did you mean 'world'?",
        "warning: headless:=true says what is always so: nothing opens a window; docs/watching.md tells how to look on",
        "warning: tm_robots is the old name of task.robots",
        "warning: disable_auto_recorder is the old name of record.auto, which means the opposite",
    ]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("world", "hospitl_1", "did you mean 'hospital_1'"),
        ("scenario", "nope", "world map_empty has no such scenario"),
        ("sim", "gazebo", "MuJoCo is the only simulator"),
        ("task.obstacles", "randm", "did you mean 'random'"),
    ],
)
def test_the_launch_file_refuses_what_arena_launch_refuses(
    name: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match=sentence):
        launch_description(monkeypatch, **{name: value})


def test_patterns_of_the_logs_reach_the_nodes_of_the_launch_file(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"log_level": "{env_1.*:debug, warn}", "env.n": "2", "env.shared_domain": "true"}
    actions = launch_description(monkeypatch, **given)
    words = {f"{one.namespace}/{one.name}": one.ros_arguments for one in actions if type(one).__name__ == "Node"}
    assert words["/env_0/task_generator"] == ["--log-level", "warn"]
    assert words["/env_1/task_generator"] == ["--log-level", "warn", "--log-level", "env_1.task_generator:=debug"]


def test_a_parameter_file_counts_where_nothing_is_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    text = "/task_generator: {ros__parameters: {task.robots: explore, task.obstacles: random, world: office_1}}\n"
    file.write_text(text, encoding="utf-8")
    actions = launch_description(monkeypatch, **{"task.params": str(file), "world": "hospital_1"})
    (node,) = (one for one in actions if getattr(one, "name", "") == TASK_GENERATOR)
    (values,) = node.parameters
    assert (values["task.robots"], values["task.obstacles"]) == ("explore", "random")
    assert values["world"].words[0].words == ("world",), "what the launch system was given"
