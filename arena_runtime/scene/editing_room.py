"""Whether there is room in a scene for what shall be put into it, with everything that was accepted so far."""

from collections.abc import Sequence

import shapely
from attrs import frozen

from arena_runtime.scene.building import Building
from arena_runtime.scene.entity_geoms import object_entity
from arena_runtime.scene.layers import GROUND_CLEARANCE
from arena_runtime.scene.overlap import TOUCH_AREA, TOUCH_TOLERANCE
from arena_runtime.scene.scene import Scene
from arena_simulation_setup.episode import EpisodeObject


@frozen(eq=False)
class Solid:
    """What takes up room: an upright cylinder, or an outline with straight sides.

    Attributes:
        area: Centre of the cylinder or the outline, metres, map frame.
        reach: Radius of the cylinder, metres; 0 for an outline.
        bottom: Height of its lowest point, metres.
        top: Height of its highest point, metres.
    """

    area: shapely.Geometry
    reach: float
    bottom: float
    top: float

    def overlaps(self, other: "Solid") -> bool:
        """Whether both take up the same room; touching is allowed."""
        if self.bottom >= other.top - TOUCH_TOLERANCE or other.bottom >= self.top - TOUCH_TOLERANCE:
            return False
        reach = self.reach + other.reach
        if reach > 0.0:
            return bool(shapely.dwithin(self.area, other.area, max(reach - TOUCH_TOLERANCE, 0.0)))
        return bool(shapely.area(shapely.intersection(self.area, other.area)) > TOUCH_AREA)


def cylinder(x: float, y: float, radius: float, height: float) -> Solid:
    """An upright cylinder on the floor; metres, map frame."""
    return Solid(shapely.Point(x, y), radius, 0.0, height)


def object_solids(building: Building, entry: EpisodeObject) -> tuple[Solid, ...]:
    """The solids of an object; those that robots drive over take up no room."""
    parts = building.parts(object_entity(entry))
    return tuple(
        Solid(shapely.Polygon(part.outline), 0.0, part.shape.bottom, part.shape.top)
        for part in parts
        if part.shape.top > GROUND_CLEARANCE
    )


class EditRoom:
    """The room of a scene as it stands now, with edits on top that are not part of it yet.

    Args:
        scene: The running scene; it is only read.
    """

    def __init__(self, scene: Scene) -> None:
        self._static = scene.compiled.footprints
        self._gone: set[str] = set()
        self._solids: dict[str, tuple[Solid, ...]] = {}
        room = scene.room
        for name, (x, y, radius, height) in room.cylinders():
            self._solids[name] = (cylinder(x, y, radius, height),)
        for name, corners, bottom, top in room.slab_outlines():
            slab = Solid(shapely.Polygon(corners), 0.0, bottom, top)
            self._solids[name] = (*self._solids.get(name, ()), slab)

    def conflict(self, name: str, solids: Sequence[Solid]) -> str | None:
        """Name of something that solids would overlap, or None; what has the name already does not count."""
        for solid in solids:
            for other in self._static.overlapping(solid.area, solid.reach, (solid.bottom, solid.top)):
                if other != name and other not in self._gone:
                    return other
        for other, taken in self._solids.items():
            if other != name and any(solid.overlaps(one) for one in taken for solid in solids):
                return other
        return None

    def put(self, name: str, solids: tuple[Solid, ...]) -> None:
        """Something takes up room from now on, instead of where it was."""
        self._gone.add(name)
        self._solids[name] = solids

    def take_away(self, name: str) -> None:
        """Something takes up no room any more."""
        self._gone.add(name)
        self._solids.pop(name, None)
