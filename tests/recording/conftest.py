"""A small episode and its frames, built from nothing but the contract."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from arena_simulation_setup.frame import EpisodeStart, Frame
from arena_simulation_setup.recording.writer import RecordingWriter

sys.path.insert(0, str(Path(__file__).parent))

from small_episode import frame_at, start_of


@pytest.fixture
def start() -> EpisodeStart:
    return start_of()


@pytest.fixture
def recorded(tmp_path: Path) -> Callable[[int], Path]:
    """Writes so many frames and stops as a killed process would: nothing is finished."""

    def record(frames: int) -> Path:
        path = tmp_path / "episode_001" / "episode_001.mcap"
        writer = RecordingWriter(path, start_of(), clock_offset_ns=5_000_000_000)
        for tick in range(frames):
            writer.write_frame(frame_at(tick))
        writer.flush()
        writer.abandon()
        return path

    return record


@pytest.fixture
def odd_frame() -> Frame:
    """Values that a careless codec loses."""
    return Frame(
        2**63 + 1,
        -1,
        [[-0.0, 5e-324, -np.pi, 1e308, np.nan, 0.1 + 0.2]],
        np.full((3, 5), np.nan),
        [np.inf, -np.inf],
        [255, 0, 7],
        [[0, 1, -1]],
        [255],
        np.empty((0, 3)),
    )
