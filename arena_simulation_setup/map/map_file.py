"""Maps as files: ``map.png`` beside ``map.yaml``, as map servers read them."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray
from PIL import Image

from arena_simulation_setup.files.save import write_atomically
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.map.occupancy import OccupancyImage

IMAGE_FILE = "map.png"
MAP_FILE = "map.yaml"
OCCUPIED_THRESHOLD = 0.65
FREE_THRESHOLD = 0.196
"""Below the shade of 205 that some maps use for unknown, so that it is not taken for free."""
COORDINATE_DIGITS = 9


def map_text(origin: Corner, resolution: float, origins: Mapping[str, Corner] | None = None) -> str:
    """The ``map.yaml`` of a binary map.

    Args:
        origin: Lower left corner of the lower left cell, metres.
        resolution: Edge of a cell, metres.
        origins: Level id to the shift that moved the level into the frame of this map, metres; None for a map of one
            level in its own frame.
    """
    content: dict[str, Any] = {
        "free_thresh": FREE_THRESHOLD,
        "image": IMAGE_FILE,
        "mode": "trinary",
        "negate": 0,
        "occupied_thresh": OCCUPIED_THRESHOLD,
        "origin": [*_rounded(origin), 0.0],
        "resolution": resolution,
    }
    if origins is not None:
        content["origins"] = {level_id: _rounded(shift) for level_id, shift in origins.items()}
    return yaml.safe_dump(content, sort_keys=True, default_flow_style=None)


def image_bytes(cells: NDArray[np.uint8]) -> bytes:
    """The PNG of a map.

    Args:
        cells: Shape (rows, columns) of grey, or (rows, columns, 3) of red, green and blue; row 0 is the north.
    """
    buffer = BytesIO()
    Image.fromarray(cells).save(buffer, format="PNG")
    return buffer.getvalue()


def map_files(
    plan: OccupancyImage,
    origins: Mapping[str, Corner] | None = None,
    shown: NDArray[np.uint8] | None = None,
) -> dict[str, bytes]:
    """Name to content of the two files of a map.

    Args:
        plan: The map.
        origins: Level id to shift in metres, for the map of several levels in one frame.
        shown: Pixels as for ``image_bytes`` in place of the map's own, of the same size.
    """
    return {
        IMAGE_FILE: image_bytes(plan.cells if shown is None else shown),
        MAP_FILE: map_text(plan.origin, plan.resolution, origins).encode(),
    }


def write_map(plan: OccupancyImage, directory: Path, origins: Mapping[str, Corner] | None = None) -> None:
    """Write ``map.png``, then ``map.yaml``; a reader of either sees the old file or the new one, never a part.

    Args:
        plan: The map.
        directory: Where to; it is made where it is missing.
        origins: Level id to shift in metres, for the map of several levels in one frame.
    """
    for name, content in map_files(plan, origins).items():
        write_atomically(directory / name, content)


def _rounded(point: Corner) -> list[float]:
    """Without the noise of floating-point sums; the grid is meant to a nanometre."""
    return [round(float(value), COORDINATE_DIGITS) + 0.0 for value in point]
