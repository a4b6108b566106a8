from __future__ import annotations

import ast
import sys

import pytest
from import_rules import PACKAGES, import_complaints, imported_modules
from source_files import source_files


def test_imports_follow_the_table() -> None:
    found = (import_complaints(file.text, file.module, is_package=file.is_package) for file in source_files())
    assert [complaint for complaints in found for complaint in complaints] == []


def test_the_rules_see_every_package() -> None:
    assert {file.module.split(".")[0] for file in source_files()} >= set(PACKAGES)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("arena_simulation_setup.world.door", "import task_generator"),
        ("task_generator.generator", "from arena_runtime.scene import build"),
        ("arena_runtime.simulation", "import arena_evaluation.replay"),
        ("arena_evaluation.replay", "from arena_runtime import simulation"),
        ("arena_lab.suite", "from arena_cli import main"),
        ("arena_runtime.simulation", "import mujoco"),
        ("arena_lab.bench", "import mujoco as physics"),
        ("arena_simulation_setup.route.field", "import fsspec"),
        ("arena_runtime.recorder", "from rclpy.node import Node"),
        ("task_generator.generator", "from arena_interfaces.msg import Frame"),
        ("arena_evaluation.replay", "from geometry_msgs.msg import Pose"),
        ("arena_lab.suite", "import rclpy"),
        ("arena_runtime.simulation", "def late():\n    import mujoco"),
        ("arena_runtime.simulation", "import importlib\nimportlib.import_module('task_generator.seeds')"),
        ("arena_runtime.simulation", "if TYPE_CHECKING:\n    from task_generator import seeds"),
    ],
)
def test_forbidden_import_is_reported(module: str, source: str) -> None:
    assert len(import_complaints(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("arena_runtime.simulation", "from arena_simulation_setup.frame import Frame"),
        ("arena_runtime.scene.build", "import mujoco"),
        ("arena_runtime.ros.main", "import rclpy\nfrom arena_interfaces.msg import Frame"),
        ("task_generator.tasks.registry", "from . import obstacles\nfrom .obstacles import random"),
        ("arena_cli.run", "import task_generator, arena_runtime, arena_evaluation, arena_lab, rclpy"),
        ("arena_lab.suite", "import task_generator, arena_runtime, arena_evaluation, ray"),
    ],
)
def test_allowed_import_is_not_reported(module: str, source: str) -> None:
    assert import_complaints(source, module) == []


def test_relative_imports_are_resolved() -> None:
    tree = ast.parse("from ..people import walk\nfrom . import build")
    assert [name for name, _ in imported_modules(tree, "arena_runtime.scene.read")] == [
        "arena_runtime.people.walk",
        "arena_runtime.scene.build",
    ]
    inside_package = imported_modules(ast.parse("from . import build"), "arena_runtime.scene", is_package=True)
    assert [name for name, _ in inside_package] == ["arena_runtime.scene.build"]


def test_setup_program_needs_nothing_but_python() -> None:
    files = [file for file in source_files() if file.module.startswith("scripts.setup_environment")]
    tops = {name.split(".")[0] for file in files for name, _ in imported_modules(ast.parse(file.text), file.module)}
    assert files
    assert tops <= {*sys.stdlib_module_names, "setup_environment"}
