"""Where everybody went, thinned for drawing."""

from collections.abc import Iterable, Mapping

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.frame import Frame, FrameLayout

Floats = NDArray[np.float64]
DRAWN_PERIOD_NS = 200_000_000


@frozen(eq=False)
class Tracks:
    """Planar tracks of an episode.

    Attributes:
        robots: Name to shape (N, 3): x, y (m), yaw (rad), map frame.
        people: Name to shape (N, 3), likewise; NaN rows where a robot or person was absent.
        duration_ns: Time of the last frame, nanoseconds.
    """

    robots: Mapping[str, Floats]
    people: Mapping[str, Floats]
    duration_ns: int


def collect_tracks(frames: Iterable[Frame], layout: FrameLayout, period_ns: int = DRAWN_PERIOD_NS) -> Tracks:
    """Tracks of all robots and people.

    Args:
        frames: Frames by increasing time.
        layout: The layout of the last of them.
        period_ns: Least time between two kept samples; the last frame is always kept.
    """
    robots: list[Floats] = []
    people: list[Floats] = []
    due_ns, last = 0, None
    for frame in frames:
        last = frame
        if frame.time_ns >= due_ns:
            due_ns = frame.time_ns + period_ns
            robots.append(frame.robots[:, :3])
            people.append(frame.people[:, :3])
    if last is None:
        return Tracks({}, {}, 0)
    robots.append(last.robots[:, :3])
    people.append(last.people[:, :3])
    return Tracks(_by_name(robots, layout.robots), _by_name(people, layout.people), last.time_ns)


def _by_name(samples: list[Floats], names: tuple[str, ...]) -> dict[str, Floats]:
    stacked = np.full((len(samples), len(names), 3), np.nan)
    for number, rows in enumerate(samples):
        # Robots and people that came while the episode ran have the last rows.
        stacked[number, : len(rows)] = rows
    return {name: stacked[:, index] for index, name in enumerate(names)}
