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
        along, across = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 1]
        length = np.hypot(along[:, 0], along[:, 1])
        width = np.hypot(across[:, 0], across[:, 1])
        axis = along / np.maximum(length, 1e-9)[:, None]
        center = corners.mean(axis=1)
        return cls(center[:, 0], center[:, 1], axis[:, 0], axis[:, 1], length / 2, width / 2)

    def __len__(self) -> int:
        return len(self.x)

    def near(self, x: Floats, y: Floats, reach: float) -> tuple[Integers, Integers]:
        """Pairs of a point and a slab that is nearer to it than ``reach``.

        Args:
            x: Shape (P,), metres.
            y: Shape (P,).
            reach: Metres.

        Returns:
            Index of the point and of the slab of each pair, points in order.
        """
        dx, dy = self.x - x[:, None], self.y - y[:, None]
        limit = self.half_length + self.half_width + reach
        point, slab = np.nonzero(dx * dx + dy * dy < limit * limit)
        if len(point):
            close = self.rows(slab).distances(x[point], y[point]) < reach
            point, slab = point[close], slab[close]
        return point, slab

    def rows(self, index: Integers) -> "Slabs":
        """The slabs of an index, one for each of its elements."""
        return Slabs(
            self.x[index],
            self.y[index],
            self.axis_x[index],
            self.axis_y[index],
            self.half_length[index],
            self.half_width[index],
        )

    def distances(self, x: Floats, y: Floats) -> Floats:
        """Signed distance in metres of one or more points per slab; negative inside.

        Args:
            x: Shape (S,) or (S, N), metres.
            y: The same shape.
        """
        shape = (-1,) + (1,) * (x.ndim - 1)
        dx, dy = x - self.x.reshape(shape), y - self.y.reshape(shape)
        axis_x, axis_y = self.axis_x.reshape(shape), self.axis_y.reshape(shape)
        beyond = np.abs(dx * axis_x + dy * axis_y) - self.half_length.reshape(shape)
        beside = np.abs(dy * axis_x - dx * axis_y) - self.half_width.reshape(shape)
        outside_x, outside_y = np.maximum(beyond, 0.0), np.maximum(beside, 0.0)
        outside = np.sqrt(outside_x * outside_x + outside_y * outside_y)
        result: Floats = outside + np.minimum(np.maximum(beyond, beside), 0.0)
        return result
