"""Loading worlds from their directory."""

from collections.abc import Collection, Mapping
from pathlib import Path

from attrs import frozen

from arena_simulation_setup.files.check_regimes import check_regimes
from arena_simulation_setup.files.check_world import check_world
from arena_simulation_setup.files.cursor import Reader, attempt
from arena_simulation_setup.files.load_document import load_document
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.nodes import Mark
from arena_simulation_setup.files.problem import ERROR, FileProblems, Loaded, Problem
from arena_simulation_setup.files.read_level import read_level, read_level_outline
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.world_sources import LevelSource, level_sources
from arena_simulation_setup.world.compaction import level_origins
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.level import LevelDescription


@frozen
class WorldReading:
    """What the files of a world say, right or wrong.

    Attributes:
        description: The world as far as it could be read.
        sources: Loaded level id to where it stands.
        problems: Everything that was noted, file by file.
    """

    description: WorldDescription
    sources: Mapping[str, LevelSource]
    problems: tuple[Problem, ...]

    @property
    def has_errors(self) -> bool:
        """Whether the world cannot be used."""
        return any(problem.severity == ERROR for problem in self.problems)


def load_level(path: Path) -> LevelDescription:
    """The level that one ``world.yaml`` describes.

    Raises:
        FileNotFoundError: If there is no such file.
        FileProblems: If it has errors; all of them are listed.
    """
    return load_document(path, read_level).value


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
    reading = read_world(directory, selection)
    if reading.has_errors:
        raise FileProblems(reading.problems)
    return Loaded(reading.description, reading.problems)


def read_world(directory: Path, selection: Collection[str] | None = None) -> WorldReading:
    """The same as ``load_world`` for those who look for problems: errors are listed instead of raised.

    Raises:
        FileNotFoundError: If the directory holds no world.
    """
    sources, general = level_sources(directory)
    _check_selection(general, selection or (), tuple(sources))
    chosen = {level_id: sources[level_id] for level_id in sources if not selection or level_id in selection}
    loaded = {level_id: _read(source, read_level) for level_id, source in chosen.items()}
    outlines = {
        level_id: loaded[level_id] if level_id in loaded else _read(source, read_level_outline)
        for level_id, source in sources.items()
    }
    check_world({level_id: source.report for level_id, source in chosen.items()}, tuple(sources))
    check_regimes(loaded, chosen)
    problems = _all_problems([general, *(source.report for source in sources.values())])
    world = WorldDescription(directory.resolve().name, loaded, tuple(sources), level_origins(outlines))
    return WorldReading(world, chosen, problems)


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


def _all_problems(reports: Collection[Report]) -> tuple[Problem, ...]:
    unique: Mapping[int, Report] = {id(report): report for report in reports}
    return tuple(problem for report in unique.values() for problem in report.ordered)
