"""Whether a disc has room in a scene as it stands now."""

import math
from collections.abc import Iterator
from typing import Any

from arena_runtime.scene.compiled import CompiledScene
from arena_runtime.scene.layers import GROUND_CLEARANCE
from arena_runtime.scene.overlap import within
from arena_simulation_setup.geometry import Corner, Pose, rectangle_corners

Disc = tuple[float, float, float]
"""x, y, radius in metres, map frame."""
TALLEST = 2.0
"""Metres; people count as that tall, so that nothing is hung onto their heads."""


class Room:
    """Looks for overlaps of upright cylinders on the floor with everything solid.

    Args:
        compiled: The model with its tables.
        data: Its state, which is read and never changed.
    """

    def __init__(self, compiled: CompiledScene, data: Any) -> None:
        self._compiled = compiled
        self._data = data

    def overlap(self, disc: Disc, height: float, besides: str = "") -> str | None:
        """Name of something that a cylinder overlaps, or None: static things first, then slabs, people, robots.

        Args:
            disc: Place and radius.
            height: Height of the cylinder, metres.
            besides: Robot that does not count.
        """
        return self.besides_robots(disc, height) or self._robot(disc, besides)

    def besides_robots(self, disc: Disc, height: float) -> str | None:
        """The same without robots."""
        return self._compiled.footprints.first_within(*disc, height) or self._slab(disc, height) or self._person(disc)

    def cylinders(self) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
        """Name of each person and robot that is there, with x, y, radius and height in metres, map frame."""
        first = self._compiled.first_person
        for index, person in enumerate(self._compiled.people):
            x, y, floor = self._data.mocap_pos[first + index].tolist()
            if floor == 0.0:
                yield person.name, (x, y, person.radius, TALLEST)
        for robot, own in zip(self._compiled.robots, self._compiled.addresses, strict=True):
            if own is not None:
                x, y = self._data.qpos[own.position : own.position + 2].tolist()
                yield robot.name, (x, y, robot.radius, robot.height)

    def slab_outlines(self) -> Iterator[tuple[str, tuple[Corner, ...], float, float]]:
        """Partner, corners (metres, map frame), lowest and highest point (metres) of each slab above the floor."""
        for slab in self._compiled.slabs.values():
            half_cos, _, _, half_sin = self._data.mocap_quat[slab.mocap].tolist()
            x, y, z = self._data.mocap_pos[slab.mocap].tolist()
            length, width, tall = slab.size
            if z + tall / 2 > GROUND_CLEARANCE:
                place = Pose(x, y, yaw=2.0 * math.atan2(half_sin, half_cos))
                corners = rectangle_corners(place, (-length / 2, length / 2), (-width / 2, width / 2))
                yield slab.partner, corners, z - tall / 2, z + tall / 2

    def _slab(self, disc: Disc, height: float) -> str | None:
        places, turns = self._data.mocap_pos, self._data.mocap_quat
        for slab in self._compiled.slabs.values():
            half_cos, _, _, half_sin = turns[slab.mocap].tolist()
            axis = (half_cos * half_cos - half_sin * half_sin, 2.0 * half_cos * half_sin)
            if slab.overlaps(places[slab.mocap].tolist(), axis, disc, height):
                return slab.partner
        return None

    def _person(self, disc: Disc) -> str | None:
        first = self._compiled.first_person
        for index, person in enumerate(self._compiled.people):
            x, y, floor = self._data.mocap_pos[first + index].tolist()
            if floor == 0.0 and within(x - disc[0], y - disc[1], person.radius + disc[2]):
                return person.name
        return None

    def _robot(self, disc: Disc, besides: str) -> str | None:
        for robot, own in zip(self._compiled.robots, self._compiled.addresses, strict=True):
            if own is None:
                continue
            x, y = self._data.qpos[own.position : own.position + 2].tolist()
            if robot.name != besides and within(x - disc[0], y - disc[1], robot.radius + disc[2]):
                return robot.name
        return None
