"""Package of the workspace: six Python packages with their data, configuration and launch files."""

from __future__ import annotations

from pathlib import Path

from setuptools import find_packages, setup

NAME = "arena_simulation_setup"
PACKAGES = (NAME, "task_generator", "arena_runtime", "arena_evaluation", "arena_lab", "arena_cli")
ROOT = Path(__file__).parent


def data_of(package: str) -> list[str]:
    """Everything of a package that is not code, so that a new world or asset ships without being listed."""
    folder = ROOT / package
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(str(path.relative_to(folder)) for path in files if path.suffix not in {".py", ".pyc"})


def shared(folder: str) -> list[tuple[str, list[str]]]:
    """Files of a top-level folder, under the share directory in which ROS tools look for them."""
    files = sorted(path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file())
    kept = [path for path in files if "__pycache__" not in path.parts]
    return [(f"share/{NAME}/{path.parent}", [str(path)]) for path in kept]


def requirements(name: str) -> list[str]:
    lines = (ROOT / "requirements" / f"{name}.in").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


setup(
    name=NAME,
    version="0.1.0",
    description="Buildings as data, scenarios for mobile robots in them, a running simulation of both, and verdicts.",
    license="Apache-2.0",
    python_requires=">=3.11,<3.14",
    packages=find_packages(include=[pattern for name in PACKAGES for pattern in (name, f"{name}.*")]),
    package_data={name: data_of(name) for name in PACKAGES},
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{NAME}"]),
        (f"share/{NAME}", ["package.xml"]),
        *shared("launch"),
        *shared("config"),
    ],
    install_requires=requirements("runtime"),
    # Kinds of buckets that few people have (docs/assets.md); videos and Foxglove (docs/watching.md); tables and pages
    # (docs/metrics.md); language models (docs/tasks.md); environments for learning; campaigns on several machines.
    extras_require={
        "s3": ["s3fs>=2024.6"],
        "gs": ["gcsfs>=2024.6"],
        "watch": requirements("watch"),
        "evaluate": requirements("evaluate"),
        "prompt": requirements("prompt"),
        "gym": requirements("gym"),
        "ray": requirements("ray"),
    },
    zip_safe=False,
    entry_points={
        "console_scripts": [
            "arena = arena_cli.main:main",
            "touch_world = arena_cli.touch_world:main",
            "nav_at_r = arena_cli.nav_at_r:main",
            "task_generator_node = task_generator.ros.main:main",
            "arena_runtime_node = arena_runtime.ros.main:main",
        ],
    },
)
