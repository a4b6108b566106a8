"""Reading contests: lists of contestants, and sweeps."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from arena_lab.campaign.contest import Contest, Contestant
from arena_lab.campaign.known import KnownNames
from arena_lab.campaign.read_values import is_range, unknown_parameter
from arena_lab.campaign.settings import ALIASES, Setting, settings
from arena_lab.campaign.sweep import MOST_CONTESTANTS, Axis, Option, combinations, label_of, size
from arena_simulation_setup.files.cursor import Cursor, Rejection, attempt, list_of
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.load_document import load_document
from arena_simulation_setup.files.problem import Loaded
from arena_simulation_setup.files.values import name, text

Table = Mapping[str, Setting]
NAMING = ("name", "description")


def load_contest(path: Path, known: KnownNames, worlds: Sequence[str] = ()) -> Loaded[Contest]:
    """The contest in a YAML file: a list of contestants, a mapping with ``contestants``, or a sweep.

    Args:
        path: The file.
        known: What robots there are.
        worlds: World arguments whose own robots count.

    Raises:
        FileNotFoundError: If there is no such file.
        FileProblems: If it has errors; all of them are listed with file, line and column.
    """
    table = settings(known, worlds)
    return load_document(path, lambda cursor: _contest(cursor, path.stem, table))


def _contest(cursor: Cursor, stem: str, table: Table) -> Contest:
    if cursor.is_list:
        return Contest(stem, _checked(cursor, _listed(cursor, table)))
    if "contestants" not in {key for key, _, _ in cursor.pairs()}:
        return Contest(_name(cursor, stem), _checked(cursor, _sweep(cursor, table)))
    fields = Fields(cursor, (*NAMING, "contestants"))
    fields.optional("description", text, "")
    contestants: tuple[Contestant, ...] = fields.optional("contestants", lambda place: _listed(place, table), ())
    fields.refuse_rest()
    return Contest(fields.optional("name", name, stem), _checked(cursor, contestants))


def _checked(cursor: Cursor, contestants: tuple[Contestant, ...]) -> tuple[Contestant, ...]:
    if not contestants and not cursor.report.has_errors:
        cursor.error("contest.empty", "there is no contestant", expected="at least one")
    return contestants


def _name(cursor: Cursor, stem: str) -> str:
    return next((attempt(name, place, stem) for key, place, _ in cursor.pairs() if key == "name"), stem)


def _listed(cursor: Cursor, table: Table) -> tuple[Contestant, ...]:
    return list_of(lambda place: _contestant(place, table))(cursor)


def _contestant(cursor: Cursor, table: Table) -> Contestant:
    pairs = {key: place for key, place, _ in cursor.pairs()}
    if "name" not in pairs:
        raise cursor.rejection("key.missing", "'name' is missing", expected="the key 'name'")
    values: dict[str, Any] = {}
    for setting, place in _given(cursor, table):
        try:
            values[setting] = table[setting].read(place)
        except Rejection as rejection:
            rejection.note()
    contestant = Contestant(name(pairs["name"]), values)
    cursor.claim("contestant", contestant.name, contestant)
    return contestant


def _sweep(cursor: Cursor, table: Table) -> tuple[Contestant, ...]:
    axes = [_axis(setting, place, table[setting]) for setting, place in _given(cursor, table)]
    if any(not axis.options for axis in axes):
        return ()
    if size(axes) > MOST_CONTESTANTS:
        raise cursor.rejection(
            "sweep.size", f"the sweep has {size(axes)} contestants", expected=f"at most {MOST_CONTESTANTS}"
        )
    prefix = _name(cursor, "")
    contestants = tuple(combinations(axes, prefix))
    for contestant in contestants:
        cursor.claim("contestant", contestant.name, contestant)
    return contestants


def _axis(setting: str, cursor: Cursor, described: Setting) -> Axis:
    places = cursor.items() if cursor.is_list else [cursor]
    options: list[Option] = []
    for place in places:
        try:
            options.append(Option(label_of(place), described.read(place)))
        except Rejection as rejection:
            rejection.note()
    if not places:
        cursor.error("sweep.empty", f"{setting} has no value", expected="at least one")
    return Axis(setting, tuple(options))


def _given(cursor: Cursor, table: Table, prefix: str = "") -> Iterator[tuple[str, Cursor]]:
    """Full name and place of each setting; mappings group settings, their keys are joined by dots."""
    for key, place, _ in cursor.pairs():
        written = f"{prefix}.{key}" if prefix else key
        full = ALIASES.get(written, written)
        if not prefix and key in NAMING:
            continue
        if place.is_mapping and not (full in table and is_range(place)):
            yield from _given(place, table, full)
        elif full in table:
            yield full, place
        else:
            unknown_parameter(place, full, tuple(table))
