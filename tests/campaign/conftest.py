from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from arena_lab.campaign.known import KnownNames
from arena_simulation_setup.tree.search_paths import shipped

Written = Callable[[str, str], Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes a file and gives its path."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def known() -> KnownNames:
    return KnownNames(os.environ)


@pytest.fixture
def three_scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mapping[str, Path]:
    """A world with three equal scenarios, by name the file of each."""
    world = tmp_path / "worlds" / "hall"
    shutil.copytree(shipped("worlds") / "map_empty", world)
    original = world / "scenarios" / "default"
    files = {}
    for name in ("first", "second", "third"):
        shutil.copytree(original, world / "scenarios" / name)
        files[name] = world / "scenarios" / name / "scenario.yaml"
    monkeypatch.setenv("ARENA_WORLD_PATH", str(world.parent))
    return files
