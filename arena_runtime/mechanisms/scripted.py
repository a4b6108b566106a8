"""What scripted kinds have in common: they show the fields that were asked for, and move nothing."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from attrs import evolve, frozen

from arena_runtime.mechanisms.columns import vocabulary_columns
from arena_runtime.mechanisms.contract import Polygon, SensingArea
from arena_simulation_setup.frame import NO_CODE, FactColumn
from arena_simulation_setup.semantics.vocabulary import VOCABULARY

MOVES_NOTHING = -1.0
"""Body distance, metres, of what has no body."""


@frozen(slots=False)
class Scripted:
    """A thing of a scripted kind, apart from how it changes.

    Its facts are always complete, so that others can act on them; columns, and with them conditions and writes, exist
    for the fields that were asked for only.

    Attributes:
        entity: Name on the wire.
        fields: Fields that were asked for, in vocabulary order.
    """

    entity: str
    fields: tuple[str, ...]

    kind: ClassVar[str] = ""

    @property
    def texts(self) -> Mapping[str, tuple[str, ...]]:
        """Discrete field to the texts that it can show, where each entity has its own."""
        return {}

    @cached_property
    def columns(self) -> tuple[FactColumn, ...]:
        """Columns of its facts, in vocabulary order.

        Raises:
            ValueError: If a field has more texts than there are codes.
        """
        return tuple(
            self._with_texts(column)
            for column in vocabulary_columns(self.entity, self.kind)
            if column.field in self.fields
        )

    @cached_property
    def writable(self) -> tuple[str, ...]:
        """Fields that orders may set."""
        return tuple(known.name for known in VOCABULARY[self.kind] if known.writable and known.name in self.fields)

    @property
    def senses(self) -> SensingArea | None:
        """Where it notices agents; None where it needs to notice nobody."""
        return None

    @property
    def wakers(self) -> tuple[str | tuple[str, str], ...]:
        """Regimes and facts whose change ends its rest."""
        return ()

    def slabs(self, memory: Any) -> tuple[Polygon, ...]:
        """It moves nothing."""
        return ()

    def closing_bands(self, memory: Any, now_ns: int) -> tuple[Polygon, ...]:
        """It moves nothing."""
        return ()

    def _with_texts(self, column: FactColumn) -> FactColumn:
        texts = self.texts.get(column.field)
        if texts is None:
            return column
        if len(texts) > NO_CODE:
            raise ValueError(f"{column.field} of {self.entity} has {len(texts)} texts, expected at most {NO_CODE}")
        return evolve(column, codes=texts)
