"""Annotations of zones that nothing in the simulation acts on: published, and changed by orders only."""

from functools import cached_property
from typing import Any

from attrs import frozen

from arena_runtime.mechanisms.columns import wire_name
from arena_runtime.mechanisms.contract import FactValue, Outcome, Polygon, Sensed, SensingArea, View
from arena_runtime.mechanisms.writes import parse_value
from arena_simulation_setup.frame import PREDICATE_CODES, FactColumn
from arena_simulation_setup.semantics.annotation import PREDICATE as PREDICATE_ROLE
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.semantics.parameters import TRUTHS
from arena_simulation_setup.semantics.vocabulary import CONTINUOUS, DISCRETE, PREDICATE, VOCABULARY
from arena_simulation_setup.world.zone import Zone

CAP_FIELDS = frozenset(fact.name for fact in VOCABULARY["occupancy_cap"])


def inert_annotations(zone: Zone) -> tuple[SemanticCfg, ...]:
    """Annotations of a zone with a literal value that belong to no other kind; of one name, the last counts."""
    named = {cfg.name: cfg for cfg in zone.semantics if cfg.value is not None and cfg.name not in CAP_FIELDS}
    return tuple(named.values())


@frozen
class ZoneMechanism:
    """The inert annotations of one zone.

    Attributes:
        zone: Description in the map frame.
        level: Level it is on.
    """

    zone: Zone
    level: str

    @cached_property
    def entity(self) -> str:
        """Name on the wire."""
        return wire_name(self.zone.name, self.level)

    @property
    def kind(self) -> str:
        """Kind of the vocabulary."""
        return "zone"

    @cached_property
    def columns(self) -> tuple[FactColumn, ...]:
        """One column per annotation, in the order of the file."""
        return tuple(_column(self.entity, cfg) for cfg in inert_annotations(self.zone))

    @cached_property
    def writable(self) -> tuple[str, ...]:
        """Fields that orders may set: all."""
        return tuple(column.field for column in self.columns)

    @property
    def senses(self) -> SensingArea | None:
        """It notices nobody."""
        return None

    def start(self, sensed: Sensed) -> Outcome:
        """The values as authored."""
        cfgs = inert_annotations(self.zone)
        facts = {column.field: _authored_value(column, cfg) for column, cfg in zip(self.columns, cfgs, strict=True)}
        return Outcome(facts, tuple(facts.items()))

    def tick(self, view: View) -> Outcome:
        """The values after the orders of this tick, the last one to a field counting.

        Raises:
            ValueError: If an order was not validated.
        """
        columns = {column.field: column for column in self.columns}
        facts: dict[str, FactValue] = dict(view.memory)
        facts.update({order.field: parse_value(columns[order.field], order.value) for order in view.orders})
        return Outcome(facts, tuple(facts.items()))

    def at_rest(self, outcome: Outcome) -> bool:
        """Always: only orders change it."""
        return True

    def slabs(self, memory: Any) -> tuple[Polygon, ...]:
        """It moves nothing."""
        return ()

    def closing_bands(self, memory: Any, now_ns: int) -> tuple[Polygon, ...]:
        """It moves nothing."""
        return ()


def _column(entity: str, cfg: SemanticCfg) -> FactColumn:
    if cfg.role == PREDICATE_ROLE:
        return FactColumn(entity, "zone", cfg.name, PREDICATE, codes=PREDICATE_CODES)
    if isinstance(cfg.value, str):
        return FactColumn(entity, "zone", cfg.name, DISCRETE, codes=(cfg.value,))
    return FactColumn(entity, "zone", cfg.name, CONTINUOUS)


def _authored_value(column: FactColumn, cfg: SemanticCfg) -> FactValue:
    value = cfg.value
    if isinstance(value, str):
        return parse_value(column, value)
    if column.role == PREDICATE and isinstance(value, bool):
        return value
    if column.role == CONTINUOUS and isinstance(value, bool | int | float):
        return float(value)
    accepted = " or ".join(TRUTHS) if column.role == PREDICATE else "a number or a text"
    raise ValueError(f"{column.field} of {column.entity}: unusable value {value!r}, expected {accepted}")
