"""Signals: things with phases, such as a queue display."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.semantics.annotation import SemanticCfg


@frozen
class Signal:
    """A named signal; its phases stand in the ``signal`` preset of its semantics.

    Attributes:
        name: Name of the entity.
        semantics: The signal preset.
        extra: Unknown keys, written back as they came.
    """

    name: str
    semantics: tuple[SemanticCfg, ...] = ()
    extra: Mapping[str, Any] = field(factory=dict)
