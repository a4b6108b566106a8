"""A view that stays where it is, lit by every lamp at the price of one pass per picture."""

import numpy as np
from numpy.typing import NDArray

from arena_runtime.scene.rendering import SceneRenderer, View
from arena_runtime.scene.rendering_canvas import Pixels
from arena_simulation_setup.frame import Frame

BRIGHTEST = 4.0
STEPS = 20
"""Dimming is followed in this many steps."""


class SteadyView:
    """Pictures from one place. What the lamps do to it is computed when they change, and kept as a factor per pixel.

    Whoever moves is as bright as the floor or the thing at their place, and casts no shadow.

    Args:
        renderer: Draws.
        view: The place.
    """

    def __init__(self, renderer: SceneRenderer, view: View) -> None:
        self._renderer, self._view = renderer, view
        self._lamps: tuple[int, ...] | None = None
        self._factor: NDArray[np.float32] = np.ones(1, dtype=np.float32)

    def picture(self, frame: Frame) -> Pixels:
        """The picture of a frame; shape (height, width, 3)."""
        lamps = tuple(round(STEPS * brightness) for brightness in self._renderer.brightness(frame))
        if not lamps:
            return self._renderer.look(frame, self._view)
        even = self._renderer.even(frame, self._view).astype(np.float32)
        if lamps != self._lamps:
            self._lamps = lamps
            lit = self._renderer.look(frame, self._view, deserted=True).astype(np.float32)
            plain = self._renderer.even(frame, self._view, deserted=True).astype(np.float32)
            self._factor = np.clip((lit + 1.0) / (plain + 1.0), 0.0, BRIGHTEST)
        pixels: Pixels = np.minimum(even * self._factor, 255.0).astype(np.uint8)
        return pixels
