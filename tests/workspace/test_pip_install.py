from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from working_trees import BASE_PYTHON, clean, clone

pytestmark = pytest.mark.slow

PACKAGES = ("arena_simulation_setup", "task_generator", "arena_runtime", "arena_evaluation", "arena_lab", "arena_cli")


@pytest.fixture(scope="module")
def tree(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return clone(repository, tmp_path_factory.mktemp("plain") / "tree")


@pytest.fixture(scope="module")
def environment(tree: Path) -> Path:
    """A virtual environment that has this project and what it depends on, and nothing of ROS."""
    folder = tree.parent / "environment"
    subprocess.run([BASE_PYTHON, "-m", "venv", str(folder)], env=clean(), check=True)
    pins = ["--constraint", str(tree / "requirements" / "runtime.lock")]
    subprocess.run([str(folder / "bin" / "pip"), "install", "--quiet", *pins, str(tree)], env=clean(), check=True)
    return folder


def output(program: Path, *arguments: str, folder: Path) -> str:
    done = subprocess.run(
        [str(program), *arguments], cwd=folder, env=clean(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_environment_has_no_ros(environment: Path, tmp_path: Path) -> None:
    listed = json.loads(output(environment / "bin" / "pip", "list", "--format", "json", folder=tmp_path))
    assert [package["name"] for package in listed if package["name"].startswith("ros-")] == []


def test_every_data_file_is_installed(environment: Path, tree: Path, tmp_path: Path) -> None:
    tracked = output(Path("git"), "-C", str(tree), "ls-files", "-z", *PACKAGES, folder=tmp_path).split("\0")
    (site,) = (environment / "lib").glob("python3.*/site-packages")
    assert len(tracked) > len(PACKAGES)
    assert [name for name in tracked if name and not (site / name).is_file()] == []


def test_configuration_and_launch_files_are_installed_where_ros_looks_for_them(environment: Path, tree: Path) -> None:
    share = environment / "share" / "arena_simulation_setup"
    sources = [path for name in ("config", "launch") for path in (tree / name).rglob("*") if path.is_file()]
    assert [path for path in sources if not (share / path.relative_to(tree)).is_file()] == []
    assert (share / "package.xml").is_file()
    assert (environment / "share/ament_index/resource_index/packages/arena_simulation_setup").is_file()


def test_command_explains_itself(environment: Path, tmp_path: Path) -> None:
    assert "run" in output(environment / "bin" / "arena", "--help", folder=tmp_path)


def test_episode_runs_without_ros(environment: Path, tmp_path: Path) -> None:
    arguments = ("run", "world:=map_empty", "episodes:=1", "seed:=1", "--json")
    rows = [
        json.loads(line) for line in output(environment / "bin" / "arena", *arguments, folder=tmp_path).splitlines()
    ]
    assert [(row["world"], row["seed"]) for row in rows] == [("map_empty", 1)]
    assert rows[0]["outcome"]
