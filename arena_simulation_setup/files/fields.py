"""Reading the keys of a mapping: wanted ones, optional ones, and those nobody knows."""

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from attrs import fields as attributes_of

from arena_simulation_setup.files.cursor import Cursor, NotedRejection, Reader, Rejection, list_of
from arena_simulation_setup.files.near_names import nearest, typo_of
from arena_simulation_setup.files.nodes import Mark
from arena_simulation_setup.files.values import plain

T = TypeVar("T")


def keys_of(described: type[Any]) -> tuple[str, ...]:
    """The keys that a description is written with: its attributes, without ``extra``."""
    return tuple(attribute.name for attribute in attributes_of(described) if attribute.name != "extra")


class Fields:
    """The keys of one thing in a file. Every problem is noted; reading goes on with a stand-in value."""

    def __init__(self, cursor: Cursor, known: Collection[str], aliases: Mapping[str, str] | None = None) -> None:
        """Take the keys of a mapping.

        Args:
            cursor: The mapping.
            known: Keys of the schema.
            aliases: Other spelling to key of the schema; the key wins where both are given.

        Raises:
            Rejection: If this is no mapping.
        """
        self.cursor = cursor
        self._known = tuple(known)
        self._aliases = dict(aliases or {})
        self._failed: set[str] = set()
        self._values: dict[str, Cursor] = {}
        self._others: dict[str, tuple[Cursor, Mark]] = {}
        present = {key for key, _, _ in cursor.pairs()}
        for key, value, mark in cursor.pairs():
            target = self._aliases.get(key, key)
            if target in self._known and (target == key or target not in present):
                self._values[target] = value
            else:
                self._others[key] = (value, mark)

    def at(self, key: str) -> Cursor | None:
        """The place of a key that has a value; None where it is absent or null."""
        cursor = self._values.get(key)
        return None if cursor is None or cursor.is_null else cursor

    def has(self, key: str) -> bool:
        """Whether a key stands there, be it with null."""
        return key in self._values

    def sound(self, *keys: str) -> bool:
        """Whether none of the keys had a problem."""
        return not self._failed.intersection(keys)

    def require_sound(self) -> None:
        """Give up where a key had a problem, so that no stand-in value is taken for what the file says.

        Raises:
            NotedRejection: If a key had one.
        """
        if self._failed:
            raise NotedRejection("noted", self.cursor, "a part of it is wrong")

    def optional(self, key: str, read: Reader[T], default: T) -> T:
        """The value of a key, or the default where it is absent, null or wrong."""
        cursor = self.at(key)
        return default if cursor is None else self._read(key, read, cursor, default)

    def required(self, key: str, read: Reader[T], fallback: T) -> T:
        """The value of a key that must be there; the fallback stands in where it is not, with an error noted."""
        cursor = self.at(key)
        if cursor is not None:
            return self._read(key, read, cursor, fallback)
        self._failed.add(key)
        self.cursor.error("key.missing", f"{key!r} is missing", found="nothing", expected=f"the key {key!r}")
        return fallback

    def listed(self, key: str, read: Reader[T]) -> tuple[T, ...]:
        """The items of a list; absent and null mean none."""
        return self.optional(key, list_of(read), ())

    def probe(self, key: str, check: Reader[object]) -> None:
        """Note what is wrong with a key outside the schema; its value is kept as it came all the same."""
        found = self._others.get(key)
        if found is not None and not found[0].is_null:
            self._read(key, check, found[0], None)

    def error(self, key: str, code: str, message: str, **hints: str) -> None:
        """Note an error at a key's value, or at the whole thing where the key is absent."""
        self._failed.add(key)
        (self._values.get(key) or self.cursor).error(code, message, **hints)

    def warn(self, key: str, code: str, message: str, **hints: str) -> None:
        """Note a doubt at a key's value, or at the whole thing where the key is absent."""
        (self._values.get(key) or self.cursor).warn(code, message, **hints)

    def rest(self, documented: Collection[str] = ()) -> dict[str, Any]:
        """Keys outside the schema with their values, to be written back as they came.

        An unknown key gives a warning, one that can only be a slip of a known key an error.

        Args:
            documented: Keys that other parts of the platform know; they give no warning.
        """
        for key, (cursor, mark) in self._others.items():
            if key not in documented:
                self._doubt(key, cursor, mark, (*self._known, *documented))
        return {key: plain(cursor) for key, (cursor, _) in self._others.items()}

    def refuse_rest(self) -> None:
        """Note an error for every key outside the schema."""
        for key, (cursor, mark) in self._others.items():
            hints = {"expected": f"one of {', '.join(self._known)}", "suggestion": nearest(key, self._known)}
            cursor.report.error("key.refused", mark, cursor.path, f"unknown key {key!r}", found=key, **hints)

    def _doubt(self, key: str, cursor: Cursor, mark: Mark, known: Collection[str]) -> None:
        report, slip = cursor.report, typo_of(key, self._known)
        if key in self._aliases:
            report.warn(
                "key.alias", mark, cursor.path, f"{key!r} is ignored, {self._aliases[key]!r} is given", found=key
            )
        elif slip and slip not in self._values:
            report.error("key.typo", mark, cursor.path, f"unknown key {key!r}", found=key, suggestion=slip)
        else:
            message = f"unknown key {key!r} is kept and has no effect"
            report.warn("key.unknown", mark, cursor.path, message, found=key, suggestion=nearest(key, known))

    def _read(self, key: str, read: Reader[T], cursor: Cursor, fallback: T) -> T:
        try:
            return read(cursor)
        except Rejection as rejection:
            rejection.note()
            self._failed.add(key)
            return fallback
