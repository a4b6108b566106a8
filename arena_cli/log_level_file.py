"""Levels of the logs as an argument: as text, or as a YAML file with a mapping of patterns to levels."""

from pathlib import Path

from arena_cli.log_levels import LogLevels, known_level, log_levels, parse_log_levels
from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.load_document import load_document
from arena_simulation_setup.files.values import text

ENDINGS = (".yaml", ".yml")


def log_level_value(word: str) -> LogLevels:
    """Read levels.

    Raises:
        ValueError: If they can not be read; of a file all errors are listed with their places.
    """
    if not word.strip().endswith(ENDINGS):
        return parse_log_levels(word)
    path = Path(word.strip()).expanduser()
    if not path.is_file():
        raise ValueError("there is no such file")
    return load_document(path, _levels).value


def _levels(cursor: Cursor) -> LogLevels:
    try:
        return log_levels((pattern, _level(value)) for pattern, value, _ in cursor.pairs())
    except ValueError as error:
        raise cursor.rejection("value.logger", str(error)) from None


def _level(cursor: Cursor) -> str:
    try:
        return known_level(text(cursor))
    except ValueError as error:
        raise cursor.rejection("value.choice", str(error)) from None
