"""Door slabs and swept bands as rectangles that points keep a distance from."""

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]


@frozen(eq=False)
class Slabs:
    """Rectangles in a form that distances come quickly from; every field has shape (S,), metres, map frame.

    Attributes:
        x: Centres.
        y: Centres.
        axis_x: Unit vector along the first edge.
        axis_y: Unit vector along the first edge.
        half_length: Half of the first edge.
        half_width: Half of the second edge.
    """

    x: Floats
    y: Floats
    axis_x: Floats
    axis_y: Floats
    half_length: Floats
    half_width: Floats

    @classmethod
    def of(cls, corners: Floats) -> "Slabs":
        """Slabs from corners in order round each rectangle: shape (S, 4, 2), metres, map frame."""
        edges = corners[:, 1:3] - corners[:, 0:2]
        along, lengths = edges[:, 0].T, edges * edges
        length, width = np.sqrt(lengths[:, :, 0] + lengths[:, :, 1]).T
        axis = along / np.maximum(length, 1e-9)
        center = 0.5 * (corners[:, 0] + corners[:, 2]).T
        return cls(center[0], center[1], axis[0], axis[1], 0.5 * length, 0.5 * width)

    def __len__(self) -> int:
        return len(self.x)

    def near(self, x: Floats, y: Floats, reach: float) -> "NearSlabs":
        """Pairs of a point and a slab that is nearer to it than ``reach`` metres.

        Args:
            x: Shape (P,), metres.
            y: Shape (P,).
            reach: Metres.
        """
        if not len(self):
            return NOTHING_NEAR
        dx, dy = self.x - x[:, None], self.y - y[:, None]
        limit = self.half_length + self.half_width + reach
        point, slab = np.nonzero(dx * dx + dy * dy < limit * limit)
        if not len(point):
            return NOTHING_NEAR
        distance = self.distances(slab, x[point], y[point])
        return NearSlabs(point, slab, distance).within(reach)

    def distances(self, slab: Integers, x: Floats, y: Floats) -> Floats:
        """Signed distance in metres of points from slabs; negative inside.

        Args:
            slab: Shape (N,): which slab each row is about.
            x: Shape (N,), or (N, M) or (1, M) for several points per slab, metres.
            y: The same shape.
        """
        shape = slab.shape if x.ndim == 1 else (*slab.shape, 1)
        dx, dy = x - self.x[slab].reshape(shape), y - self.y[slab].reshape(shape)
        axis_x, axis_y = self.axis_x[slab].reshape(shape), self.axis_y[slab].reshape(shape)
        beyond = np.abs(dx * axis_x + dy * axis_y) - self.half_length[slab].reshape(shape)
        beside = np.abs(dy * axis_x - dx * axis_y) - self.half_width[slab].reshape(shape)
        outside_x, outside_y = np.maximum(beyond, 0.0), np.maximum(beside, 0.0)
        result: Floats = np.sqrt(outside_x * outside_x + outside_y * outside_y)
        result += np.minimum(np.maximum(beyond, beside), 0.0)
        return result


@frozen(eq=False)
class NearSlabs:
    """Pairs of a point and a slab near it, points in order; every field has shape (N,).

    Attributes:
        point: Index of the point.
        slab: Index of the slab.
        distance: Signed distance, metres.
    """

    point: Integers
    slab: Integers
    distance: Floats

    def __len__(self) -> int:
        return len(self.point)

    def within(self, reach: float) -> "NearSlabs":
        """Those nearer than a distance in metres."""
        close = self.distance < reach
        return self if close.all() else NearSlabs(self.point[close], self.slab[close], self.distance[close])


NOTHING_NEAR = NearSlabs(np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp), np.empty(0))
