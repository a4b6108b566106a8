"""Loading worlds from their directory."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TypeVar

from arena_simulation_setup.files.check_world import check_world
from arena_simulation_setup.files.cursor import Cursor, Reader, attempt
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.nodes import Mark
from arena_simulation_setup.files.problem import FileProblems, Loaded, Problem
from arena_simulation_setup.files.read_level import read_level, read_level_outline
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.world_sources import LevelSource, level_sources
from arena_simulation_setup.files.yaml_nodes import read_document
from arena_simulation_setup.world.compaction import level_origins
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.level import LevelDescription

T = TypeVar("T")


def load_level(path: Path) -> LevelDescription:
    """The level that one ``world.yaml`` describes.

    Raises:
        FileNotFoundError: If there is no such file.
        FileProblems: If it has errors; all of them are listed.
    """
    report = Report(str(path))
    node = read_document(path, report)
    level = LevelDescription()
    if node is not None:
        level = attempt(read_level, Cursor(node, "", report), level)
    report.raise_errors()
    return level


def load_world(directory: Path, selection: Collection[str] | None = None) -> Loaded[WorldDescription]:
    """The world in a directory.

    Of levels that are not selected only the corners are read: they decide where the others lie in the map frame.

    Args:
        directory: The world's directory; its name is the world's name.
        selection: Ids of the levels to load; None or an empty selection means all of them.

    Raises:
        FileNotFoundError: If the directory holds no world.
        FileProblems: If its files have errors, or a selected level does not exist; everything is listed.
    """
    sources, general = level_sources(directory)
    _check_selection(general, selection or (), tuple(sources))
    chosen = [level_id for level_id in sources if not selection or level_id in selection]
    loaded = {level_id: _read(sources[level_id], read_level) for level_id in chosen}
    outlines = {
        level_id: loaded[level_id] if level_id in loaded else _read(source, read_level_outline)
        for level_id, source in sources.items()
    }
    check_world({level_id: sources[level_id].report for level_id in chosen}, tuple(sources))
    warnings = _raise_or_warnings([general, *(source.report for source in sources.values())])
    world = WorldDescription(directory.resolve().name, loaded, tuple(sources), level_origins(outlines))
    return Loaded(world, warnings)


def _read(source: LevelSource, read: Reader[LevelDescription]) -> LevelDescription:
    return LevelDescription() if source.cursor is None else attempt(read, source.cursor, LevelDescription())


def _check_selection(report: Report, selection: Collection[str], known: Collection[str]) -> None:
    for level_id in selection:
        if level_id not in known:
            hints = {
                "found": level_id,
                "expected": f"one of {', '.join(known)}",
                "suggestion": nearest(level_id, known),
            }
            report.error("level.unknown", Mark(), "", f"unknown level {level_id!r}", **hints)


def _raise_or_warnings(reports: Collection[Report]) -> tuple[Problem, ...]:
    unique: Mapping[int, Report] = {id(report): report for report in reports}
    problems = [problem for report in unique.values() for problem in report.ordered]
    if any(report.has_errors for report in unique.values()):
        raise FileProblems(problems)
    return tuple(problems)
