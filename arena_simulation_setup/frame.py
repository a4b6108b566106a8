"""Frames: what is the case at one tick, as flat arrays; names and units stand once in the layout."""

from functools import cached_property
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from arena_simulation_setup.episode import Episode
from arena_simulation_setup.geometry import Corner

NO_CODE = 255
CONTACT_KINDS = ("wall", "static", "door", "elevator", "robot", "pedestrian")
RESULT_STATUSES = (
    "running",
    "done",
    "failed",
    "unsupported",
    "failed: unreachable",
    "failed: unknown configuration",
    "failed: unknown gesture",
    "failed: unknown frame",
    "failed: unknown arm",
)
"""New ones are appended, so that recordings keep their meaning."""
PREDICATE_CODES = ("false", "true")

Floats = NDArray[np.float64]
Codes = NDArray[np.uint8]
Integers = NDArray[np.int32]


@frozen
class FactColumn:
    """What one element of ``Frame.numbers`` or ``Frame.codes`` means.

    Attributes:
        entity: ``<name>/<level>``, or ``<name>`` for what belongs to no level.
        kind: Kind whose vocabulary has the field.
        field: Name of the field.
        role: ``continuous`` (in ``numbers``), ``discrete`` or ``predicate`` (in ``codes``).
        unit: Unit of a number.
        codes: Text of each code; ``("false", "true")`` for predicates.
    """

    entity: str
    kind: str
    field: str
    role: str
    unit: str = ""
    codes: tuple[str, ...] = ()


@frozen
class Area:
    """A named polygon that conditions and goals can refer to.

    Attributes:
        name: Name of a zone, door or elevator.
        level: Level it is on.
        kind: ``zone``, ``door`` or ``elevator``.
        corners: Metres, map frame.
    """

    name: str
    level: str
    kind: str
    corners: tuple[Corner, ...]


@frozen
class FrameLayout:
    """Names, kinds, units and code tables of all frames from one tick on.

    While an episode goes on, further robots, people, partners and signals are appended and nothing is ever taken out,
    so an index means the same in every later layout.

    Attributes:
        robots: Names of the rows of ``Frame.robots``.
        people: Names of the rows of ``Frame.people``.
        numbers: Columns of ``Frame.numbers``.
        codes: Columns of ``Frame.codes``.
        partners: Names that a contact's partner index points into.
        signals: Texts of robot signal codes.
        areas: Zones, doors and elevators of the loaded levels.
        gone: Robots and people that were taken away for good; their rows stay, without values.
    """

    robots: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    numbers: tuple[FactColumn, ...] = ()
    codes: tuple[FactColumn, ...] = ()
    partners: tuple[str, ...] = ()
    signals: tuple[str, ...] = ()
    areas: tuple[Area, ...] = ()
    gone: tuple[str, ...] = ()

    @cached_property
    def robot_index(self) -> dict[str, int]:
        """Row of each robot."""
        return {name: index for index, name in enumerate(self.robots)}

    @cached_property
    def person_index(self) -> dict[str, int]:
        """Row of each person."""
        return {name: index for index, name in enumerate(self.people)}

    @cached_property
    def area_named(self) -> dict[str, Area]:
        """Areas by ``<name>`` and ``<name>/<level>``; the first of a name counts."""
        found: dict[str, Area] = {}
        for area in self.areas:
            found.setdefault(area.name, area)
            found.setdefault(f"{area.name}/{area.level}", area)
        return found


_FLOAT64, _UINT8, _INT32 = np.dtype(np.float64), np.dtype(np.uint8), np.dtype(np.int32)


def _frozen_array(value: Any, dtype: np.dtype[Any], width: int | None) -> NDArray[Any]:
    # What is read from a recording is so already, thousands of times a second.
    if (
        type(value) is np.ndarray
        and value.dtype is dtype
        and not (flags := value.flags).writeable
        and flags.c_contiguous
    ):
        return value if width is None or value.shape[1:] == (width,) else value.reshape(-1, width)
    if isinstance(value, np.ndarray) and not value.flags.writeable:
        array: NDArray[Any] = np.ascontiguousarray(value, dtype=dtype)
    else:
        array = np.array(value, dtype=dtype, order="C")
    if width is not None:
        array = array.reshape(-1, width)
    array.flags.writeable = False
    return array


def _robot_rows(value: Any) -> Floats:
    return _frozen_array(value, _FLOAT64, 6)


def _person_rows(value: Any) -> Floats:
    return _frozen_array(value, _FLOAT64, 5)


def _number_row(value: Any) -> Floats:
    return _frozen_array(value, _FLOAT64, None)


def _code_row(value: Any) -> Codes:
    return _frozen_array(value, _UINT8, None)


def _integer_rows(value: Any) -> Integers:
    # In most ticks nothing touches anything and no result comes.
    return _NO_ROWS if type(value) is list and not value else _frozen_array(value, _INT32, 3)


_NO_ROWS: Integers = _frozen_array((), _INT32, 3)


@frozen(eq=False, slots=True)
class Frame:
    """The state after one tick, in read-only arrays; where there is no value stands NaN, or code 255.

    Attributes:
        tick: Number of the tick; 0 is the state after the reset.
        time_ns: Episode time, ``tick * 10**9 // rate``.
        robots: Shape (R, 6): x, y (m), yaw (rad) in the map frame; vx, vy (m/s), wz (rad/s) in the body frame.
        people: Shape (P, 5): x, y (m), yaw (rad), vx, vy (m/s), map frame; NaN where the person is absent.
        numbers: Shape (N,): continuous facts.
        codes: Shape (C,): discrete facts and predicates.
        contacts: Shape (K, 3): robot index, kind (index into ``CONTACT_KINDS``), partner index or -1.
        signals: Shape (R,): latched signal of each robot.
        results: Shape (M, 3): robot index, phase index, status (index into ``RESULT_STATUSES``).
    """

    tick: int
    time_ns: int
    robots: Floats = field(converter=_robot_rows)
    people: Floats = field(converter=_person_rows)
    numbers: Floats = field(converter=_number_row)
    codes: Codes = field(converter=_code_row)
    contacts: Integers = field(converter=_integer_rows)
    signals: Codes = field(converter=_code_row)
    results: Integers = field(converter=_integer_rows)

    def __eq__(self, other: object) -> bool:
        """Equality of every bit, so that NaN equals NaN and 0.0 differs from -0.0."""
        if not isinstance(other, Frame):
            return NotImplemented
        return self.content() == other.content()

    def __hash__(self) -> int:
        """Hash of the content."""
        return hash(self.content())

    def content(self) -> tuple[int | bytes, ...]:
        """All fields as integers and bytes, for comparisons and hashes."""
        arrays = (self.robots, self.people, self.numbers, self.codes, self.contacts, self.signals, self.results)
        return (self.tick, self.time_ns, *(array.tobytes() for array in arrays))


@frozen
class EpisodeStart:
    """What a reader needs before the first frame.

    Attributes:
        tick: First tick that the layout is valid for.
        episode: The episode; from a later tick on with the robots, people and objects as edited until then, robots and
            people in the order of their rows.
        layout: Names, units and code tables.
        world_json: Canonical text of the loaded levels; empty from a later tick on, since it stays the same.
        versions: Name to version of what made the recording.
    """

    tick: int
    episode: Episode
    layout: FrameLayout
    world_json: str = ""
    versions: tuple[tuple[str, str], ...] = ()
