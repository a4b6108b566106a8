"""Rows of a log in CSV: who is where, or what a field says, at which time."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import define, field, frozen

from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.problem import ERROR, FileProblems, Problem
from arena_simulation_setup.timebase import LONGEST_DURATION_S, seconds_to_ns

ROBOT, PERSON, FACT = "robot", "person", "fact"
KINDS = (ROBOT, PERSON, FACT)
POSE = ("x", "y", "yaw")
NEEDED = ("t", "name", "kind", *POSE)
COLUMNS = (*NEEDED, "value")
MOST_PROBLEMS = 100
"""Problems that are listed one by one."""

_CELL = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(,|$)')
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


@frozen
class LogRow:
    """One row.

    Attributes:
        time_ns: Nanoseconds, as the log counts them.
        name: Name of the robot or person, or ``entity.field``.
        kind: One of ``KINDS``.
        pose: x, y (metres), yaw (radians), map frame; None where the row says that nobody is there, and for facts.
        value: What the field says; empty where it has no value, and for poses.
    """

    time_ns: int
    name: str
    kind: str
    pose: tuple[float, float, float] | None
    value: str


@frozen
class _Cell:
    text: str
    column: int


def read_rows(path: Path) -> tuple[LogRow, ...]:
    """All rows of a log, in its order.

    Args:
        path: UTF-8 text with a header line; columns in any order, blank lines are skipped, cells may stand in quotes.

    Raises:
        OSError: If the file can not be read.
        FileProblems: If it is no such log; all problems are listed.
    """
    reader = _Reader(str(path))
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        reader.note(line, 1, "encoding", "the text is not UTF-8", expected="a file in UTF-8")
        text = ""
    rows = () if reader.problems else tuple(reader.rows(text))
    reader.finish()
    return rows


@define
class _Reader:
    """Reads line by line and notes what is wrong."""

    file: str
    problems: list[Problem] = field(factory=list)
    left_out: int = 0
    kinds: dict[str, str] = field(factory=dict)
    latest_ns: int = 0
    seen: set[str] = field(factory=set)

    def rows(self, text: str) -> Iterator[LogRow]:
        """Rows without problems."""
        lines = ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
        number, header = next(lines, (1, ""))
        columns = self._header(number, self._cells(number, header))
        if columns is None:
            return
        count = 0
        for number, line in lines:
            count += 1
            cells = self._cells(number, line)
            if len(cells) != len(columns):
                found, wanted = f"{len(cells)} cells", f"{len(columns)}, as in the header"
                self.note(number, 1, "cells", f"the row has {found}", found=found, expected=wanted)
                continue
            row = self._row(number, dict(zip(columns, cells, strict=True)))
            if row is not None:
                yield row
        if not count:
            self.note(number, 1, "empty", "the log has no rows below its header", expected="a row for each pose")

    def note(self, line: int, column: int, code: str, message: str, **hints: str) -> None:
        """Note a problem; beyond the first hundred they are only counted."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(f"log.{code}", ERROR, self.file, line, column, "", message, **hints))
        else:
            self.left_out += 1

    def finish(self) -> None:
        """Raise what was noted.

        Raises:
            FileProblems: If anything was.
        """
        if self.left_out:
            self.problems.append(Problem("log.more", ERROR, self.file, 0, 0, "", f"{self.left_out} more problems"))
        if self.problems:
            raise FileProblems(self.problems)

    def _cells(self, number: int, line: str) -> list[_Cell]:
        cells: list[_Cell] = []
        place = 0
        while True:
            found = _CELL.match(line, place)
            if found is None:
                self.note(number, place + 1, "quotes", "a quote stands where none can", expected="a cell or a comma")
                return cells
            quoted = found[1] is not None
            text = found[1].replace('""', '"') if quoted else found[2].strip()
            cells.append(_Cell(text, found.start(1 if quoted else 2) + 1))
            place = found.end()
            if not found[3]:
                return cells

    def _header(self, number: int, cells: Sequence[_Cell]) -> tuple[str, ...] | None:
        names = [cell.text for cell in cells]
        for index, cell in enumerate(cells):
            hints = {"found": cell.text, "expected": f"the columns {', '.join(COLUMNS)}"}
            if cell.text not in COLUMNS:
                near = nearest(cell.text, COLUMNS)
                self.note(number, cell.column, "column", f"unknown column {cell.text!r}", **hints, suggestion=near)
            elif cell.text in names[:index]:
                self.note(number, cell.column, "column", f"column {cell.text!r} stands there twice", **hints)
        missing = [name for name in NEEDED if name not in names]
        if missing:
            listed = ", ".join(repr(name) for name in missing)
            self.note(number, 1, "column", f"no column {listed}", expected=f"the columns {', '.join(COLUMNS)}")
        return None if self.problems else tuple(names)

    def _row(self, number: int, cells: Mapping[str, _Cell]) -> LogRow | None:
        before = len(self.problems) + self.left_out
        time_ns = self._time(number, cells["t"])
        kind, name = cells["kind"].text, cells["name"].text
        if kind not in KINDS:
            hints = {"found": kind, "expected": f"one of {', '.join(KINDS)}", "suggestion": nearest(kind, KINDS)}
            self.note(number, cells["kind"].column, "kind", f"unknown kind {kind!r}", **hints)
            return None
        self._name(number, cells["name"], kind, is_timed=time_ns is not None)
        value = cells.get("value", _Cell("", 1))
        pose = self._pose(number, cells, kind)
        if kind != FACT and value.text:
            self.note(number, value.column, "value", f"a {kind} has no value", found=value.text, expected="nothing")
        elif value.text.split() not in ([], [value.text]):
            expected = "one word, as conditions compare it"
            self.note(number, value.column, "value", f"value {value.text!r} has blanks", expected=expected)
        if time_ns is None or len(self.problems) + self.left_out > before:
            return None
        return LogRow(time_ns, name, kind, pose, value.text)

    def _time(self, number: int, cell: _Cell) -> int | None:
        seconds = self._number(number, cell, "t")
        if seconds is None:
            return None
        if not 0.0 <= seconds <= LONGEST_DURATION_S:
            expected = f"seconds from 0 to {LONGEST_DURATION_S:g}"
            self.note(number, cell.column, "time", f"t is {cell.text}", found=cell.text, expected=expected)
            return None
        time_ns = seconds_to_ns(seconds)
        if time_ns < self.latest_ns:
            expected = "times that do not decrease"
            self.note(number, cell.column, "order", f"t goes back to {cell.text}", found=cell.text, expected=expected)
            return None
        if time_ns > self.latest_ns:
            self.seen.clear()
        self.latest_ns = time_ns
        return time_ns

    def _name(self, number: int, cell: _Cell, kind: str, *, is_timed: bool) -> None:
        name, entity = cell.text, cell.text.rpartition(".")
        first = self.kinds.setdefault(name, kind)
        message, expected = "", ""
        if name.split() != [name]:
            message, expected = f"{name!r} is no name", "a word without blanks"
        elif kind == FACT and not (entity[0] and entity[2]):
            message, expected = f"{name!r} is no field", "<entity>.<field>"
        elif kind == PERSON and name == ROBOT:
            message, expected = "a person is called 'robot'", "another name: conditions call the judged robot so"
        elif first != kind:
            message, expected = f"{name!r} is a {first} above and a {kind} here", "one kind for each name"
        elif is_timed and name in self.seen:
            message, expected = f"{name!r} has two rows at this time", "one row for each name and time"
        if is_timed:
            self.seen.add(name)
        if message:
            self.note(number, cell.column, "name", message, found=name, expected=expected)

    def _pose(self, number: int, cells: Mapping[str, _Cell], kind: str) -> tuple[float, float, float] | None:
        given = [key for key in POSE if cells[key].text]
        if kind == FACT or not given:
            for key in given:
                cell = cells[key]
                self.note(number, cell.column, "pose", f"a fact has no {key}", found=cell.text, expected="nothing")
            return None
        x, y, yaw = (self._number(number, cells[key], key) for key in POSE)
        return None if x is None or y is None or yaw is None else (x, y, yaw)

    def _number(self, number: int, cell: _Cell, key: str) -> float | None:
        if _NUMBER.fullmatch(cell.text) and abs(float(cell.text)) < float("inf"):
            return float(cell.text)
        message = f"{key} is {cell.text!r}" if cell.text else f"{key} is missing"
        self.note(number, cell.column, "number", message, found=cell.text, expected="a finite number")
        return None
