"""Whether a disc has room in a scene as it stands now."""

from typing import Any

from arena_runtime.scene.compiled import CompiledScene
from arena_runtime.scene.overlap import within

Disc = tuple[float, float, float]
"""x, y, radius in metres, map frame."""


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
        for index, robot in enumerate(self._compiled.robots):
            first = self._compiled.addresses[index].position
            x, y = self._data.qpos[first : first + 2].tolist()
            if robot.name != besides and within(x - disc[0], y - disc[1], robot.radius + disc[2]):
                return robot.name
        return None
