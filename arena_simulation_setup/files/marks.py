"""From a place inside the data back to the line and column where it stands."""

import re

from arena_simulation_setup.files.nodes import Items, Mark, Node, Pairs

_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


def mark_at(root: Node, path: str) -> Mark:
    """Where the value at a path starts; where there is none, the innermost thing around it that there is.

    Args:
        root: Node that the path starts at.
        path: Such as ``zones[2].doors[0].end``; empty for the root itself.
    """
    node = root
    for step in _STEP.finditer(path):
        inner = _inside(node, step[1], step[2])
        if inner is None:
            break
        node = inner
    return node.mark


def _inside(node: Node, index: str | None, key: str) -> Node | None:
    if index is not None:
        return node.nodes[int(index)] if isinstance(node, Items) and int(index) < len(node.nodes) else None
    pairs = node.pairs if isinstance(node, Pairs) else ()
    return next((value for name, value in pairs if name.text == key), None)
