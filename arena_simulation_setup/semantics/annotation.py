"""One primitive of a ``semantics:`` list."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

STATE = "state"
PREDICATE = "predicate"
INHERITED_DISTANCE = -1.0


@frozen
class SemanticCfg:
    """A state or predicate that an entity carries; presets are expanded into these when they are parsed.

    Attributes:
        role: ``state`` or ``predicate``.
        name: Name of the field.
        value: Literal value; None means that the runtime derives it.
        binding: Only ``kinematic``; ``joint`` is reserved.
        trigger: Only ``proximity``; ``contact`` is reserved.
        distance: Metres; below zero the entity's activation distance is inherited.
        params: Parameters of the kind, kept as authored.
    """

    role: str
    name: str
    value: Any = None
    binding: str = "kinematic"
    trigger: str = "proximity"
    distance: float = INHERITED_DISTANCE
    params: Mapping[str, Any] = field(factory=dict)
