"""All models of a type, and what placing one of them needs to know."""

from functools import lru_cache

from attrs import frozen

from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.tree.identifiers import ObjectIdentifier
from task_generator.model_size import box_radius

# A model that begins higher hangs on a wall or from the ceiling, metres.
STANDING_HEIGHT = 0.3


@frozen
class FloorModel:
    """An object model as the floor sees it.

    Attributes:
        identifier: Its name.
        radius: Of the circle around its origin that holds it, however it is turned, metres.
        stands: Whether it stands on the floor.
    """

    identifier: ObjectIdentifier
    radius: float
    stands: bool


@lru_cache(maxsize=1024)
def floor_model(catalogue: AssetCatalogue, name: str) -> FloorModel:
    """What the floor needs to know of a model.

    Raises:
        ValueError: If the name is not one of a model.
    """
    identifier = ObjectIdentifier.parse(name)
    box = catalogue.object(identifier).bounding_box
    return FloorModel(identifier, box_radius(box), box.z[0] < STANDING_HEIGHT)


@lru_cache(maxsize=32)
def models_of(catalogue: AssetCatalogue, asset_type: str) -> tuple[str, ...]:
    """Names of all models of a type (``Object``, ``Human``), sorted; the folders are read once per catalogue."""
    return catalogue.names(asset_type)


@lru_cache(maxsize=32)
def loose_objects(catalogue: AssetCatalogue) -> tuple[str, ...]:
    """Names of all object models that are no part of a building, sorted."""
    names = models_of(catalogue, ObjectIdentifier.asset_type)
    return tuple(name for name in names if catalogue.object(ObjectIdentifier.parse(name)).loose)
