"""Pictures without a screen: a drawing surface in memory, and MuJoCo's list of what stands on it."""

import sys
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
NO_GRAPHICS = (
    "pictures need OpenGL through EGL, and it can not be loaded here ({reason}); "
    "on Debian or Ubuntu: sudo apt-get install libegl1 libopengl0 libgl1-mesa-dri"
)


class NoGraphicsError(RuntimeError):
    """Nothing can be rendered on this machine; the text says what to install."""


class Canvas:
    """A surface of a fixed size in memory.

    Attributes:
        scene: MuJoCo's list of what is drawn.

    Args:
        model: What is drawn; its settings of the offscreen buffer are changed.
        width: Pixels.
        height: Pixels.
        extra_geoms: Room in the list for what is drawn beside the geoms of the model.

    Raises:
        NoGraphicsError: If there is no OpenGL.
    """

    def __init__(self, model: Any, width: int, height: int, extra_geoms: int) -> None:
        model.vis.global_.offwidth, model.vis.global_.offheight = width, height
        self._graphics = graphics_context(width, height)
        self._graphics.make_current()
        self._context = mujoco.MjrContext(model, mujoco.mjtFontScale.mjFONTSCALE_100)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._context)
        self.scene = mujoco.MjvScene(model, maxgeom=model.ngeom + extra_geoms)
        self.scene.flags[mujoco.mjtRndFlag.mjRND_REFLECTION] = 0
        self._frame = mujoco.MjrRect(0, 0, width, height)
        self._upside_down = np.empty((height, width, 3), dtype=np.uint8)

    def pixels(self) -> Pixels:
        """Draw the list; shape (height, width, 3), top row first. The array is overwritten by the next call."""
        self._graphics.make_current()
        mujoco.mjr_render(self._frame, self.scene, self._context)
        mujoco.mjr_readPixels(self._upside_down, None, self._frame, self._context)
        return self._upside_down[::-1]

    def close(self) -> None:
        """Give the surface back."""
        self._graphics.make_current()
        self._context.free()
        self._graphics.free()


def graphics_context(width: int, height: int) -> Any:
    """A context for drawing without a screen: EGL on Linux, MuJoCo's own choice elsewhere.

    Raises:
        NoGraphicsError: If there is none.
    """
    try:
        context = _context_class()(width, height)
    # What a missing library raises differs between OpenGL loaders: ImportError, AttributeError, their own errors.
    except Exception as error:
        reason = str(error).strip().splitlines() or [type(error).__name__]
        raise NoGraphicsError(NO_GRAPHICS.format(reason=reason[0].rstrip(".("))) from error
    return context


def _context_class() -> Any:
    if sys.platform == "linux":
        from mujoco.egl import GLContext
    else:
        from mujoco.gl_context import GLContext
    return GLContext
