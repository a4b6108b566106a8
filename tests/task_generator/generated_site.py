"""Small worlds for generation: rooms in a row with doors between them, built in memory; scenarios on disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from arena_simulation_setup.geometry import Position
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.site import Site
from arena_simulation_setup.tree.search_paths import asset_roots
from arena_simulation_setup.tree.views import MultiLevelWorldView
from arena_simulation_setup.world.compaction import level_origins
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.entity import Entities
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone

DOOR_WIDTH = 1.2
NOBODY = Entities()


def room(name: str, x: float, y: float, width: float, depth: float, entities: Entities = NOBODY) -> Zone:
    """A rectangular room with its lower left corner at (x, y); its south, west and north walls stand."""
    corners = (Position(x, y), Position(x + width, y), Position(x + width, y + depth), Position(x, y + depth))
    lines = ((0, 1), (2, 3), (3, 0))
    walls = tuple(Wall(corners[start], corners[end]) for start, end in lines)
    return Zone(name, corners, walls=walls, entities=entities)


def level(sizes: Sequence[tuple[float, float]], prefix: str = "room", entities: Entities = NOBODY) -> LevelDescription:
    """Rooms of (width, depth) metres side by side along y = 0, each with a door to the next."""
    zones = []
    x = 0.0
    for index, (width, depth) in enumerate(sizes):
        zone = room(f"{prefix}_{index}", x, 0.0, width, depth, entities if index == 0 else NOBODY)
        x += width
        end = Position(x, 0.0), Position(x, depth)
        if index + 1 == len(sizes):
            zones.append(with_walls(zone, [Wall(*end)]))
            continue
        shared = min(depth, sizes[index + 1][1])
        low, high = shared / 2 - DOOR_WIDTH / 2, shared / 2 + DOOR_WIDTH / 2
        door = Door(f"{prefix}_{index}_door", Position(x, low), Position(x, high))
        walls = [Wall(end[0], Position(x, low)), Wall(Position(x, high), end[1])]
        zones.append(with_walls(zone, walls, door))
    return LevelDescription(tuple(zones))


def with_walls(zone: Zone, walls: Sequence[Wall], *doors: Door) -> Zone:
    """A zone with further walls and doors."""
    return Zone(zone.name, zone.corners, walls=(*zone.walls, *walls), doors=doors, entities=zone.entities)


def site_of(folder: Path, levels: dict[str, LevelDescription], argument: str = "rooms") -> Site:
    """A site of levels; scenarios are looked for below ``folder``."""
    origins = level_origins(levels)
    description = WorldDescription(argument, levels, tuple(levels), origins)
    return Site(argument, MultiLevelWorldView(folder), description, AssetCatalogue(asset_roots(None, {})))


def rooms(folder: Path, *sizes: tuple[float, float]) -> Site:
    """A site of one level with rooms in a row."""
    return site_of(folder, {"0": level(sizes)})


def write_scenario(folder: Path, text: str, name: str = "default") -> None:
    """Put a scenario file below a world's folder."""
    path = folder / "scenarios" / name / "scenario.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
