"""One scripted kind on one host, put together from all items that belong to it."""

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.semantics.annotation import INHERITED_DISTANCE, SemanticCfg
from arena_simulation_setup.semantics.expansion import kind_of
from arena_simulation_setup.semantics.vocabulary import VOCABULARY


@frozen
class Attachment:
    """What an author wrote of one kind on one host.

    Attributes:
        kind: Scripted kind.
        fields: Fields that were asked for, in vocabulary order.
        values: Field to its literal, where there is one.
        params: Parameters of all items together.
        distance: Metres; the largest that was given; below zero where none was.
    """

    kind: str
    fields: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(factory=dict)
    params: Mapping[str, Any] = field(factory=dict)
    distance: float = INHERITED_DISTANCE

    def radius(self, inherited: float) -> float:
        """Metres within which agents count: the annotation's distance, else the inherited one."""
        return self.distance if self.distance >= 0.0 else inherited


def attachment(host: str, semantics: Iterable[SemanticCfg], kind: str) -> Attachment | None:
    """The parts of a kind on a host as one; None where the kind is not attached.

    Args:
        host: ``door``, ``elevator``, ``zone``, ``signal``, ``schedule`` or ``sound``.
        semantics: The host's annotations.
        kind: Scripted kind.

    Raises:
        ValueError: If the host cannot carry one of the fields.
    """
    items = [item for item in semantics if kind_of(host, item.name) == kind]
    if not items:
        return None
    names = {item.name for item in items}
    return Attachment(
        kind,
        tuple(known.name for known in VOCABULARY[kind] if known.name in names),
        {item.name: item.value for item in items if item.value is not None},
        {key: value for item in items for key, value in item.params.items()},
        max(item.distance for item in items),
    )


def value_text(value: object) -> str:
    """The text of a value as facts and conditions spell it: ``true``/``false``, decimals, ``repr`` of other numbers."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
