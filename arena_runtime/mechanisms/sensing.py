"""Who is near which mechanism, for all of them at once."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from arena_runtime.mechanisms.contract import Disc, Polygon, Sensed, SensingArea
from arena_runtime.mechanisms.door_geometry import polygons_overlap
from arena_runtime.mechanisms.floors import FloorArrays
from arena_simulation_setup.geometry import segment_distance_squared

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
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
        rides: Cabin that each wants to be carried to next, empty for none; no entries where nobody rides.
        models: Model of each; no entries where that is not known.
    """

    names: tuple[str, ...] = ()
    x: Floats = field(default=(), converter=_floats)
    y: Floats = field(default=(), converter=_floats)
    radius: Floats = field(default=(), converter=_floats)
    rides: tuple[str, ...] = ()
    models: tuple[str, ...] = ()


class ProximitySensor:
    """Finds the agents near the sensing areas of many mechanisms.

    Args:
        areas: Where each mechanism senses; None where it does not.
        obstacles: Convex polygons (metres, map frame, counter-clockwise) of everything that stands loose.
    """

    def __init__(self, areas: Sequence[SensingArea | None], obstacles: Sequence[Polygon] = ()) -> None:
        sensing = [(index, area) for index, area in enumerate(areas) if area is not None]
        self._indices = tuple(index for index, _ in sensing)
        self._areas = _AreaArrays.of([area for _, area in sensing])
        self.quiet: tuple[Sensed, ...] = tuple(_quiet(area, obstacles) for area in areas)

    def sense(self, agents: Agents) -> list[Sensed]:
        """What each mechanism senses; the very object in ``quiet`` where nobody is near."""
        sensed = list(self.quiet)
        for index, noticed in self.noticed(agents).items():
            sensed[index] = noticed
        return sensed

    def noticed(self, agents: Agents) -> dict[int, Sensed]:
        """What those mechanisms sense that anybody is near to, by index, ascending."""
        if not agents.names or not self._indices:
            return {}
        rows, columns = self._areas.candidates(agents)
        if not rows.size:
            return {}
        squared = self._areas.distance_squared(rows, agents.x[columns], agents.y[columns])
        return {
            self._indices[row]: Sensed(
                tuple(near.triggering), tuple(near.nearby), self.quiet[self._indices[row]].obstacles
            )
            for row, near in self._near(agents, rows, columns, squared).items()
        }

    def _near(self, agents: Agents, rows: Indices, columns: Indices, squared: Floats) -> "dict[int, _Near]":
        discs: dict[int, Disc] = {}
        found: dict[int, _Near] = {}
        for row, column, distance in zip(rows.tolist(), columns.tolist(), squared.tolist(), strict=True):
            limit, body = self._areas.limits[row]
            disc = discs.get(column) or discs.setdefault(column, _disc(agents, column))
            reach = body + disc.radius
            triggers, touches = distance <= limit, reach >= 0.0 and distance <= reach * reach
            if triggers or touches:
                near = found.get(row) or found.setdefault(row, _Near([], []))
                if triggers:
                    near.triggering.append(disc)
                if touches:
                    near.nearby.append(disc)
        return found


class _Near(NamedTuple):
    """Agents near one area, in the order of the agents."""

    triggering: list[Disc]
    nearby: list[Disc]


@frozen(eq=False)
class _AreaArrays:
    """Sensing areas as arrays; circles around the middles of their segments preselect.

    Attributes:
        segments: Shape (5, M): start x, start y, along x, along y (metres), squared length (1 for points).
        middles: Shape (2, M, 1): middle x, middle y, metres.
        limits: Squared trigger distance (m^2, 0 for floors, -1 where nobody triggers) and body distance (metres, minus
            infinity where nothing moves) of each area.
        trigger_reach: Shape (M,): how far from the middle an agent's centre may trigger, metres.
        body_reach: Shape (M,): how far from the middle anything that the mechanism moves may be, metres.
        floors: The floors among the areas; None where there are none.
    """

    segments: Floats
    middles: Floats
    limits: tuple[tuple[float, float], ...]
    trigger_reach: Floats
    body_reach: Floats
    floors: FloorArrays | None

    @classmethod
    def of(cls, areas: Sequence[SensingArea]) -> "_AreaArrays":
        start = _floats([area.start for area in areas]).reshape(-1, 2).T
        end = _floats([area.end for area in areas]).reshape(-1, 2).T
        along = end - start
        squared = along[0] * along[0] + along[1] * along[1]
        triggers = [area.trigger_distance for area in areas]
        # Bands compute distances in another way, so a touching agent may seem a rounding error too far.
        bodies = [area.body_distance + SLACK if area.body_distance >= 0.0 else -math.inf for area in areas]
        half_lengths = np.sqrt(squared) / 2 + SLACK
        return cls(
            # A point has no direction: any divisor gives it the fraction zero.
            segments=np.vstack((start, along, np.where(squared > 0.0, squared, 1.0))),
            middles=((start + end) / 2)[:, :, np.newaxis],
            limits=tuple((_limit(area), body) for area, body in zip(areas, bodies, strict=True)),
            trigger_reach=_floats(triggers) + half_lengths,
            body_reach=_floats(bodies) + half_lengths,
            floors=FloorArrays.of([area.floor for area in areas]),
        )

    def candidates(self, agents: Agents) -> tuple[Indices, Indices]:
        """(area, agent) index pairs that may be near, areas ascending."""
        reach = np.maximum(self.trigger_reach, self.body_reach + agents.radius.max())
        dx, dy = agents.x - self.middles[0], agents.y - self.middles[1]
        rows, columns = np.nonzero(dx * dx + dy * dy <= (reach * reach)[:, np.newaxis])
        return rows, columns

    def distance_squared(self, rows: Indices, x: Floats, y: Floats) -> Floats:
        """Squared distances (m^2) of points from segments, one each, in the steps of ``segment_distance_squared``.

        On a floor it is zero, beside it infinite.
        """
        start_x, start_y, along_x, along_y, length_squared = self.segments[:, rows]
        fraction = ((x - start_x) * along_x + (y - start_y) * along_y) / length_squared
        fraction = np.minimum(1.0, np.maximum(0.0, fraction))
        dx, dy = x - (start_x + fraction * along_x), y - (start_y + fraction * along_y)
        squared: Floats = dx * dx + dy * dy
        return squared if self.floors is None else self.floors.replaced(squared, rows, x, y)


def _limit(area: SensingArea) -> float:
    if area.floor:
        return 0.0
    return area.trigger_distance * area.trigger_distance if area.trigger_distance > 0.0 else -1.0


def _disc(agents: Agents, index: int) -> Disc:
    ride = agents.rides[index] if agents.rides else ""
    model = agents.models[index] if agents.models else ""
    x, y, radius = float(agents.x[index]), float(agents.y[index]), float(agents.radius[index])
    return Disc(agents.names[index], x, y, radius, ride, model)


def _quiet(area: SensingArea | None, obstacles: Sequence[Polygon]) -> Sensed:
    if area is None:
        return NOBODY
    near = tuple(polygon for polygon in obstacles if _may_touch(area, polygon))
    return Sensed(obstacles=near) if near else NOBODY


def _may_touch(area: SensingArea, polygon: Polygon) -> bool:
    if area.body_distance < 0.0:
        return False
    middle_x = sum(x for x, _ in polygon) / len(polygon)
    middle_y = sum(y for _, y in polygon) / len(polygon)
    radius = max(math.hypot(x - middle_x, y - middle_y) for x, y in polygon)
    reach = area.body_distance + radius + SLACK
    if segment_distance_squared(middle_x, middle_y, area.start, area.end) > reach * reach:
        return False
    return not area.body or polygons_overlap(area.body, polygon, -SLACK)
