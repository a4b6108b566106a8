"""NAV@r: how much of a level a round robot can reach from where it may start.

A robot of radius r stands where the clearance of a cell, the Euclidean distance of its centre from the centre of the
nearest occupied cell, is at least r. With m_i the share of traversable cells in the connected component i, and w_i the
share of the cells where robots are spawned, NAV@r = sum of w_i * m_i: the share of the level that a robot which is
spawned anywhere can reach on average. 1 means that the level is in one piece; it says nothing about rooms that no
robot of this radius enters at all.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt, label

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.map.occupancy import DEFAULT_RESOLUTION, FREE, OccupancyImage, polygon_cells, rasterize
from arena_simulation_setup.world.level import LevelDescription

DEFAULT_RADIUS = 0.267
"""Metres; the footprint of a Jackal."""
SPAWN_CLEARANCE = 0.45
"""Metres that a cell needs around it for robots to be spawned there."""
SMALLEST_ZONE = 2.0
"""Square metres; a smaller zone is not reported as cut off."""
EIGHT_NEIGHBOURS = np.ones((3, 3), dtype=np.int64)
ROUNDING = 1e-9

Cells = NDArray[np.bool_]


@frozen
class Component:
    """A connected piece of where a robot can stand.

    Attributes:
        area: Square metres.
        traversable_share: Share of all traversable cells, 0 to 1.
        spawn_share: Share of all cells where robots are spawned, 0 to 1; 0 where there is no such cell.
    """

    area: float
    traversable_share: float
    spawn_share: float


@frozen
class StartReach:
    """What a robot reaches from one point.

    Attributes:
        share: Share of all traversable cells, 0 to 1.
        snap_distance: Metres from the point to the centre of the nearest traversable cell.
        snapped: That centre, metres, level frame.
    """

    share: float
    snap_distance: float
    snapped: Corner


@frozen(eq=False)
class Navigability:
    """NAV@r of a level, with what it is made of.

    Attributes:
        value: NAV@r, 0 to 1; None where robots can be spawned nowhere.
        components: Largest first.
        labels: Shape of ``plan.cells``: 0 where a robot cannot stand, else 1 + index in ``components``.
        plan: The map with walls and static objects, level frame.
        walls: The map without static objects.
        cut_off: Names of zones of at least 2 m^2 outside the largest component that only static objects cut off.
    """

    value: float | None
    components: tuple[Component, ...]
    labels: NDArray[np.int64]
    plan: OccupancyImage
    walls: OccupancyImage
    cut_off: tuple[str, ...]

    def start_reach(self, x: float, y: float) -> StartReach | None:
        """What a robot reaches from a point (metres, level frame); None where it can stand nowhere at all.

        The point is moved to the nearest traversable cell.
        """
        rows, columns = np.nonzero(self.labels)
        if not len(rows):
            return None
        resolution, height = self.plan.resolution, self.labels.shape[0]
        center_x = self.plan.origin[0] + (columns + 0.5) * resolution
        center_y = self.plan.origin[1] + (height - rows - 0.5) * resolution
        nearest = int(np.argmin((center_x - x) ** 2 + (center_y - y) ** 2))
        snapped = (float(center_x[nearest]), float(center_y[nearest]))
        component = self.components[int(self.labels[rows[nearest], columns[nearest]]) - 1]
        return StartReach(component.traversable_share, math.dist(snapped, (x, y)), snapped)


def navigability(
    level: LevelDescription,
    footprints: Sequence[Sequence[Corner]] = (),
    radius: float = DEFAULT_RADIUS,
    resolution: float = DEFAULT_RESOLUTION,
) -> Navigability:
    """Measure a level.

    Args:
        level: The level, in its own frame.
        footprints: Outlines of static objects in the same frame, metres; none measures the walls alone.
        radius: Radius of the robot, metres.
        resolution: Edge of a cell, metres.

    Raises:
        ValueError: If the map would have too many cells.
    """
    plan, walls = rasterize([level], resolution, footprints), rasterize([level], resolution)
    clearance = _clearance(plan)
    traversable = clearance >= radius - ROUNDING
    labels, components = _components(traversable, clearance >= max(radius, SPAWN_CLEARANCE) - ROUNDING, resolution)
    spawnable = any(component.spawn_share for component in components)
    value = sum(part.spawn_share * part.traversable_share for part in components)
    without_objects = _clearance(walls) >= radius - ROUNDING
    cut_off = _cut_off(level, plan, labels == 1, without_objects)
    return Navigability(value if spawnable else None, components, labels, plan, walls, cut_off)


def _clearance(plan: OccupancyImage) -> NDArray[np.float64]:
    """Metres from the centre of each cell to the centre of the nearest occupied one; 0 where it is occupied."""
    distance: NDArray[np.float64] = distance_transform_edt(plan.cells == FREE)
    return distance * plan.resolution


def _components(
    traversable: Cells, spawnable: Cells, resolution: float
) -> tuple[NDArray[np.int64], tuple[Component, ...]]:
    """Labels from 1 for the largest component, and the components; of two equals the northern one comes first."""
    found, count = label(traversable, structure=EIGHT_NEIGHBOURS)
    sizes = np.bincount(found.ravel(), minlength=count + 1)[1:]
    spawns = np.bincount(found[spawnable], minlength=count + 1)[1:]
    order = np.argsort(-sizes, kind="stable")
    ranks = np.zeros(count + 1, dtype=np.int64)
    ranks[order + 1] = np.arange(1, count + 1)
    cells, spawn_cells = max(int(sizes.sum()), 1), max(int(spawns.sum()), 1)
    components = tuple(
        Component(int(sizes[i]) * resolution**2, int(sizes[i]) / cells, int(spawns[i]) / spawn_cells) for i in order
    )
    return ranks[found], components


def _cut_off(level: LevelDescription, plan: OccupancyImage, largest: Cells, without_objects: Cells) -> tuple[str, ...]:
    areas: Mapping[str, float] = {zone.name: _area(zone.polygon) for zone in level.zones if len(zone.corners) > 2}
    names = []
    for zone in level.zones:
        if areas.get(zone.name, 0.0) >= SMALLEST_ZONE:
            cells = polygon_cells(plan, zone.polygon)
            if not (largest & cells).any() and (without_objects & cells).any():
                names.append(zone.name)
    return tuple(names)


def _area(polygon: Sequence[Corner]) -> float:
    """Area of a simple polygon in square metres. Source: Gauss's shoelace formula."""
    pairs = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return abs(sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in pairs)) / 2.0
