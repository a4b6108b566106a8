"""Where a robot waits for the doors on its path."""

from collections.abc import Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.robots.laying_out import DISC_MARGIN, NO_NEARER
from arena_runtime.robots.path_tracking import TrackedPath
from arena_runtime.robots.surroundings import DoorLine
from arena_simulation_setup.route import doors_on

Floats = NDArray[np.float64]

# The robot's centre waits this far in front of the band that the slab sweeps, its body at least so far, metres.
STOP_DISTANCE = 0.5
ROOM_MARGIN = 0.2
# It comes this much nearer than where the door is called, metres, and stays this far out of the band at the least.
CALL_MARGIN = 0.05
BAND_MARGIN = 0.02
# A door counts as open from this progress on.
OPEN_PROGRESS = 0.999
# Free space wanted behind a door before the robot goes through, metres.
EXIT_MARGIN = 0.15
# The way through a door is looked at from this far before it, at points this far apart, metres.
LOOKING = 2.5
SAMPLE = 0.1


@frozen
class DoorStop:
    """A door on a path; arc lengths in metres from the path's start.

    Attributes:
        door: Index of the door.
        stop: Where the robot's centre waits.
        enter: From where on the robot touches the swept band.
        leave: From where on it is clear of the band.
    """

    door: int
    stop: float
    enter: float
    leave: float


def door_stops(path: Floats, doors: Sequence[DoorLine], radius: float) -> list[DoorStop]:
    """The doors on a path (shape (N, 2), metres, map frame) for a robot with a radius in metres."""
    stops = []
    for door, place in doors_on(path, [(line.start, line.end) for line in doors]):
        half = doors[door].width / 2
        called = doors[door].call_distance - CALL_MARGIN
        roomy = max(STOP_DISTANCE, radius + ROOM_MARGIN) + half
        before = max(min(roomy, called), half + radius + BAND_MARGIN)
        slant = _slant(path, place, doors[door])
        stops.append(
            DoorStop(
                door,
                stop=place - before / slant,
                enter=place - (half + radius) / slant,
                leave=place + (half + radius) / slant,
            )
        )
    return stops


def distance_to_stop(stops: Sequence[DoorStop], progress: Floats, place: float, blocked_from: float) -> float:
    """How far along its path a robot may go, in metres; infinite where no door is in the way.

    It stops before a door that is not fully open, and before an open one that it could not get clear of.

    Args:
        stops: Doors on the path.
        progress: Shape (D,): 0 shut to 1 open.
        place: Arc length that the robot has reached, metres.
        blocked_from: Arc length from which on something else blocks the path, metres.
    """
    for stop in stops:
        if place >= stop.enter:
            continue
        if blocked_from < stop.leave + EXIT_MARGIN or (
            stop.door < len(progress) and progress[stop.door] < OPEN_PROGRESS
        ):
            return max(0.0, stop.stop - place)
    return float("inf")


def _slant(path: Floats, place: float, door: DoorLine) -> float:
    """Sine of the angle between a path and the door that it crosses; never below one half."""
    steps = np.diff(path, axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    step = min(int(np.searchsorted(np.cumsum(lengths), place)), len(lengths) - 1)
    door_x, door_y = door.end[0] - door.start[0], door.end[1] - door.start[1]
    cross = steps[step, 0] * door_y - steps[step, 1] * door_x
    return max(0.5, abs(float(cross)) / max(float(lengths[step]) * float(np.hypot(door_x, door_y)), 1e-9))


def occupied_from(path: TrackedPath, stops: Sequence[DoorStop], radius: float, discs: Floats) -> float:
    """Arc length from which on somebody stands on a path near the next door on it, metres; infinite where nobody does.

    What stands still is no question here: the path leads round it. Who is near already is in the way only where the
    robot would come nearer.

    Args:
        path: With the robot's place on it.
        stops: Doors on the path.
        radius: Of the robot, metres.
        discs: Shape (N, 5): x, y, radius in metres, and velocities of everybody else; NaN for the absent.
    """
    ahead = next((stop for stop in stops if path.travelled < stop.enter), None)
    if ahead is None or ahead.stop - path.travelled > LOOKING or not len(discs):
        return float("inf")
    places = np.arange(path.travelled, ahead.leave + EXIT_MARGIN, SAMPLE)
    points = np.array([path.point_at(place) for place in places.tolist()])
    off = points[:, None] - discs[:, :2]
    squared = (off * off).sum(axis=2)
    reach = np.minimum(discs[:, 2] + radius + DISC_MARGIN, np.sqrt(squared[0]) - NO_NEARER)
    occupied = (squared < reach * reach).any(axis=1)
    return float(places[occupied.argmax()]) if occupied.any() else float("inf")
