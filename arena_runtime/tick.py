"""What a simulation is told, and what one tick of it brings."""

from collections.abc import Callable

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.frame import EpisodeStart, Frame
from arena_simulation_setup.order import Order
from arena_simulation_setup.verdict import Observation

Floats = NDArray[np.float64]


class SimulationError(RuntimeError):
    """A tick failed; the episode has ended as FAILED with this text as its reason."""


@frozen
class SimulationOptions:
    """How an episode is simulated.

    Attributes:
        substeps: Physics steps per tick.
        scans: Whether laser scanners are read.
        lap: Called with the name of each part of a tick when it is done, in the order of ``PARTS``.
    """

    substeps: int = 3
    scans: bool = False
    lap: Callable[[str], None] | None = None


PARTS = ("people", "navigator", "doors", "physics", "frame", "judge", "scans")


@frozen(eq=False)
class Scan:
    """One reading of a laser scanner.

    Attributes:
        robot: Index of the robot.
        lidar: Index of the scanner in the robot's model.
        ranges: Shape (beams,), metres; infinity where nothing is within range.
    """

    robot: int
    lidar: int
    ranges: Floats


@frozen(eq=False)
class Tick:
    """What one tick brought.

    Attributes:
        frame: The new state.
        observation: What the judge saw change.
        orders: Requests from outside that were taken; not the writes of the timeline, which the episode holds.
        scans: Readings of the scanners that were due.
        start: What holds from this tick on where something was put into the scene, moved in it or taken out of it; None
            where all is as before.
        warnings: One sentence for each order that could not be carried out any more when its turn came.
    """

    frame: Frame
    observation: Observation
    orders: tuple[Order, ...] = ()
    scans: tuple[Scan, ...] = ()
    start: EpisodeStart | None = None
    warnings: tuple[str, ...] = ()
