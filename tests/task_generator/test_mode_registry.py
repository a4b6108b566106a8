from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from task_generator.constants import Constants
from task_generator.declarations import DictionaryNode
from task_generator.tasks.obstacles import TM_Obstacles
from task_generator.tasks.registry import (
    _REGISTRY_NAMESPACE,
    OBSTACLES_MODES,
    ROBOTS_MODES,
    TaskModeRegistry,
    walk_schemas,
)

NEW_MODE = """
from task_generator.constants import Constants
from task_generator.declarations import declare_int_pair
from task_generator.tasks.registry import OBSTACLES_MODES, _REGISTRY_NAMESPACE

_NS = _REGISTRY_NAMESPACE("corners")


def _declare_schema(node, ns):
    declare_int_pair(node, ns("boxes.n"), (1, 4))


@OBSTACLES_MODES.register(Constants.TaskMode.TM_Obstacles.CORNERS, namespace=_NS, schema=_declare_schema)
def _load():
    from .impl import TM_Corners

    return TM_Corners
"""
NEW_IMPLEMENTATION = """
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.tree.identifiers import ObjectIdentifier
from arena_simulation_setup.world.entity import Obstacle
from task_generator.tasks.obstacles import TM_Obstacles


class TM_Corners(TM_Obstacles):
    async def reset(self, *, seed):
        zones = [zone for _, zone in self.context.world_manager.world_compacted().zones()]
        count = self.context.parameters.int_pair("task.corners.boxes.n")[1]
        x, y = self.context.world_manager.get_position_on_map(0.5, self.context.stream("obstacles", "corners"))
        return [Obstacle(f"box_{i}", ObjectIdentifier("box"), Pose(x, y)) for i in range(count)], []
"""
TRIAL = """
import sys
from task_generator.tasks.registry import OBSTACLES_MODES
assert "corners" in OBSTACLES_MODES.names()
assert "task_generator.tasks.obstacles.corners.impl" not in sys.modules
from arena_simulation_setup.site import open_site
from task_generator.generator import EpisodeRequest, generate
request = EpisodeRequest(1, 1, "corners", parameters={"task.corners.boxes.n": [2, 3]})
generated = generate(open_site("map_empty", {}), request)
print(*(entry.name for entry in generated.episode.objects), generated.warnings)
"""


def test_the_implemented_modes_are_registered() -> None:
    assert OBSTACLES_MODES.names() == ("environment", "parametrized", "prompt", "random", "scenario")
    assert ROBOTS_MODES.names() == ("demo", "explore", "guided", "random", "scenario", "stationary")


def test_every_registered_mode_is_a_documented_name_and_loads_its_class() -> None:
    assert {*OBSTACLES_MODES.names()} <= {mode.value for mode in Constants.TaskMode.TM_Obstacles}
    assert {*ROBOTS_MODES.names()} <= {mode.value for mode in Constants.TaskMode.TM_Robots}
    names = ["TM_Environment", "TM_Parametrized", "TM_Prompt", "TM_Random", "TM_Scenario"]
    assert [mode.load().__name__ for mode in OBSTACLES_MODES] == names
    assert all(issubclass(mode.load(), TM_Obstacles) for mode in OBSTACLES_MODES)


def test_a_namespace_makes_full_names() -> None:
    namespace = _REGISTRY_NAMESPACE("random")
    assert namespace == "task.random"
    assert namespace("static.n") == "task.random.static.n"


def test_a_name_registers_once() -> None:
    registry: TaskModeRegistry[TM_Obstacles] = TaskModeRegistry("obstacle", "task_generator.tasks.obstacles.nothing")
    registry.register("flood", namespace=_REGISTRY_NAMESPACE("flood"))(lambda: TM_Obstacles)
    with pytest.raises(ValueError, match="'flood' is registered twice"):
        registry.register("flood", namespace=_REGISTRY_NAMESPACE("other"))(lambda: TM_Obstacles)
    assert registry["flood"].load() is TM_Obstacles


def test_an_unknown_mode_offers_the_nearest() -> None:
    with pytest.raises(KeyError, match="no obstacle mode 'scenaro' \\(did you mean 'scenario'"):
        OBSTACLES_MODES["scenaro"]


def test_walking_the_schemas_declares_parameters_of_all_modes() -> None:
    node = DictionaryNode()
    walk_schemas(node)
    assert {"task.random.static.n", "task.scenario.file"} <= {*node.declarations}


def test_a_mode_added_as_the_documentation_says_is_found_and_used(repository: Path, tmp_path: Path) -> None:
    package = tmp_path / "task_generator"
    shutil.copytree(repository / "task_generator", package, ignore=shutil.ignore_patterns("__pycache__", "ros"))
    constants = package / "constants" / "__init__.py"
    text = constants.read_text(encoding="utf-8")
    constants.write_text(text.replace('            RANDOM = "random"\n', '            RANDOM = "random"\n'
                                      '            CORNERS = "corners"\n', 1), encoding="utf-8")  # fmt: skip
    mode = package / "tasks" / "obstacles" / "corners"
    mode.mkdir()
    (mode / "__init__.py").write_text(NEW_MODE, encoding="utf-8")
    (mode / "impl.py").write_text(NEW_IMPLEMENTATION, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(repository)])}
    ran = subprocess.run(
        [sys.executable, "-c", TRIAL], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.stdout.strip() == "box_0 box_1 box_2 ()", ran.stderr
