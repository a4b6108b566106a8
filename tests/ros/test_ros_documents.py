"""What docs/ros.md and config/ say about topics and parameters is what the nodes do."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
import yaml

from arena_cli.launch_arguments import RUNTIME, launch_arguments
from arena_runtime.ros import qos as runtime_qos
from arena_runtime.ros.parameters import RUNTIME_PARAMETERS
from task_generator.parameters import declared_parameters
from task_generator.ros import qos as generator_qos
from task_generator.ros.node_declarations import node_declarations

pytestmark = pytest.mark.ros

ROOT = Path(__file__).resolve().parent.parent.parent
ROW = re.compile(
    r"^\| `(?P<topic>[^`]+)` \| `[\w/]+` \| (?P<reliable>yes|no) \| (?P<latched>yes|no) \| (?P<depth>\d+) \|"
)


def documented() -> dict[str, tuple[bool, bool, int]]:
    lines = (ROOT / "docs" / "ros.md").read_text(encoding="utf-8").splitlines()
    rows = [match for match in map(ROW.match, lines) if match]
    return {row["topic"]: (row["reliable"] == "yes", row["latched"] == "yes", int(row["depth"])) for row in rows}


def test_the_tables_of_topics_are_those_of_the_nodes() -> None:
    runtime = {name: (one.reliable, one.latched, one.depth) for name, one in runtime_qos.DELIVERIES.items()}
    generator = {name: (True, one.latched, one.depth) for name, one in generator_qos.DELIVERIES.items()}
    assert documented() == {**runtime, **generator}


def test_the_lease_that_is_asked_for_is_the_one_that_is_offered() -> None:
    assert generator_qos.STATUS_LEASE_S == runtime_qos.STATUS_LEASE_S


def test_the_parameter_file_holds_the_defaults() -> None:
    nodes = yaml.safe_load((ROOT / "config" / "arena.yaml").read_text(encoding="utf-8"))
    runtime = nodes["/arena_runtime"]["ros__parameters"]
    assert runtime == {parameter.name: parameter.default for parameter in RUNTIME_PARAMETERS}
    declared = {entry.name: entry for entry in node_declarations()} | dict(declared_parameters())
    generator = nodes["/task_generator"]["ros__parameters"]
    for name, value in generator.items():
        default = declared[name].default
        is_nan = isinstance(value, float) and math.isnan(value)
        assert is_nan == (isinstance(default, float) and math.isnan(default)), name
        assert is_nan or (tuple(value) if isinstance(value, list) else value) == default, name
    # An empty list has no type in a parameter file.
    assert set(declared) - set(generator) == {name for name, entry in declared.items() if entry.default == ()}


def test_the_launch_offers_every_parameter_of_the_runtime_with_its_default() -> None:
    offered = {row.name: row.argument.default for row in launch_arguments() if row.node == RUNTIME}
    assert offered == {parameter.name: parameter.default for parameter in RUNTIME_PARAMETERS}


def test_the_picture_shows_topics_that_exist() -> None:
    view = yaml.safe_load((ROOT / "config" / "arena.rviz").read_text(encoding="utf-8"))
    displays = view["Visualization Manager"]["Displays"]
    settings_of = [display[key] for display in displays for key in ("Topic", "Description Topic") if key in display]
    topics = {settings["Value"]: settings for settings in settings_of}
    shown = {"/map", "/arena_runtime/markers", "/jackal_0/scan", "/jackal_0/goal_pose", "/jackal_0/robot_description"}
    assert shown <= set(topics)
    for topic, settings in topics.items():
        name = topic.replace("/arena_runtime/", "~/").replace("/jackal_0/", "<robot>/").removeprefix("/")
        delivery = runtime_qos.DELIVERIES[name]
        assert settings["Reliability Policy"] == ("Reliable" if delivery.reliable else "Best Effort")
        assert settings["Durability Policy"] == ("Transient Local" if delivery.latched else "Volatile")
