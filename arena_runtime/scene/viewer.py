"""MuJoCo's own viewer beside a running scene."""

import copy
import threading
import warnings
from typing import Any

import mujoco

from arena_runtime.scene.scene import Scene

NO_DISPLAY = (
    "viewer:=true needs a display, and none can be opened here ({reason}); without one, use video.out:=episode.mp4 "
    "or foxglove:=true"
)
# The window's thread must have ended before the interpreter does; it gets this long, wall seconds.
CLOSING_S = 5.0


class NoDisplayError(RuntimeError):
    """There is no screen to open a window on."""


def check_display() -> None:
    """Make sure that a window can be opened.

    Raises:
        NoDisplayError: If not.
    """
    try:
        import glfw

        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            opened = bool(glfw.init())
    except (ImportError, OSError) as error:
        raise NoDisplayError(NO_DISPLAY.format(reason=error)) from error
    if not opened:
        reason = str(said[-1].message) if said else "no reason given"
        raise NoDisplayError(NO_DISPLAY.format(reason=reason))


class SceneViewer:
    """A window that shows a scene. It has a copy of the state, so a mouse in it moves nothing.

    Args:
        scene: The scene, which may run on.

    Raises:
        NoDisplayError: If no window can be opened.
    """

    def __init__(self, scene: Scene) -> None:
        check_display()
        self._scene = scene
        self._open()

    def _open(self) -> None:
        self._source = self._scene.compiled
        self._model = copy.copy(self._source.model)
        self._data = mujoco.MjData(self._model)
        self._copy_state()
        others = threading.enumerate()
        self._window = _launched(self._model, self._data)
        self._threads = [thread for thread in threading.enumerate() if thread not in others]

    @property
    def is_open(self) -> bool:
        """Whether nobody has closed the window."""
        return bool(self._window.is_running())

    def show(self) -> None:
        """Show the latest state; in a window anew where the scene was edited."""
        if self.is_open and self._source is not self._scene.compiled:
            self.close()
            self._open()
        if self.is_open:
            with self._window.lock():
                self._copy_state()
            self._window.sync()

    def close(self) -> None:
        """Close the window and wait until it is gone."""
        self._window.close()
        for thread in self._threads:
            thread.join(CLOSING_S)

    def _copy_state(self) -> None:
        state, own = self._scene.data, self._data
        own.qpos[:], own.mocap_pos[:], own.mocap_quat[:] = state.qpos, state.mocap_pos, state.mocap_quat
        own.time = state.time
        mujoco.mj_forward(self._model, own)


def _launched(model: Any, data: Any) -> Any:
    try:
        import mujoco.viewer

        return mujoco.viewer.launch_passive(model, data, show_left_ui=False, show_right_ui=False)
    except Exception as error:
        raise NoDisplayError(NO_DISPLAY.format(reason=error)) from error
