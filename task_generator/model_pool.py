"""All models of a type."""

from functools import lru_cache

from arena_simulation_setup.models.catalogue import AssetCatalogue


@lru_cache(maxsize=32)
def models_of(catalogue: AssetCatalogue, asset_type: str) -> tuple[str, ...]:
    """Names of all models of a type (``Object``, ``Human``), sorted; the folders are read once per catalogue."""
    return catalogue.names(asset_type)
