"""Loading worlds from their directory."""

from collections.abc import Collection
from pathlib import Path

from arena_simulation_setup.files.problem import Loaded
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.level import LevelDescription


def load_level(path: Path) -> LevelDescription:
    """The level that one ``world.yaml`` describes.

    Raises:
        FileNotFoundError: If there is no such file.
        FileProblems: If it has errors; all of them are listed.
    """
    raise NotImplementedError


def load_world(directory: Path, selection: Collection[str] | None = None) -> Loaded[WorldDescription]:
    """The world in a directory.

    Args:
        directory: The world's directory; its name is the world's name.
        selection: Ids of the levels to load; None or an empty selection means all of them.

    Raises:
        FileNotFoundError: If the directory holds no world.
        FileProblems: If its files have errors, or a selected level does not exist; everything is listed.
    """
    raise NotImplementedError
