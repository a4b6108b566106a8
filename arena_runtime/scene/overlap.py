"""Whether a disc has room, by geometry alone: the physics can not tell before it pushes."""

from collections.abc import Sequence

import numpy as np
import shapely
from attrs import frozen

from arena_runtime.scene.draft import Footprint
from arena_runtime.scene.layers import GROUND_CLEARANCE
from arena_simulation_setup.geometry import Corner

TOUCH_TOLERANCE = 1e-9
"""Metres of overlap that count as touching, so that rounding does not refuse a place right beside a wall."""

TOUCH_AREA = 1e-6
"""Square metres of two outlines on one another that count as touching."""


class StaticFootprints:
    """Footprints of everything that never moves, searched by place.

    Args:
        footprints: Static solids; what robots drive over is left out.
    """

    def __init__(self, footprints: Sequence[Footprint]) -> None:
        self._footprints = tuple(entry for entry in footprints if entry.top > GROUND_CLEARANCE)
        self._tree = shapely.STRtree(_polygons([entry.corners for entry in self._footprints]))

    def first_within(self, x: float, y: float, radius: float, height: float) -> str | None:
        """Name of the first solid, in order of building, that an upright cylinder on the floor overlaps.

        Args:
            x: Metres, map frame.
            y: Metres, map frame.
            radius: Metres.
            height: Metres; what is wholly above is no obstacle.
        """
        reach = radius - TOUCH_TOLERANCE
        found = self._tree.query(shapely.Point(x, y), predicate="dwithin", distance=reach).tolist()
        low = [index for index in sorted(found) if self._footprints[index].bottom < height]
        return self._footprints[low[0]].partner if low else None

    def overlapping(self, area: shapely.Geometry, reach: float, heights: tuple[float, float]) -> list[str]:
        """Names of all solids that another one overlaps, in order of building.

        Args:
            area: Outline, or the centre of a disc, metres, map frame.
            reach: Radius of the disc; 0 for an outline.
            heights: Lowest and highest point, metres.
        """
        found = self._tree.query(area, predicate="dwithin", distance=max(reach - TOUCH_TOLERANCE, 0.0)).tolist()
        return [
            self._footprints[index].partner
            for index in sorted(found)
            if self._footprints[index].bottom < heights[1] - TOUCH_TOLERANCE
            and heights[0] < self._footprints[index].top - TOUCH_TOLERANCE
            and (reach > 0.0 or shapely.area(shapely.intersection(area, self._tree.geometries[index])) > TOUCH_AREA)
        ]


def _polygons(outlines: Sequence[Sequence[Corner]]) -> Sequence[shapely.Polygon]:
    """All polygons in one call, which a furnished world notices."""
    if not outlines:
        return []
    owners = np.repeat(np.arange(len(outlines)), [len(outline) for outline in outlines])
    corners = np.array([corner for outline in outlines for corner in outline])
    polygons: Sequence[shapely.Polygon] = shapely.polygons(shapely.linearrings(corners, indices=owners))
    return polygons


@frozen
class Slab:
    """A moving slab's size.

    Attributes:
        partner: Name that contacts with it carry.
        mocap: Index among the bodies that are moved from outside.
        size: Length, width, height, metres.
    """

    partner: str
    mocap: int
    size: tuple[float, float, float]

    def overlaps(self, place: Sequence[float], axis: Corner, disc: tuple[float, float, float], height: float) -> bool:
        """Whether the slab and an upright cylinder on the floor overlap.

        Args:
            place: Centre of the slab, metres, map frame.
            axis: Unit vector of its length.
            disc: x, y, radius of the cylinder, metres.
            height: Height of the cylinder, metres.
        """
        length, width, tall = self.size
        if place[2] - tall / 2 >= height or place[2] + tall / 2 <= GROUND_CLEARANCE:
            return False
        dx, dy = disc[0] - place[0], disc[1] - place[1]
        outside_x = max(abs(dx * axis[0] + dy * axis[1]) - length / 2, 0.0)
        outside_y = max(abs(dy * axis[0] - dx * axis[1]) - width / 2, 0.0)
        return within(outside_x, outside_y, disc[2])


def within(dx: float, dy: float, distance: float) -> bool:
    """Whether a planar offset is shorter than a distance, touching excluded; metres."""
    reach = distance - TOUCH_TOLERANCE
    return reach > 0.0 and dx * dx + dy * dy < reach * reach
