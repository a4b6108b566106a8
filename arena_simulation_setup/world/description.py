"""A world: its levels by id."""

from collections.abc import Mapping

from attrs import frozen

from arena_simulation_setup.world.level import LevelDescription


@frozen
class WorldDescription:
    """All loaded levels of a world.

    Attributes:
        name: Name of the world (its directory), without a selection.
        levels: Level id to level, in natural order of the ids, selected levels only.
        all_level_ids: Ids of every level on disk in natural order, also those a selection left out.
        origins: Shift in metres that moves each level of the whole world into the map frame; selection does not
            change it. A world with one level has the origin (0, 0).
    """

    name: str
    levels: Mapping[str, LevelDescription]
    all_level_ids: tuple[str, ...]
    origins: Mapping[str, tuple[float, float]]
