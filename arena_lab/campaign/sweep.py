"""Sweeps: every combination of some values, each a contestant of its own."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from attrs import frozen

from arena_lab.campaign.contest import Contestant
from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.nodes import Items, Node, Pairs

MOST_CONTESTANTS = 10_000
NOTHING_VARIES = "single"
_UNUSUAL = re.compile(r"[^A-Za-z0-9._+]+")


@frozen
class Option:
    """One value of an axis.

    Attributes:
        label: What it is called in names.
        value: The value.
    """

    label: str
    value: Any


@frozen
class Axis:
    """One setting with its values; with several of them it varies.

    Attributes:
        setting: Full name.
        options: At least one.
    """

    setting: str
    options: tuple[Option, ...]

    @property
    def varies(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.options) > 1


def combinations(axes: Sequence[Axis], prefix: str) -> Iterator[Contestant]:
    """The cartesian product, the last axis fastest.

    Args:
        axes: What is combined.
        prefix: Beginning of all names; empty for none.
    """
    for options in product(*(axis.options for axis in axes)):
        chosen = list(zip(axes, options, strict=True))
        varying = [option.label for axis, option in chosen if axis.varies]
        words = [word for word in (prefix, "-".join(varying)) if word]
        yield Contestant("-".join(words) or NOTHING_VARIES, {axis.setting: option.value for axis, option in chosen})


def size(axes: Sequence[Axis]) -> int:
    """Number of combinations."""
    return prod(len(axis.options) for axis in axes)


def label_of(cursor: Cursor) -> str:
    """What a value is called in the name of a contestant: its words, joined by ``_``."""
    return _UNUSUAL.sub("_", "_".join(_words(cursor.node))).strip("_") or "empty"


def _words(node: Node) -> Iterator[str]:
    if isinstance(node, Items):
        for item in node.nodes:
            yield from _words(item)
    elif isinstance(node, Pairs):
        for _, value in node.pairs:
            yield from _words(value)
    else:
        yield node.text
