"""Whether a frame fits the layout that it was recorded under, so that nobody indexes beyond a table."""

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.frame import CONTACT_KINDS, NO_CODE, RESULT_STATUSES, Frame, FrameLayout
from arena_simulation_setup.recording.error import RecordingError

_NOBODY = -1
_UNBOUNDED = np.iinfo(np.int32).max


class FrameCheck:
    """Checks frames against one layout.

    Args:
        layout: Names and code tables of the frames.
    """

    def __init__(self, layout: FrameLayout) -> None:
        robots = len(layout.robots)
        self._sizes = (robots, len(layout.people), len(layout.numbers), len(layout.codes), robots)
        self._code_limits = np.array([len(column.codes) for column in layout.codes], np.int32)
        self._contact_limits = np.array((robots, len(CONTACT_KINDS), len(layout.partners)), np.int32)
        self._result_limits = np.array((robots, _UNBOUNDED, len(RESULT_STATUSES)), np.int32)

    def check(self, frame: Frame) -> None:
        """Check the number of rows and every index and code.

        Raises:
            RecordingError: If the frame does not fit; names the part.
        """
        sizes = (len(frame.robots), len(frame.people), frame.numbers.size, frame.codes.size, frame.signals.size)
        if sizes != self._sizes:
            raise RecordingError(
                f"frame {frame.tick} has {sizes} robots, people, numbers, codes and signals, its layout {self._sizes}"
            )
        self._check_codes(frame)
        if frame.contacts.size:
            self._check_rows(frame.tick, "contact", frame.contacts, self._contact_limits, (0, 0, _NOBODY))
        if frame.results.size:
            self._check_rows(frame.tick, "result", frame.results, self._result_limits, (0, 0, 0))

    def _check_codes(self, frame: Frame) -> None:
        beyond = (frame.codes >= self._code_limits) & (frame.codes != NO_CODE)
        if beyond.any():
            column = int(beyond.argmax())
            raise RecordingError(
                f"frame {frame.tick}: column {column} has the code {frame.codes[column]}, beyond its table"
            )

    def _check_rows(
        self, tick: int, what: str, rows: NDArray[np.int32], limits: NDArray[np.int32], lowest: tuple[int, int, int]
    ) -> None:
        wrong = ((rows >= limits) | (rows < np.array(lowest))).any(axis=1)
        if wrong.any():
            row = rows[int(wrong.argmax())].tolist()
            raise RecordingError(f"frame {tick}: the {what} {row} refers to what its layout does not have")
