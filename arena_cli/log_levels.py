"""What nodes log at least: one level for all, or patterns of names of loggers with a level each."""

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase

from attrs import frozen

from arena_simulation_setup.files.near_names import near_or_all

LOG_LEVELS = ("debug", "info", "warn", "error", "fatal")
STANDING_LEVEL = "info"
EVERYTHING = "*"
BRACKETS = {"{": "}", "[": "]"}
NODE = re.compile(r"(.*\.)?(arena_runtime|task_generator)")
PATTERN = re.compile(r"/?(?:[\w*?-]|\[!?[\w-]+\])+([./](?:[\w*?-]|\[!?[\w-]+\])+)*", re.ASCII)
EXPECTED = f"a level ({', '.join(LOG_LEVELS)}), {{pattern:level, …, level}}, or a YAML file"
Entry = tuple[str, str]


@frozen
class LogLevels:
    """Levels by name of logger.

    Attributes:
        rest: Level of every logger that no pattern matches.
        patterns: Pattern and level, the first match counts; ``*``, ``?`` and ``[0-3]`` stand for letters, and a name
            is that of a node without (``task_generator``) or with its namespace (``env_1.task_generator``).
    """

    rest: str = STANDING_LEVEL
    patterns: tuple[Entry, ...] = ()

    def __str__(self) -> str:
        """As ``parse_log_levels`` reads it."""
        listed = [f"{pattern}:{level}" for pattern, level in self.patterns]
        return f"{{{', '.join([*listed, self.rest])}}}" if listed else self.rest

    def level_of(self, *names: str) -> str:
        """Level of a logger.

        Args:
            names: All that it may be called by.
        """
        return self._matched(names) or self.rest

    def words(self, node: str, namespace: str) -> list[str]:
        """What a node is started with, after ``--ros-args``.

        A pattern without wildcards that names none of the nodes is the name of another logger, such as ``rcl``.

        Args:
            node: Its name.
            namespace: With slashes, empty for the root.
        """
        space = namespace.strip("/").replace("/", ".")
        logger = f"{space}.{node}" if space else node
        others = [name for name, _ in self.patterns if not is_glob(name) and not NODE.fullmatch(name)]
        # A logger that is not named has the level of the one above it, such as that of its namespace.
        found = {logger: self._matched((logger, node)), **{name: self._matched((name,)) for name in others}}
        own = [f"{name}:={level}" for name, level in found.items() if level]
        return [word for value in (self.rest, *own) for word in ("--log-level", value)]

    def _matched(self, names: Iterable[str]) -> str:
        called = tuple(names)
        matching = (level for pattern, level in self.patterns if any(fnmatchcase(name, pattern) for name in called))
        return next(matching, "")


def parse_log_levels(text: str) -> LogLevels:
    """Read levels: one level, or patterns in braces or brackets.

    ``+`` before or behind the brackets says that what no pattern matches keeps the standing level, which is so
    without it as well. A bare level and that of ``*`` are for the rest, wherever they stand.

    Raises:
        ValueError: If the text is none of these, or names no level; the nearest one is offered.
    """
    bare = text.strip()
    inner = bare.removeprefix("+").removesuffix("+").strip()
    if inner[:1] in BRACKETS and inner[-1:] == BRACKETS[inner[0]]:
        return log_levels(_entry(part) for part in inner[1:-1].split(",") if part.strip())
    if not bare.isalpha():
        raise ValueError(f"expected {EXPECTED}, got {text!r}")
    return LogLevels(known_level(bare))


def log_levels(entries: Iterable[Entry]) -> LogLevels:
    """Levels from patterns with their levels; an empty pattern and ``*`` stand for the rest.

    Raises:
        ValueError: If a pattern is none, or stands twice, or a level is unknown.
    """
    found: dict[str, str] = {}
    for pattern, level in entries:
        name = pattern.strip("/").replace("/", ".") or EVERYTHING
        if pattern and not PATTERN.fullmatch(pattern):
            raise ValueError(f"{pattern!r} is no name of a logger, nor a pattern of them")
        if name in found:
            raise ValueError("the level of the rest stands twice" if name == EVERYTHING else f"{name} stands twice")
        found[name] = known_level(level)
    rest = found.pop(EVERYTHING, STANDING_LEVEL)
    return LogLevels(rest, tuple(found.items()))


def known_level(word: str) -> str:
    """A level; capital letters are small ones.

    Raises:
        ValueError: If there is none of that name; the nearest one is offered.
    """
    level = word.lower()
    if level not in LOG_LEVELS:
        raise ValueError(f"there is no level {word!r} ({near_or_all(level, LOG_LEVELS)})")
    return level


def is_glob(name: str) -> bool:
    """Whether a pattern may match several names."""
    return any(letter in name for letter in "*?[")


def _entry(part: str) -> Entry:
    pattern, _, level = (_unquoted(word.strip()) for word in part.rpartition(":"))
    return pattern, level


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"" else word
