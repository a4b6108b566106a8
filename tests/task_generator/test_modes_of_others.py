from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from task_generator.declarations import (
    DictionaryNode,
    declare_catalog,
    declare_enum,
    declare_float_pair,
    declare_int_pair,
    declare_sketch,
    declare_text,
)
from task_generator.parameters import declared_parameters
from task_generator.tasks.registry import OBSTACLES_MODES

FILE = re.compile(r"<!-- file: (balloons/\S+) -->\n```[a-z]+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TRIAL = """
import sys
from task_generator.tasks.registry import OBSTACLES_MODES
print(*OBSTACLES_MODES.names())
assert "balloons.impl" not in sys.modules
from arena_simulation_setup.site import open_site
from task_generator.generator import EpisodeRequest, generate
request = EpisodeRequest(1, 1, "balloons", parameters={"task.balloons.n": [3, 3]})
print(*(entry.name for entry in generate(open_site("map_empty", {}), request).episode.objects))
"""
ASKING = """
from task_generator.tasks.registry import OBSTACLES_MODES
print(*OBSTACLES_MODES.names())
for name in ("balloons", "baloons"):
    try:
        OBSTACLES_MODES[name]
    except KeyError as error:
        print(error.args[0])
"""


EAGER = """
import sys
from task_generator.declarations import DictionaryNode
from task_generator.tasks.registry import OBSTACLES_MODES, walk_schemas
walk_schemas(DictionaryNode())
bodies = [f"task_generator.tasks.obstacles.{name}.impl" for name in OBSTACLES_MODES.names()]
print(len(bodies), [name for name in bodies if name in sys.modules])
OBSTACLES_MODES["random"].load()
print([name for name in bodies if name in sys.modules])
"""


def installed(folder: Path, repository: Path) -> Path:
    """The distribution of the guide in a folder of packages, as pip leaves it there."""
    guide = (repository / "docs" / "tasks.md").read_text(encoding="utf-8")
    for name, text in FILE.findall(guide):
        path = folder / name.removeprefix("balloons/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    information = folder / "balloons-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n")
    groups = {
        group: "\n".join(f"{a} = {b}" for a, b in rows.items()) for group, rows in project["entry-points"].items()
    }
    (information / "entry_points.txt").write_text("".join(f"[{group}]\n{rows}\n" for group, rows in groups.items()))
    return folder


def printed(program: str, packages: Path, repository: Path) -> list[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(packages), str(repository)])}
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=packages, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_a_mode_of_another_distribution_is_found_by_its_entry_point_and_used(tmp_path: Path, repository: Path) -> None:
    names, objects = printed(TRIAL, installed(tmp_path, repository), repository)
    assert "balloons" in names.split()
    assert objects == "balloon_0 balloon_1 balloon_2"


def test_a_mode_that_can_not_be_imported_keeps_no_other_from_working_and_tells_why(
    tmp_path: Path, repository: Path
) -> None:
    packages = installed(tmp_path, repository)
    (packages / "balloons" / "__init__.py").write_text("import no_such_thing\n")
    names, broken, unknown = printed(ASKING, packages, repository)
    assert names.split() == list(OBSTACLES_MODES.names())
    assert broken == (
        "obstacle mode 'balloons' can not be loaded: entry point balloons of balloons raised ModuleNotFoundError: "
        "No module named 'no_such_thing'"
    )
    assert unknown.startswith("there is no obstacle mode 'baloons'")


def test_an_entry_point_that_registers_another_name_tells_which(tmp_path: Path, repository: Path) -> None:
    packages = installed(tmp_path, repository)
    init = packages / "balloons" / "__init__.py"
    init.write_text(init.read_text().replace('register("balloons"', 'register("kites"'))
    names, broken, _ = printed(ASKING, packages, repository)
    assert "kites" in names.split()
    assert broken.endswith("balloons registers no mode of that name (it registered: kites)")


@pytest.mark.parametrize("mode", OBSTACLES_MODES.names())
def test_the_guide_names_every_parameter_of_a_mode_with_its_default(mode: str, repository: Path) -> None:
    guide = (repository / "docs" / "tasks.md").read_text(encoding="utf-8")
    assert f"\n## {mode}\n" in guide
    for name, declaration in declared_parameters().items():
        if name.startswith(f"task.{mode}."):
            row = re.search(rf"^\| `{re.escape(name)}` \|([^|]*)\|", guide, re.MULTILINE)
            assert row is not None, name
            shown = row[1].strip().strip("`")
            default = declaration.default
            expected = str(list(default)) if isinstance(default, tuple) and default else str(default)
            assert shown in (expected, "all"), name


def test_descriptors_say_what_panels_shall_offer() -> None:
    node = DictionaryNode()
    declare_int_pair(node, "pair", (1, 2), label="How many")
    declare_float_pair(node, "span", (0.5, 1.0))
    declare_catalog(node, "file", "environments", "default", label="File")
    declare_catalog(node, "models", "objects")
    declare_enum(node, "how", "a", ("a", "b"))
    declare_text(node, "wish", label="Wish")
    declare_sketch(node, "drawing")
    found = {name: (entry.kind, entry.additional_constraints) for name, entry in node.declarations.items()}
    assert found == {
        "pair": ("integer_array", "range:int_pair;label:How many"),
        "span": ("double_array", "range:float_pair"),
        "file": ("string", "catalog:environments;label:File"),
        "models": ("string_array", "catalog:objects"),
        "how": ("string", "enum:a,b"),
        "wish": ("string", "text;label:Wish"),
        "drawing": ("string", "sketch"),
    }


def test_the_body_of_a_mode_is_imported_when_it_is_used_and_not_before(repository: Path) -> None:
    ran = subprocess.run([sys.executable, "-c", EAGER], cwd=repository, capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines() == ["5 []", "['task_generator.tasks.obstacles.random.impl']"], ran.stderr
