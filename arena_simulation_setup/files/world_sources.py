"""Where the levels of a world stand: one folder each, or one legacy file for all."""

from pathlib import Path

from attrs import frozen

from arena_simulation_setup.files.cursor import Cursor, Rejection
from arena_simulation_setup.files.natural_order import natural_key
from arena_simulation_setup.files.nodes import Mark
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.yaml_nodes import read_document

WORLD_FILE = "world.yaml"
OTHER_FOLDERS = ("scenarios", "assets", "map")
ONLY_LEVEL = "0"


@frozen
class LevelSource:
    """Where one level stands.

    Attributes:
        cursor: Its mapping; None where the report says why there is none.
        report: Problems of its file; levels of one file have a report each.
    """

    cursor: Cursor | None
    report: Report


def level_sources(directory: Path) -> tuple[dict[str, LevelSource], Report]:
    """The levels of a world in natural order of their ids, and a report about the directory as a whole.

    A folder with a ``world.yaml`` is a level, unless it is one of the folders that hold other things. Where no folder
    is a level, the root's ``world.yaml`` is: either one level with ``zones:``, or several below ``levels:``.

    Raises:
        FileNotFoundError: If there is neither.
    """
    root = directory / WORLD_FILE
    folders = (
        sorted(path for path in directory.iterdir() if path.name not in OTHER_FOLDERS) if directory.is_dir() else []
    )
    ids = sorted((path.name for path in folders if (path / WORLD_FILE).is_file()), key=natural_key)
    general = Report(str(root if root.is_file() else directory))
    if ids:
        if root.is_file():
            general.warn("world.root_ignored", Mark(), "", f"{root} is ignored: level folders stand beside it")
        return {level_id: _source(directory / level_id / WORLD_FILE) for level_id in ids}, general
    if not root.is_file():
        raise FileNotFoundError(f"{directory} is no world: no {WORLD_FILE} and no folder with one")
    return _legacy_sources(root, general), general


def _source(path: Path) -> LevelSource:
    report = Report(str(path))
    node = read_document(path, report)
    return LevelSource(None if node is None else Cursor(node, "", report), report)


def _legacy_sources(root: Path, general: Report) -> dict[str, LevelSource]:
    node = read_document(root, general)
    if node is None:
        return {}
    cursor = Cursor(node, "", general)
    try:
        values = {key: value for key, value, _ in cursor.pairs()}
        if "levels" not in values:
            return {ONLY_LEVEL: LevelSource(cursor, general)}
        levels = {key: value for key, value, _ in values["levels"].pairs()}
    except Rejection as rejection:
        rejection.note()
        return {}
    for key, value in values.items():
        if key != "levels":
            value.error("key.refused", f"{key!r} beside 'levels'", expected="it inside a level")
    return {key: _part(levels[key], general.file) for key in sorted(levels, key=natural_key)}


def _part(cursor: Cursor, file: str) -> LevelSource:
    report = Report(file)
    return LevelSource(Cursor(cursor.node, cursor.path, report), report)
