"""What all episodes in one world have in common, kept from one to the next."""

from collections.abc import Mapping

from attrs import field, frozen

from arena_runtime.scene.entity_geoms import StaticEntity, entity_shapes
from arena_runtime.scene.shapes import PlacedShape, convex_hull
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.footprints import authored_box
from arena_simulation_setup.world.realization import RealizedLevel


@frozen
class Part:
    """A solid of an object at its place.

    Attributes:
        shape: The solid, map frame.
        outline: Its convex outline on the floor, counter-clockwise, metres, map frame.
    """

    shape: PlacedShape
    outline: tuple[Corner, ...]


@frozen(eq=False)
class Building:
    """A world with its walls and the solids of its furniture, which are computed once.

    Attributes:
        world: Loaded levels in the map frame.
        realized: Walls, floors and ceilings by level id.
        catalogue: Where models and materials come from.
    """

    world: CompactedWorld
    realized: Mapping[str, RealizedLevel]
    catalogue: AssetCatalogue
    _parts: dict[tuple[object, ...], tuple[Part, ...]] = field(factory=dict, init=False)

    def parts(self, entity: StaticEntity) -> tuple[Part, ...]:
        """The solids of an object at its place."""
        box = authored_box(entity.extra)
        key = (entity.model.text, entity.pose, entity.scale, box)
        if key not in self._parts:
            model = self.catalogue.object(entity.model, box)
            shapes = entity_shapes(model, entity.pose, entity.scale)
            self._parts[key] = tuple(Part(shape, convex_hull(shape.outline())) for shape in shapes)
        return self._parts[key]
