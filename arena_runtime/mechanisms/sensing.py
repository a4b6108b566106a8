"""Who is near which mechanism, for all of them at once."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from arena_runtime.mechanisms.contract import Disc, Polygon, Sensed, SensingArea
from arena_runtime.mechanisms.door_geometry import polygons_overlap
from arena_runtime.mechanisms.near_pairs import ANYBODY, TOUCHES, TRIGGERS, near_pairs
from arena_simulation_setup.geometry import segment_distance_squared
from arena_simulation_setup.kernel import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
NOBODY = Sensed()
SLACK = 1e-6
"""Metres by which preselections are generous, so that rounding loses nobody."""


def _floats(values: object) -> Floats:
    return np.ascontiguousarray(values, dtype=np.float64)


@frozen(eq=False)
class Agents:
    """Robots and people as arrays of the same length; absent people have NaN positions.

    Attributes:
        names: Names.
        x: Shape (N,), metres, map frame.
        y: Shape (N,), metres, map frame.
        radius: Shape (N,), metres, finite also for the absent.
        rides: Cabin that each wants to be carried to next, empty for none; no entries where nobody rides.
        models: Model of each; no entries where that is not known.
    """

    names: tuple[str, ...] = ()
    x: Floats = field(default=(), converter=_floats)
    y: Floats = field(default=(), converter=_floats)
    radius: Floats = field(default=(), converter=_floats)
    rides: tuple[str, ...] = ()
    models: tuple[str, ...] = ()


@kernel
def places_of(robots: Floats, people: Floats) -> Floats:
    """Where robots and people are: x and y, shape (2, R + P), metres, map frame; rows of both begin so."""
    count = len(robots)
    places = np.empty((2, count + len(people)))
    for row in range(count):
        places[0, row], places[1, row] = robots[row, 0], robots[row, 1]
    for row in range(len(people)):
        places[0, count + row], places[1, count + row] = people[row, 0], people[row, 1]
    return places


class ProximitySensor:
    """Finds the agents near the sensing areas of many mechanisms.

    Args:
        areas: Where each mechanism senses; None where it does not.
        obstacles: Convex polygons (metres, map frame, counter-clockwise) of everything that stands loose.
    """

    def __init__(self, areas: Sequence[SensingArea | None], obstacles: Sequence[Polygon] = ()) -> None:
        sensing = [(index, area) for index, area in enumerate(areas) if area is not None]
        self._indices = tuple(index for index, _ in sensing)
        self._rows = {index: row for row, index in enumerate(self._indices)}
        self._sought = np.full(len(sensing), ANYBODY, dtype=np.uint8)
        self._areas = _AreaArrays.of([area for _, area in sensing])
        circled = [_obstacle(polygon) for polygon in obstacles]
        self.quiet: tuple[Sensed, ...] = tuple(_quiet(area, circled) for area in areas)

    def sense(self, agents: Agents) -> list[Sensed]:
        """What each mechanism senses; the very object in ``quiet`` where nobody is near."""
        sensed = list(self.quiet)
        for index, noticed in self.noticed(agents).items():
            sensed[index] = noticed
        return sensed

    def seek(self, index: int, sought: int) -> None:
        """Say what a mechanism that senses looks for from now on: ``ANYBODY``, ``TRIGGERED`` or ``LEFT``."""
        self._sought[self._rows[index]] = sought

    def noticed(self, agents: Agents) -> dict[int, Sensed]:
        """What those mechanisms sense where what they look for has come about, by index, ascending."""
        if not self._indices:
            return {}
        pairs = self._areas.pairs(agents, self._sought)
        if not len(pairs):
            return {}
        return {
            self._indices[row]: Sensed(
                tuple(near.triggering), tuple(near.nearby), self.quiet[self._indices[row]].obstacles
            )
            for row, near in _near(agents, pairs.tolist()).items()
        }


def _near(agents: Agents, pairs: Sequence[tuple[int, int, int]]) -> "dict[int, _Near]":
    places = (agents.x.tolist(), agents.y.tolist(), agents.radius.tolist())
    discs: dict[int, Disc] = {}
    found: dict[int, _Near] = {}
    for row, column, relation in pairs:
        near = found.get(row) or found.setdefault(row, _Near([], []))
        if column < 0:
            continue
        disc = discs.get(column) or discs.setdefault(column, _disc(agents, column, places))
        if relation & TRIGGERS:
            near.triggering.append(disc)
        if relation & TOUCHES:
            near.nearby.append(disc)
    return found


class _Near(NamedTuple):
    """Agents near one area, in the order of the agents."""

    triggering: list[Disc]
    nearby: list[Disc]


@frozen(eq=False)
class _AreaArrays:
    """Sensing areas as arrays, in the form that ``near_pairs`` takes.

    Attributes:
        areas: Shape (M, 10): see there.
        floors: Shape (M, E, 2): corners of floors, metres.
        floor_sizes: Shape (M,): number of corners of each floor.
    """

    areas: Floats
    floors: Floats
    floor_sizes: Integers

    @classmethod
    def of(cls, areas: Sequence[SensingArea]) -> "_AreaArrays":
        rows = [_row(area) for area in areas]
        sizes = [len(area.floor) for area in areas]
        floors = np.zeros((len(areas), max(sizes, default=0), 2))
        for index, area in enumerate(areas):
            if area.floor:
                floors[index, : sizes[index]] = area.floor
        return cls(_floats(rows).reshape(-1, 10), floors, np.array(sizes, dtype=np.int64))

    def pairs(self, agents: Agents, sought: NDArray[np.uint8]) -> Integers:
        """See ``near_pairs``."""
        own = self.areas, self.floors, self.floor_sizes
        found: Integers = near_pairs(*own, sought, agents.x, agents.y, agents.radius)
        return found


def _row(area: SensingArea) -> tuple[float, ...]:
    (start_x, start_y), (end_x, end_y) = area.start, area.end
    along_x, along_y = end_x - start_x, end_y - start_y
    squared = along_x * along_x + along_y * along_y
    trigger = area.trigger_distance
    limit = 0.0 if area.floor else trigger * trigger if trigger > 0.0 else -1.0
    # Bands compute distances in another way, so a touching agent may seem a rounding error too far.
    body = area.body_distance + SLACK if area.body_distance >= 0.0 else -math.inf
    reach = trigger + math.sqrt(squared) / 2 + SLACK
    # A point has no direction: any divisor gives it the fraction zero.
    segment = (start_x, start_y, along_x, along_y, squared if squared > 0.0 else 1.0)
    return (*segment, (start_x + end_x) / 2, (start_y + end_y) / 2, reach, limit, body)


def _disc(agents: Agents, index: int, places: tuple[list[float], list[float], list[float]]) -> Disc:
    ride = agents.rides[index] if agents.rides else ""
    model = agents.models[index] if agents.models else ""
    return Disc(agents.names[index], places[0][index], places[1][index], places[2][index], ride, model)


class _Obstacle(NamedTuple):
    """A polygon with a circle around it, metres, map frame."""

    polygon: Polygon
    middle_x: float
    middle_y: float
    radius: float


def _obstacle(polygon: Polygon) -> _Obstacle:
    middle_x = sum(x for x, _ in polygon) / len(polygon)
    middle_y = sum(y for _, y in polygon) / len(polygon)
    radius = max(math.hypot(x - middle_x, y - middle_y) for x, y in polygon)
    return _Obstacle(polygon, middle_x, middle_y, radius)


def _quiet(area: SensingArea | None, obstacles: Sequence[_Obstacle]) -> Sensed:
    if area is None:
        return NOBODY
    near = tuple(obstacle.polygon for obstacle in obstacles if _may_touch(area, obstacle))
    return Sensed(obstacles=near) if near else NOBODY


def _may_touch(area: SensingArea, obstacle: _Obstacle) -> bool:
    if area.body_distance < 0.0:
        return False
    reach = area.body_distance + obstacle.radius + SLACK
    if segment_distance_squared(obstacle.middle_x, obstacle.middle_y, area.start, area.end) > reach * reach:
        return False
    return not area.body or polygons_overlap(area.body, obstacle.polygon, -SLACK)
