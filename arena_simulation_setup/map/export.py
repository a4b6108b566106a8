"""What belongs beside the ``world.yaml`` files of a world: maps, and the canonical layout itself."""

import os
import tempfile
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path

import numpy as np
from attrs import frozen
from PIL import Image

from arena_simulation_setup.files.save import level_text
from arena_simulation_setup.files.world_sources import OTHER_FOLDERS, WORLD_FILE
from arena_simulation_setup.map.furniture import FurnitureStyle, standing_footprints, with_furniture
from arena_simulation_setup.map.map_file import IMAGE_FILE, MAP_FILE, map_files
from arena_simulation_setup.map.occupancy import DEFAULT_RESOLUTION, rasterize
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.object_model import BoundingBox
from arena_simulation_setup.world.compaction import CompactedWorld, compacted
from arena_simulation_setup.world.description import WorldDescription

COMBINED_FOLDER = "map"
LEGACY_FILES = (WORLD_FILE, f"{COMBINED_FOLDER}/{IMAGE_FILE}", f"{COMBINED_FOLDER}/{MAP_FILE}")
BACKUP = ".bak"
STILL = (0.0, 0.0)


@frozen
class ExportOptions:
    """What is written, and how maps are drawn.

    Attributes:
        resolution: Edge of a cell, metres.
        style: How static objects are drawn; by default not at all.
        default_box: Extent of entities without a box of their own.
        canonical: Whether each level's ``world.yaml`` is written too.
        combined: Whether a map of all levels in the map frame is written too.
    """

    resolution: float = DEFAULT_RESOLUTION
    style: FurnitureStyle = FurnitureStyle()
    default_box: BoundingBox | None = None
    canonical: bool = False
    combined: bool = False


def exported_files(world: WorldDescription, catalogue: AssetCatalogue, options: ExportOptions) -> dict[str, bytes]:
    """Path below the world's directory to content: ``<level>/map.png`` and ``map.yaml``, and what else is wanted.

    Raises:
        ValueError: If a level id is no name of a folder, an entity has no pose, or a map would be too large.
    """
    files: dict[str, bytes] = {}
    for level_id, level in world.levels.items():
        _require_folder_name(level_id)
        alone = CompactedWorld(world.name, {level_id: level}, {level_id: STILL})
        files.update(_below(level_id, _map_of(alone, catalogue, options, None)))
        if options.canonical:
            files[f"{level_id}/{WORLD_FILE}"] = level_text(level).encode()
    if options.combined:
        together = compacted(world)
        files.update(_below(COMBINED_FOLDER, _map_of(together, catalogue, options, together.origins)))
    return files


def stale_files(directory: Path, files: Mapping[str, bytes]) -> list[str]:
    """The files whose content on disk is missing or another; of images the pixels count, not their encoding."""
    return [name for name, content in files.items() if not _is_current(directory / name, content)]


def legacy_files(directory: Path, written: Iterable[str]) -> list[str]:
    """Files of older layouts that a world in the canonical layout has no use for; ``map.world.yaml`` is none."""
    kept = tuple(written)
    return [name for name in LEGACY_FILES if name not in kept and (directory / name).is_file()]


def write_files(directory: Path, files: Mapping[str, bytes]) -> None:
    """Write all files or, where one cannot be written, none: each is complete beside its place before any is moved."""
    for name in files:
        if (directory / name).is_dir():
            raise IsADirectoryError(f"{directory / name} is a directory (expected a file or nothing)")
    staged: dict[Path, Path] = {}
    try:
        for name, content in files.items():
            path = directory / name
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
            staged[Path(temporary)] = path
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
            Path(temporary).chmod(0o644)
        for temporary_path, path in staged.items():
            temporary_path.replace(path)
    finally:
        for temporary_path in staged:
            temporary_path.unlink(missing_ok=True)


def set_aside(directory: Path, names: Iterable[str]) -> list[str]:
    """Rename files to ``<name>.bak``, or ``.bak1`` and so on where that exists; gives the new names."""
    moved = []
    for name in names:
        candidates = (f"{name}{BACKUP}{number or ''}" for number in range(len(list(directory.rglob("*"))) + 2))
        target = next(candidate for candidate in candidates if not (directory / candidate).exists())
        (directory / name).rename(directory / target)
        moved.append(target)
    return moved


def _map_of(
    world: CompactedWorld,
    catalogue: AssetCatalogue,
    options: ExportOptions,
    origins: Mapping[str, tuple[float, float]] | None,
) -> dict[str, bytes]:
    plan = rasterize(world.levels.values(), options.resolution)
    if options.style == FurnitureStyle():
        return map_files(plan, origins)
    outlines = standing_footprints(world, catalogue, options.default_box)
    shown = with_furniture(plan, outlines, options.style)
    if np.array_equal(shown[:, :, 0], shown[:, :, 1]) and np.array_equal(shown[:, :, 0], shown[:, :, 2]):
        shown = np.ascontiguousarray(shown[:, :, 0])
    return map_files(plan, origins, shown)


def _below(folder: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {f"{folder}/{name}": content for name, content in files.items()}


def _require_folder_name(level_id: str) -> None:
    reserved = (*OTHER_FOLDERS, WORLD_FILE, ".", "..")
    if not level_id.strip() or "/" in level_id or not level_id.isprintable() or level_id in reserved:
        raise ValueError(f"level {level_id!r} can have no folder of its own (expected a name other than {reserved})")


def _is_current(path: Path, content: bytes) -> bool:
    if not path.is_file():
        return False
    found = path.read_bytes()
    if found == content or path.suffix != ".png":
        return found == content
    try:
        with Image.open(BytesIO(found)) as old, Image.open(BytesIO(content)) as new:
            return old.mode == new.mode and old.size == new.size and old.tobytes() == new.tobytes()
    except (OSError, SyntaxError, ValueError):
        return False
