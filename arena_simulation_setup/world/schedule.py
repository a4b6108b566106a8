"""Schedules: things that are active in time windows, such as a fire alarm."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.semantics.annotation import SemanticCfg


@frozen
class Schedule:
    """A named schedule; its windows stand in the ``schedule`` preset of its semantics.

    Attributes:
        name: Name of the entity.
        semantics: The schedule preset.
        extra: Unknown keys, written back as they came.
    """

    name: str
    semantics: tuple[SemanticCfg, ...] = ()
    extra: Mapping[str, Any] = field(factory=dict)
