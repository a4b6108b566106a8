"""All models of a type."""

from functools import lru_cache

from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.tree.identifiers import ObjectIdentifier


@lru_cache(maxsize=32)
def models_of(catalogue: AssetCatalogue, asset_type: str) -> tuple[str, ...]:
    """Names of all models of a type (``Object``, ``Human``), sorted; the folders are read once per catalogue."""
    return catalogue.names(asset_type)


@lru_cache(maxsize=32)
def loose_objects(catalogue: AssetCatalogue) -> tuple[str, ...]:
    """Names of all object models that are no part of a building, sorted."""
    names = models_of(catalogue, ObjectIdentifier.asset_type)
    return tuple(name for name in names if catalogue.object(ObjectIdentifier.parse(name)).loose)
