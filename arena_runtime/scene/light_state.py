"""How bright each lamp is, according to the facts of a frame."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena_runtime.scene.lamps import LightSource
from arena_simulation_setup.frame import NO_CODE, PREDICATE_CODES, FactColumn, Frame, FrameLayout

Floats = NDArray[np.float64]
ABSENT = -1
KIND = "light"


class LightState:
    """Reads the facts ``lit``, ``level`` and ``dead_fraction`` of lights.

    What a frame does not say is as the world declares it.

    Args:
        sources: The lamps.
        layout: Names of the facts.
    """

    def __init__(self, sources: Sequence[LightSource], layout: FrameLayout) -> None:
        self._lit = np.array([source.lit for source in sources], dtype=bool)
        self._level = np.array([source.level for source in sources], dtype=np.float64)
        self._dead = np.array([source.dead_fraction for source in sources], dtype=np.float64)
        self._rank = np.array([source.rank for source in sources], dtype=np.float64)
        self._lit_at = _columns(sources, layout.codes, "lit")
        self._level_at = _columns(sources, layout.numbers, "level")
        self._dead_at = _columns(sources, layout.numbers, "dead_fraction")

    def brightness(self, frame: Frame) -> Floats:
        """Share of its full strength that each lamp has, 0 to 1; shape (lamps,)."""
        level = _numbers(frame.numbers, self._level_at, self._level)
        dead = _numbers(frame.numbers, self._dead_at, self._dead)
        shining = self._lit_now(frame) & (self._rank >= dead)
        return np.where(shining, np.clip(level, 0.0, 1.0), 0.0)

    def _lit_now(self, frame: Frame) -> NDArray[np.bool_]:
        known = self._lit_at != ABSENT
        if not known.any():
            return self._lit
        codes = frame.codes[np.where(known, self._lit_at, 0)]
        on = codes == PREDICATE_CODES.index("true")
        result: NDArray[np.bool_] = np.where(known & (codes != NO_CODE), on, self._lit)
        return result


def _columns(sources: Sequence[LightSource], columns: Sequence[FactColumn], field: str) -> NDArray[np.intp]:
    found = {
        column.entity: index for index, column in enumerate(columns) if column.kind == KIND and column.field == field
    }
    return np.array([found.get(source.entity, ABSENT) for source in sources], dtype=np.intp)


def _numbers(numbers: Floats, columns: NDArray[np.intp], declared: Floats) -> Floats:
    known = columns != ABSENT
    if not known.any():
        return declared
    values = numbers[np.where(known, columns, 0)]
    result: Floats = np.where(known & ~np.isnan(values), values, declared)
    return result
