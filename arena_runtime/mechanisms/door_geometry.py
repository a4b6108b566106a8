"""Where the slab of a door is, and whether something stands in its way.

All coordinates are metres in the frame of the door's end points. The band of a door is the rectangle that its slab
covers between two degrees of opening; for slabs that do not slide it is the doorway itself.
"""

import math
from collections.abc import Iterable, Sequence
from functools import cached_property

from attrs import evolve, frozen

from arena_runtime.mechanisms.contract import Disc, Polygon, Sensed
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.world.door import Door

SLIDING, SLIDING_TOP, TELEPORT, HINGED = "sliding", "sliding_top", "teleport", "hinged"
SUNK_BY = 100.0
"""How far below the floor a teleporting slab waits, metres: out of reach of every sensor."""
CONTACT_DEPTH = 1e-3
"""Furniture may stand flush with a slab or the wall that it slides along: less overlap (metres) obstructs nothing."""


def motion(door: Door) -> str:
    """How the slab moves: ``sliding``, ``sliding_top`` or ``teleport`` (which hinged doors fall back to).

    Raises:
        ValueError: If the kind of the door is unknown.
    """
    if door.kind in (SLIDING, SLIDING_TOP, TELEPORT):
        return door.kind
    if door.kind == HINGED:
        return TELEPORT
    expected = ", ".join((SLIDING, SLIDING_TOP, TELEPORT, HINGED))
    raise ValueError(f"door {door.name!r}: unknown kind {door.kind!r}, expected one of {expected}")


def closed_pose(door: Door) -> Pose:
    """Centre of the shut slab: midway between the ends, half its height above them, facing along start to end."""
    dx, dy = door.end.x - door.start.x, door.end.y - door.start.y
    return Pose(
        (door.start.x + door.end.x) / 2,
        (door.start.y + door.end.y) / 2,
        math.atan2(dy, dx),
        (door.start.z + door.end.z) / 2 + door.height / 2,
    )


def open_pose(door: Door) -> Pose:
    """Centre of the open slab: moved by its length, lifted by its height, or sunk below the floor."""
    shut = closed_pose(door)
    if motion(door) == SLIDING:
        return shut.shifted(door.end.x - door.start.x, door.end.y - door.start.y)
    return evolve(shut, z=shut.z + (door.height if motion(door) == SLIDING_TOP else -SUNK_BY))


def pose_between(shut: Pose, opened: Pose, progress: float) -> Pose:
    """The pose a fraction ``progress`` (0 to 1) of the way from one pose to another of the same orientation."""
    return evolve(
        shut,
        x=shut.x + progress * (opened.x - shut.x),
        y=shut.y + progress * (opened.y - shut.y),
        z=shut.z + progress * (opened.z - shut.z),
    )


def swept_band(door: Door, low: float, high: float) -> Polygon:
    """All floor that the slab covers between two degrees of opening (0 shut, 1 open), counter-clockwise."""
    return SlabTrack.of(door).band(low, high)


def slab_polygon(door: Door, progress: float) -> Polygon:
    """The floor that the slab bars at a degree of opening (0 shut, 1 open), counter-clockwise.

    Slabs that rise bar the whole doorway until they are fully open, since people are taller than a gap. Empty where
    the slab is out of everybody's way.
    """
    return SlabTrack.of(door).slab(progress)


@frozen
class SlabTrack:
    """The floor plan of a door's motion, in the frame of the door line.

    Attributes:
        origin: Start of the door line.
        along: Unit vector from start to end.
        length: Length of the slab, metres.
        half_width: Half the thickness of the slab, metres.
        shift: How far the slab slides, metres; zero for slabs that rise or sink.
    """

    origin: Corner
    along: Corner
    length: float
    half_width: float
    shift: float

    @classmethod
    def of(cls, door: Door) -> "SlabTrack":
        """The floor plan of a door.

        Raises:
            ValueError: If the door's ends coincide or its kind is unknown.
        """
        dx, dy = door.end.x - door.start.x, door.end.y - door.start.y
        length = math.sqrt(dx * dx + dy * dy)
        if length == 0.0:
            raise ValueError(f"door {door.name!r}: expected two different end points, both are {door.start.xy}")
        shift = length if motion(door) == SLIDING else 0.0
        return cls(door.start.xy, (dx / length, dy / length), length, door.width / 2, shift)

    @property
    def slides(self) -> bool:
        """Whether the slab stays on the floor when it opens."""
        return self.shift > 0.0

    @cached_property
    def body_distance(self) -> float:
        """No point of any band is farther from the door line, metres."""
        return self.shift + self.half_width

    def slab(self, progress: float) -> Polygon:
        """See ``slab_polygon``."""
        return () if progress >= 1.0 and not self.slides else self.band(progress, progress)

    def band(self, low: float, high: float) -> Polygon:
        """See ``swept_band``."""
        near, far = low * self.shift, self.length + high * self.shift
        (x, y), (along_x, along_y), half = self.origin, self.along, self.half_width
        local = ((near, -half), (far, -half), (far, half), (near, half))
        return tuple((x + u * along_x - v * along_y, y + u * along_y + v * along_x) for u, v in local)

    def is_blocked(self, sensed: Sensed, low: float, high: float) -> bool:
        """Whether an agent touches the band between two degrees of opening, or an object reaches into it."""
        near, far = low * self.shift, self.length + high * self.shift
        return any(self._meets_disc(near, far, disc) for disc in sensed.nearby) or any(
            self._meets_polygon(near, far, polygon) for polygon in sensed.obstacles
        )

    def _local(self, x: float, y: float) -> Corner:
        dx, dy = x - self.origin[0], y - self.origin[1]
        return (dx * self.along[0] + dy * self.along[1], dy * self.along[0] - dx * self.along[1])

    def _meets_disc(self, near: float, far: float, disc: Disc) -> bool:
        u, v = self._local(disc.x, disc.y)
        du = max(near - u, 0.0, u - far)
        dv = max(abs(v) - self.half_width, 0.0)
        return du * du + dv * dv <= disc.radius * disc.radius

    def _meets_polygon(self, near: float, far: float, polygon: Polygon) -> bool:
        corners = [self._local(x, y) for x, y in polygon]
        half = self.half_width
        rectangle = [(near, -half), (far, -half), (far, half), (near, half)]
        return polygons_overlap(corners, rectangle, CONTACT_DEPTH)


def polygons_overlap(first: Sequence[Corner], second: Sequence[Corner], depth: float) -> bool:
    """Whether two convex polygons overlap by more than a depth in metres (separating axis theorem)."""
    axes = [*_edge_normals(second), *_edge_normals(first)]
    return all(_overlap(first, second, axis) > depth for axis in axes)


def _edge_normals(corners: Sequence[Corner]) -> Iterable[Corner]:
    for (x, y), (next_x, next_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
        dx, dy = next_x - x, next_y - y
        length = math.sqrt(dx * dx + dy * dy)
        if length > 0.0:
            yield (-dy / length, dx / length)


def _overlap(first: Sequence[Corner], second: Sequence[Corner], axis: Corner) -> float:
    """Length over which two convex shapes share their shadow on an axis."""
    shadow = [x * axis[0] + y * axis[1] for x, y in first]
    other = [x * axis[0] + y * axis[1] for x, y in second]
    return min(max(shadow), max(other)) - max(min(shadow), min(other))
