"""The look from above in a building of several levels: always at the one where the robot is."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena_runtime.scene.rendering import ABOVE_ALL, SceneRenderer, View
from arena_runtime.scene.rendering_lightmap import SteadyView
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.site import Site

Pixels = NDArray[np.uint8]
Box = tuple[float, float, float, float]
MARGIN = 1.0
"""Metres around a level."""
EVERYWHERE: Box = (-10.0, -10.0, 10.0, 10.0)
"""Metres; what is shown of a world without floors."""


class LevelViews:
    """Pictures from above of the level where the first robot is; without robots of the first level.

    Args:
        renderer: Draws.
        site: The world.
        size: Width and height of the pictures, pixels.
    """

    def __init__(self, renderer: SceneRenderer, site: Site, size: tuple[int, int]) -> None:
        self._boxes = level_boxes(site) or (EVERYWHERE,)
        self._views = tuple(SteadyView(renderer, view_from_above(box, size)) for box in self._boxes)
        self._shown = 0

    def picture(self, frame: Frame) -> Pixels:
        """The picture of a frame; shape (height, width, 3)."""
        if len(frame.robots):
            self._shown = level_at(self._boxes, (float(frame.robots[0, 0]), float(frame.robots[0, 1])), self._shown)
        return self._views[self._shown].picture(frame)


def level_boxes(site: Site) -> tuple[Box, ...]:
    """Lowest x, lowest y, highest x, highest y of the floors of each level, metres, map frame."""
    corners = ([corner for floor in level.floors for corner in floor.corners] for level in site.realized.values())
    return tuple(
        (min(x for x, _ in level), min(y for _, y in level), max(x for x, _ in level), max(y for _, y in level))
        for level in corners
        if level
    )


def level_at(boxes: Sequence[Box], place: Corner, before: int) -> int:
    """Index of the box around a place; the one before where there is none."""
    x, y = place
    inside = (index for index, (x0, y0, x1, y1) in enumerate(boxes) if x0 <= x <= x1 and y0 <= y <= y1)
    return next(inside, before)


def view_from_above(box: Box, size: tuple[int, int]) -> View:
    """The look from above that shows a box."""
    x0, y0, x1, y1 = box
    span = max(y1 - y0, (x1 - x0) * size[1] / size[0]) + 2.0 * MARGIN
    return View(((x0 + x1) / 2.0, (y0 + y1) / 2.0, 0.0), ABOVE_ALL, math.pi / 2.0, -math.pi / 2.0, span)
