"""Which doors a path goes through."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner

Floats = NDArray[np.float64]


def doors_on(path: Floats, doors: Sequence[tuple[Corner, Corner]]) -> list[tuple[int, float]]:
    """Doors whose line a path crosses, in the order of travel.

    Args:
        path: Shape (N, 2), metres, map frame.
        doors: Start and end of each door's line, metres, map frame.

    Returns:
        Index of the door and arc length (metres from the start of the path) of every crossing.
    """
    if len(path) < 2 or not doors:
        return []
    lines = np.asarray(doors, dtype=np.float64)  # (D, 2, 2)
    steps = np.diff(path, axis=0)  # (S, 2)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    travelled = np.concatenate(([0.0], np.cumsum(lengths)))
    door_steps = lines[:, 1] - lines[:, 0]  # (D, 2)
    offsets = lines[:, None, 0] - path[None, :-1]  # (D, S, 2)
    crosses = _cross(steps[None], door_steps[:, None])  # (D, S)
    with np.errstate(divide="ignore", invalid="ignore"):
        along_path = _cross(offsets, door_steps[:, None]) / crosses
        along_door = _cross(offsets, steps[None]) / crosses
    hit = (crosses != 0.0) & (along_path >= 0.0) & (along_path < 1.0) & (along_door >= 0.0) & (along_door <= 1.0)
    found = [
        (int(door), float(travelled[step] + along_path[door, step] * lengths[step]))
        for door, step in zip(*np.nonzero(hit), strict=True)
    ]
    return sorted(found, key=lambda crossing: crossing[1])


def _cross(first: Floats, second: Floats) -> Floats:
    product: Floats = first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]
    return product
