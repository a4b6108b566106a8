"""The ``config`` of a stage: values of the parameters of its modes."""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from arena_lab.campaign.read_values import is_range, namespace_of, parameter_value, unknown_parameter
from arena_simulation_setup.files.cursor import Cursor, Rejection
from arena_simulation_setup.files.near_names import nearest
from task_generator.parameters import declared_parameters

PAIR_LEAF = "n"


@frozen
class StageModes:
    """The modes whose parameters a config may set.

    Attributes:
        names: Obstacle mode and robot mode.
    """

    names: tuple[str, ...]

    def read(self, cursor: Cursor) -> Mapping[str, Any]:
        """Values by full name; ``{mode: {leaf: value}}``, leaves nested or dotted.

        A mapping of ``min`` and ``max`` is the pair ``<leaf>.n``, or the leaf itself where that is a parameter.
        """
        values: dict[str, Any] = {}
        for mode, below, mark in cursor.pairs():
            prefix = namespace_of(mode.lower())
            if not prefix:
                hints = {
                    "expected": f"one of {', '.join(dict.fromkeys(self.names))}",
                    "suggestion": nearest(mode, self.names),
                }
                below.report.error("mode.unknown", mark, below.path, f"unknown mode {mode!r}", found=mode, **hints)
                continue
            if mode.lower() not in self.names:
                message = f"parameters of mode {mode!r}, which the stage does not use, have no effect"
                below.report.warn("config.unused", mark, below.path, message, found=mode)
            for name, place in leaves(below, prefix):
                _put(values, name, place, prefix)
        return values


def leaves(cursor: Cursor, prefix: str) -> Iterator[tuple[str, Cursor]]:
    """Full name and place of every value below a mapping.

    Raises:
        Rejection: If it is no mapping.
    """
    for key, below, _ in cursor.pairs():
        name = f"{prefix}.{key}"
        if is_range(below):
            yield name if name in declared_parameters() else f"{name}.{PAIR_LEAF}", below
        elif below.is_mapping and name not in declared_parameters():
            yield from leaves(below, name)
        else:
            yield name, below


def _put(values: dict[str, Any], name: str, place: Cursor, prefix: str) -> None:
    known = tuple(entry for entry in declared_parameters() if entry.startswith(f"{prefix}."))
    if name not in known:
        unknown_parameter(place, name, known)
        return
    try:
        values[name] = parameter_value(name)(place)
    except Rejection as rejection:
        rejection.note()
