"""Logs of poses in CSV as frames, so that the Judge can judge what no simulator of this project made."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from attrs import frozen

from arena_evaluation.csv_rows import FACT, PERSON, ROBOT, LogRow, read_rows
from arena_simulation_setup.conditions.facts import number_of
from arena_simulation_setup.frame import NO_CODE, PREDICATE_CODES, Area, FactColumn, Frame, FrameLayout
from arena_simulation_setup.semantics.vocabulary import CONTINUOUS, DISCRETE, PREDICATE

NOWHERE = (float("nan"), float("nan"), float("nan"))
NO_NUMBER = float("nan")


@frozen
class CsvLog:
    """A log whose rows are in order.

    Rows of one time make a frame; its tick is its number from 0, and its time is that of the log. A name that a time
    does not mention keeps its last pose, a field its last value; before their first row they are absent. Velocities
    are not known and stand as 0.

    Attributes:
        path: The file.
        rows: By time.
    """

    path: Path
    rows: tuple[LogRow, ...]

    def names(self, kind: str) -> tuple[str, ...]:
        """Names of a kind (``robot``, ``person`` or ``fact``), in the order in which they come."""
        return tuple(dict.fromkeys(row.name for row in self.rows if row.kind == kind))

    def layout(self, areas: Sequence[Area] = (), entities: Iterable[str] = ()) -> FrameLayout:
        """The layout of the frames.

        A field whose values are all numbers is a number, one that is only ``true`` and ``false`` a predicate, and any
        other has the values as its codes.

        Args:
            areas: Zones, doors and elevators, metres, in the frame of the log.
            entities: Names of the world's entities as ``<name>/<level>``; a fact about ``<name>`` is about the only
                one of that name.

        Raises:
            ValueError: If a field has more values than a frame can tell apart.
        """
        columns = self._columns(_by_bare_name(entities))
        return FrameLayout(
            robots=self.names(ROBOT),
            people=self.names(PERSON),
            numbers=tuple(column for column in columns.values() if column.role == CONTINUOUS),
            codes=tuple(column for column in columns.values() if column.role != CONTINUOUS),
            areas=tuple(areas),
        )

    def frames(self) -> Iterator[Frame]:
        """One frame for each time of the log."""
        columns = self._columns({})
        numbers = {name: NO_NUMBER for name, column in columns.items() if column.role == CONTINUOUS}
        codes = {name: NO_CODE for name, column in columns.items() if column.role != CONTINUOUS}
        poses: dict[str, tuple[float, float, float]] = {}
        robots, people = self.names(ROBOT), self.names(PERSON)
        for tick, (time_ns, rows) in enumerate(groupby(self.rows, lambda row: row.time_ns)):
            for row in rows:
                if row.kind != FACT:
                    poses[row.name] = NOWHERE if row.pose is None else row.pose
                elif row.name in numbers:
                    numbers[row.name] = float(row.value) if row.value else NO_NUMBER
                else:
                    codes[row.name] = columns[row.name].codes.index(row.value) if row.value else NO_CODE
            yield Frame(
                tick=tick,
                time_ns=time_ns,
                robots=[(*poses.get(name, NOWHERE), 0.0, 0.0, 0.0) for name in robots],
                people=[(*poses.get(name, NOWHERE), 0.0, 0.0) for name in people],
                numbers=list(numbers.values()),
                codes=list(codes.values()),
                contacts=[],
                signals=[NO_CODE] * len(robots),
                results=[],
            )

    def _columns(self, entities: Mapping[str, str]) -> dict[str, FactColumn]:
        """Name in the log to what it means, in the order in which the names come."""
        values: dict[str, dict[str, None]] = {}
        for row in self.rows:
            if row.kind == FACT:
                values.setdefault(row.name, {}).setdefault(row.value)
        return {name: _column(name, [text for text in found if text], entities) for name, found in values.items()}


def read_csv_log(path: Path) -> CsvLog:
    """Read a log.

    Args:
        path: Columns ``t`` (seconds), ``name``, ``kind`` (``robot``, ``person``, ``fact``), ``x``, ``y`` (metres),
            ``yaw`` (radians), and ``value`` where there are facts; their name is ``<entity>.<field>``.

    Raises:
        OSError: If the file can not be read.
        FileProblems: If it is no such log; all problems are listed.
    """
    return CsvLog(path, read_rows(path))


def _by_bare_name(entities: Iterable[str]) -> dict[str, str]:
    """Bare name to full name, of those that only one level has."""
    found: dict[str, list[str]] = {}
    for name in dict.fromkeys(entities):
        bare = name.rpartition("/")[0]
        if bare:
            found.setdefault(bare, []).append(name)
    return {bare: names[0] for bare, names in found.items() if len(names) == 1}


def _column(name: str, values: Sequence[str], entities: Mapping[str, str]) -> FactColumn:
    entity, _, field = name.rpartition(".")
    role, codes = DISCRETE, tuple(values)
    if set(values) <= set(PREDICATE_CODES):
        role, codes = PREDICATE, PREDICATE_CODES
    elif all(_is_finite(text) for text in values):
        role, codes = CONTINUOUS, ()
    if len(codes) > NO_CODE:
        raise ValueError(f"field {name} has {len(codes)} different values, expected at most {NO_CODE}")
    return FactColumn(entities.get(entity, entity), "", field, role, codes=codes)


def _is_finite(text: str) -> bool:
    number = number_of(text)
    return number is not None and abs(number) < float("inf")
