"""Small worlds for tests of loading: written to disk, loaded, and their problems as text."""

from __future__ import annotations

from pathlib import Path

from arena_simulation_setup.files.load_world import load_world
from arena_simulation_setup.files.problem import FileProblems, Loaded, Problem
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.level import LevelDescription

ROOM = """\
zones:
- name: room
  corners: [[0, 0], [4, 0], [4, 3], [0, 3]]
"""
DOOR = """\
  doors:
  - name: gate
    start: [1, 0]
    end: [2, 0]
"""


def written_world(directory: Path, **levels: str) -> Path:
    """A world directory with the given levels; the keys are level ids with a leading underscore where needed."""
    for level_id, text in levels.items():
        folder = directory / level_id.removeprefix("_")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "world.yaml").write_text(text, encoding="utf-8")
    return directory


def loaded(directory: Path, **levels: str) -> Loaded[WorldDescription]:
    return load_world(written_world(directory, **levels))


def level(directory: Path, text: str) -> LevelDescription:
    return loaded(directory, _0=text).value.levels["0"]


def problems(directory: Path, **levels: str) -> tuple[Problem, ...]:
    """What a loader says against a world; nothing where it loads."""
    try:
        loaded(directory, **levels)
    except FileProblems as error:
        return tuple(problem for problem in error.problems if problem.severity == "error")
    return ()


def only_problem(directory: Path, text: str) -> Problem:
    found = problems(directory, _0=text)
    assert len(found) == 1, [problem.text for problem in found]
    return found[0]
