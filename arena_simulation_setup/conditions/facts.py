"""Texts of entity fields: world facts out of the frame's columns, robot fields out of the judge."""

from arena_simulation_setup.conditions.sample import Sample
from arena_simulation_setup.frame import FactColumn, FrameLayout
from arena_simulation_setup.semantics.vocabulary import CONTINUOUS, KIND_ORDER, ROBOT_FIELDS

NUMBER_TOLERANCE = 1e-6

_Place = tuple[FactColumn, int]


def number_of(text: str) -> float | None:
    """The number that a text stands for; None where it stands for none."""
    try:
        return float(text)
    except ValueError:
        return None


def texts_equal(text: str, value: str) -> bool:
    """The one comparison of field values: numbers within 1e-6, anything else letter by letter."""
    if text == value:
        return True
    number, other = number_of(text), number_of(value)
    return number is not None and other is not None and abs(number - other) <= NUMBER_TOLERANCE


class Facts:
    """Columns of a layout by entity and field."""

    def __init__(self, layout: FrameLayout) -> None:
        self._robots = layout.robot_index
        self._exact: dict[tuple[str, str], _Place] = {}
        self._bare: dict[tuple[str, str], dict[str, _Place]] = {}
        for columns in (layout.numbers, layout.codes):
            for index, column in enumerate(columns):
                self._add(column, index)
        for (entity, field), place in self._exact.items():
            bare = entity.rpartition("/")[0]
            if bare:
                self._bare.setdefault((bare, field), {})[entity] = place

    def _add(self, column: FactColumn, index: int) -> None:
        key = (column.entity, column.field)
        known = self._exact.get(key)
        if known is None or _rank(column) < _rank(known[0]):
            self._exact[key] = (column, index)

    def column(self, entity: str, field: str) -> _Place | None:
        """Column of a field and its index in the numbers or codes; None where no world entity has the field.

        Where several kinds of one entity have the field, the first in ``KIND_ORDER`` counts.

        Args:
            entity: ``<name>/<level>``, or ``<name>``.
            field: Name of the field.

        Raises:
            ValueError: If the bare name has this field on several levels.
        """
        found = self._exact.get((entity, field))
        if found is not None:
            return found
        several = self._bare.get((entity, field), {})
        if len(several) > 1:
            raise ValueError(f"'{entity}.{field}' is on several levels; write {' or '.join(sorted(several))}")
        return next(iter(several.values()), None)

    def is_robot_field(self, entity: str, field: str) -> bool:
        """Whether the field is one that the judge keeps of a robot."""
        return entity in self._robots and field in ROBOT_FIELDS

    def text(self, entity: str, field: str, sample: Sample) -> str | None:
        """Text of a field in a sample: ``true``/``false``, a code's text, or ``repr`` of a number; None without value.

        Raises:
            ValueError: If the bare name has this field on several levels.
        """
        place = self.column(entity, field)
        if place is None:
            return sample.robot_texts[entity][field] if self.is_robot_field(entity, field) else None
        column, index = place
        if column.role == CONTINUOUS:
            number = sample.numbers[index]
            return None if number != number else repr(number)
        code = sample.codes[index]
        return column.codes[code] if code < len(column.codes) else None


def _rank(column: FactColumn) -> int:
    return KIND_ORDER.index(column.kind) if column.kind in KIND_ORDER else len(KIND_ORDER)
