"""Who is near which mechanism, for all of them at once."""

import math
from collections.abc import Sequence

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from arena_runtime.mechanisms.contract import Disc, Polygon, Sensed, SensingArea
from arena_simulation_setup.geometry import segment_distance_squared

Floats = NDArray[np.float64]
NOBODY = Sensed()
SLACK = 1e-6
"""Metres by which preselections are generous, so that rounding loses nobody."""


def _floats(values: object) -> Floats:
    return np.asarray(values, dtype=np.float64)


@frozen(eq=False)
class Agents:
    """Robots and people as arrays of the same length; absent people have NaN positions.

    Attributes:
        names: Names.
        x: Shape (N,), metres, map frame.
        y: Shape (N,), metres, map frame.
        radius: Shape (N,), metres, finite also for the absent.
    """

    names: tuple[str, ...] = ()
    x: Floats = field(default=(), converter=_floats)
    y: Floats = field(default=(), converter=_floats)
    radius: Floats = field(default=(), converter=_floats)


class ProximitySensor:
    """Finds the agents near the sensing areas of many mechanisms.

    Args:
        areas: Where each mechanism senses; None where it does not.
        obstacles: Convex polygons (metres, map frame, counter-clockwise) of everything that stands loose.
    """

    def __init__(self, areas: Sequence[SensingArea | None], obstacles: Sequence[Polygon] = ()) -> None:
        self._areas = tuple(areas)
        self._indices = tuple(index for index, area in enumerate(areas) if area is not None)
        self._segments = _SegmentArrays.of([area for area in areas if area is not None])
        self.quiet: tuple[Sensed, ...] = tuple(_quiet(area, obstacles) for area in areas)

    def sense(self, agents: Agents) -> list[Sensed]:
        """What each mechanism senses; the very object in ``quiet`` where nobody is near."""
        sensed = list(self.quiet)
        if not agents.names or not self._indices:
            return sensed
        rows, columns = self._segments.candidates(agents)
        if not rows.size:
            return sensed
        squared = self._segments.distance_squared(rows, agents.x[columns], agents.y[columns])
        self._collect(sensed, agents, rows, columns, squared)
        return sensed

    def _collect(
        self, sensed: list[Sensed], agents: Agents, rows: NDArray[np.intp], columns: NDArray[np.intp], squared: Floats
    ) -> None:
        segments = self._segments
        triggers = squared <= segments.trigger_squared[rows]
        reach = segments.body[rows] + agents.radius[columns]
        touches = squared <= reach * reach
        discs: dict[int, Disc] = {}
        triggering: dict[int, list[Disc]] = {}
        nearby: dict[int, list[Disc]] = {}
        for row, column, triggered, touched in zip(
            rows.tolist(), columns.tolist(), triggers.tolist(), touches.tolist(), strict=True
        ):
            if not (triggered or touched):
                continue
            disc = discs.get(column)
            if disc is None:
                disc = discs[column] = _disc(agents, column)
            if triggered:
                triggering.setdefault(row, []).append(disc)
            if touched:
                nearby.setdefault(row, []).append(disc)
        for row in sorted(triggering.keys() | nearby.keys()):
            index = self._indices[row]
            sensed[index] = Sensed(
                tuple(triggering.get(row, ())), tuple(nearby.get(row, ())), self.quiet[index].obstacles
            )


@frozen(eq=False)
class _SegmentArrays:
    """Sensing areas as arrays of shape (M,); circles around the segments' middles preselect."""

    start_x: Floats
    start_y: Floats
    along_x: Floats
    along_y: Floats
    length_squared: Floats
    trigger_squared: Floats
    body: Floats
    middle_x: Floats
    middle_y: Floats
    half_length: Floats
    trigger: Floats

    @classmethod
    def of(cls, areas: Sequence[SensingArea]) -> "_SegmentArrays":
        start = _floats([area.start for area in areas]).reshape(-1, 2)
        end = _floats([area.end for area in areas]).reshape(-1, 2)
        along = end - start
        squared = along[:, 0] * along[:, 0] + along[:, 1] * along[:, 1]
        trigger = _floats([area.trigger_distance for area in areas])
        middle = (start + end) / 2
        return cls(
            start_x=start[:, 0].copy(),
            start_y=start[:, 1].copy(),
            along_x=along[:, 0].copy(),
            along_y=along[:, 1].copy(),
            # A point has no direction: any divisor gives it the fraction zero.
            length_squared=np.where(squared > 0.0, squared, 1.0),
            trigger_squared=np.where(trigger > 0.0, trigger * trigger, -1.0),
            # Bands compute distances in another way, so a touching agent may seem a rounding error too far.
            body=_floats([area.body_distance for area in areas]) + SLACK,
            middle_x=middle[:, 0:1].copy(),
            middle_y=middle[:, 1:2].copy(),
            half_length=np.sqrt(squared) / 2,
            trigger=trigger,
        )

    def candidates(self, agents: Agents) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """(area, agent) index pairs that may be near, areas ascending."""
        reach = np.maximum(self.trigger, self.body + agents.radius.max()) + (self.half_length + SLACK)
        dx, dy = agents.x - self.middle_x, agents.y - self.middle_y
        rows, columns = np.nonzero(dx * dx + dy * dy <= (reach * reach)[:, np.newaxis])
        return rows, columns

    def distance_squared(self, rows: NDArray[np.intp], x: Floats, y: Floats) -> Floats:
        """Squared distances (m^2) of points from segments, one each, in the steps of ``segment_distance_squared``."""
        start_x, start_y, along_x, along_y = (
            self.start_x[rows],
            self.start_y[rows],
            self.along_x[rows],
            self.along_y[rows],
        )
        fraction = ((x - start_x) * along_x + (y - start_y) * along_y) / self.length_squared[rows]
        fraction = np.minimum(1.0, np.maximum(0.0, fraction))
        dx, dy = x - (start_x + fraction * along_x), y - (start_y + fraction * along_y)
        squared: Floats = dx * dx + dy * dy
        return squared


def _disc(agents: Agents, index: int) -> Disc:
    return Disc(agents.names[index], float(agents.x[index]), float(agents.y[index]), float(agents.radius[index]))


def _quiet(area: SensingArea | None, obstacles: Sequence[Polygon]) -> Sensed:
    if area is None:
        return NOBODY
    near = tuple(polygon for polygon in obstacles if _may_touch(area, polygon))
    return Sensed(obstacles=near) if near else NOBODY


def _may_touch(area: SensingArea, polygon: Polygon) -> bool:
    middle_x = sum(x for x, _ in polygon) / len(polygon)
    middle_y = sum(y for _, y in polygon) / len(polygon)
    radius = max(math.hypot(x - middle_x, y - middle_y) for x, y in polygon)
    reach = area.body_distance + radius + SLACK
    return segment_distance_squared(middle_x, middle_y, area.start, area.end) <= reach * reach
