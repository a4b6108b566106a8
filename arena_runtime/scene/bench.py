"""The physics without anything around it, for comparisons."""

from typing import Any

import mujoco


class BareLoops:
    """Runs a scene's physics on a copy of its state, so that measuring changes nothing.

    Args:
        model: The compiled model.
        data: State to start from; it is copied.
        substeps: Physics steps per tick.
    """

    def __init__(self, model: Any, data: Any, substeps: int) -> None:
        self._model = model
        self._substeps = substeps
        self._data = mujoco.MjData(model)
        mujoco.mj_copyData(self._data, model, data)
        mujoco.mj_forward(model, self._data)

    def steps(self, ticks: int) -> None:
        """Advance by a number of ticks, one call of ``mj_step`` with all substeps for each."""
        model, data, substeps, step = self._model, self._data, self._substeps, mujoco.mj_step
        for _ in range(ticks):
            step(model, data, substeps)
