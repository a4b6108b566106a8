"""Which points polygons cover, for many pairs of a point and a polygon at once."""

from collections.abc import Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


@frozen(eq=False)
class FloorArrays:
    """Polygons as edges, all with as many as the largest has; the further ones have no length and cover nothing.

    Attributes:
        is_floor: Shape (M,): whether area m is a polygon.
        edges: Shape (4, M, E): x and y where each edge begins, x and y where it ends, metres.
    """

    is_floor: NDArray[np.bool_]
    edges: Floats

    @classmethod
    def of(cls, polygons: Sequence[Sequence[Corner]]) -> "FloorArrays | None":
        """The polygons of all areas, empty for those that have none; None where all are empty."""
        count = max((len(polygon) for polygon in polygons), default=0)
        if count == 0:
            return None
        begin = np.zeros((len(polygons), count, 2))
        end = np.zeros((len(polygons), count, 2))
        for index, polygon in enumerate(polygons):
            if polygon:
                corners = np.array(polygon, dtype=np.float64)
                begin[index], end[index] = corners[-1], corners[-1]
                begin[index, : len(corners)] = np.roll(corners, 1, axis=0)
                end[index, : len(corners)] = corners
        edges = np.stack((begin[..., 0], begin[..., 1], end[..., 0], end[..., 1]))
        return cls(np.array([bool(polygon) for polygon in polygons]), edges)

    def replaced(self, squared: Floats, rows: Indices, x: Floats, y: Floats) -> Floats:
        """Squared distances with those of floors replaced: zero on the floor, infinite beside it.

        Args:
            squared: Shape (N,), m^2.
            rows: Shape (N,), area of each pair.
            x: Shape (N,), metres.
            y: Shape (N,), metres.
        """
        floors = np.flatnonzero(self.is_floor[rows])
        if not floors.size:
            return squared
        inside = self.covered(rows[floors], x[floors], y[floors])
        result = squared.copy()
        result[floors] = np.where(inside, 0.0, np.inf)
        return result

    def covered(self, rows: Indices, x: Floats, y: Floats) -> NDArray[np.bool_]:
        """Whether each polygon covers its point, in the steps and with the boundary rule of ``geometry.covers``.

        Args:
            rows: Shape (N,), a polygon of each pair.
            x: Shape (N,), metres.
            y: Shape (N,), metres.
        """
        begin_x, begin_y, end_x, end_y = self.edges[:, rows]
        x, y = x[:, np.newaxis], y[:, np.newaxis]
        cross = (end_x - begin_x) * (y - begin_y) - (end_y - begin_y) * (x - begin_x)
        within_x = (np.minimum(begin_x, end_x) <= x) & (x <= np.maximum(begin_x, end_x))
        within_y = (np.minimum(begin_y, end_y) <= y) & (y <= np.maximum(begin_y, end_y))
        on_edge = ((cross == 0.0) & within_x & within_y).any(axis=1)
        crossed = ((end_y > y) != (begin_y > y)) & ((cross > 0.0) == (end_y > begin_y))
        odd = (crossed.sum(axis=1) & 1).astype(np.bool_)
        inside: NDArray[np.bool_] = on_edge | odd
        return inside
