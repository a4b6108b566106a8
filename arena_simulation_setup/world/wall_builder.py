"""Walls of a level as boxes: stacks of presets, cut for doors and elevators, closed up to the ceiling."""

import math
from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from arena_simulation_setup.geometry import Corner, Pose, Position
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.wall_preset import WallPreset, WallSegmentItem
from arena_simulation_setup.tree.identifiers import MaterialIdentifier
from arena_simulation_setup.world.entity import Obstacle
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.open_edges import open_edges
from arena_simulation_setup.world.openings import Opening, cut, openings
from arena_simulation_setup.world.wall import WALL_HEIGHT, WALL_THICKNESS, Wall
from arena_simulation_setup.world.wall_slab import WallSlab
from arena_simulation_setup.world.wall_stack import StackModel, StackSlab, stack
from arena_simulation_setup.world.zone import WALL_MATERIAL, Zone

LOWEST_LINTEL = 1e-6
"""Metres; a smaller gap above a door is none."""


@frozen
class BuiltWalls:
    """The walls of a level.

    Attributes:
        slabs: Boxes.
        models: Objects on walls.
        tops: Zone to the height of its tallest wall, metres.
    """

    slabs: tuple[WallSlab, ...]
    models: tuple[Obstacle, ...]
    tops: Mapping[str, float]


def build_walls(level_id: str, level: LevelDescription, catalogue: AssetCatalogue) -> BuiltWalls:
    """All walls of a level; one that is listed twice is built where it is listed first."""
    areas = openings(level)
    slabs: list[WallSlab] = []
    models: list[Obstacle] = []
    tops: dict[str, float] = {}
    built: set[frozenset[Position]] = set()
    for zone in level.zones:
        for index, wall in enumerate(zone.walls):
            items = _stack(zone, wall, catalogue)
            parts = [part for part in items if isinstance(part, StackSlab)]
            tops[zone.name] = max([tops.get(zone.name, 0.0), *(wall.start.z + part.top for part in parts)])
            ends = frozenset((wall.start, wall.end))
            if ends in built:
                continue
            built.add(ends)
            name = f"{zone.name}/wall_{index}"
            slabs += _slabs(name, wall, parts, areas, catalogue)
            placed = [part for part in items if isinstance(part, StackModel)]
            models += [_placed(f"{name}/{number}", level_id, wall, part) for number, part in enumerate(placed)]
    return BuiltWalls(tuple(slabs), tuple(models), tops)


def lintels(level: LevelDescription, catalogue: AssetCatalogue) -> tuple[WallSlab, ...]:
    """What is to be seen above doors that are lower than an authored ceiling; nothing collides with it."""
    found: dict[str, WallSlab] = {}
    for zone in level.zones:
        for door in zone.doors:
            top, bottom = zone.ceiling_height or 0.0, door.start.z + door.height
            if zone.ceiling and top - bottom > LOWEST_LINTEL and door.name not in found:
                name, material = f"{zone.name}/lintel_{door.name}", catalogue.material(_lintel_material(zone))
                ends = (door.start.xy, door.end.xy)
                found[door.name] = WallSlab(name, *ends, bottom, top, WALL_THICKNESS, material, solid=False)
    return tuple(found.values())


def edge_slabs(level: LevelDescription, catalogue: AssetCatalogue) -> tuple[WallSlab, ...]:
    """Invisible walls where a floor ends in the open, so that nobody leaves the building there."""
    slabs = []
    for zone, number, start, end in open_edges(level):
        material = catalogue.material(_material_of_walls(zone))
        name = f"{zone.name}/edge_{number}"
        slabs.append(WallSlab(name, start, end, 0.0, WALL_HEIGHT, WALL_THICKNESS, material, visible=False))
    return tuple(slabs)


def _material_of_walls(zone: Zone) -> MaterialIdentifier:
    return zone.wall_material if zone.wall_material.name else WALL_MATERIAL


def _lintel_material(zone: Zone) -> MaterialIdentifier:
    """The surface of the zone's first plain wall, else that of its inferred walls."""
    surfaces = (wall.material for wall in zone.walls if wall.kind is None and wall.material and wall.material.name)
    return next(surfaces, _material_of_walls(zone))


def _stack(zone: Zone, wall: Wall, catalogue: AssetCatalogue) -> list[StackSlab | StackModel]:
    """The preset's or the plain wall's parts, the topmost slab raised to an authored ceiling."""
    if wall.kind is None and wall.material is not None and not wall.material.name:
        return []
    parts = list(stack(_preset(wall, catalogue).items, math.dist(wall.start.xy, wall.end.xy)))
    slabs = [part for part in parts if isinstance(part, StackSlab)]
    if not slabs or not zone.ceiling or zone.ceiling_height is None:
        return parts
    highest = max(part.top for part in slabs)
    ceiling = zone.ceiling_height - wall.start.z
    return [
        evolve(part, top=ceiling) if isinstance(part, StackSlab) and part.top == highest < ceiling else part
        for part in parts
    ]


def _preset(wall: Wall, catalogue: AssetCatalogue) -> WallPreset:
    if wall.kind is not None:
        return catalogue.wall(wall.kind)
    return WallPreset("", (WallSegmentItem(wall.material or WALL_MATERIAL, WALL_HEIGHT, WALL_THICKNESS),))


def _slabs(
    name: str, wall: Wall, parts: Sequence[StackSlab], areas: Sequence[Opening], catalogue: AssetCatalogue
) -> list[WallSlab]:
    found: list[WallSlab] = []
    for part in parts:
        start, end = _point(wall, part.start, part.beside), _point(wall, part.end, part.beside)
        for low, high in cut(start, end, areas):
            found.append(
                WallSlab(
                    name=f"{name}_{len(found)}" if found else name,
                    start=_point(wall, part.start + low, part.beside),
                    end=_point(wall, part.start + high, part.beside),
                    bottom=wall.start.z + part.bottom,
                    top=wall.start.z + part.top,
                    thickness=part.thickness,
                    material=catalogue.material(part.material),
                    visible=part.visible and bool(part.material.name),
                    solid=part.solid,
                )
            )
    return found


def _placed(name: str, level_id: str, wall: Wall, part: StackModel) -> Obstacle:
    x, y = _point(wall, part.along, part.beside)
    yaw = math.remainder(math.atan2(wall.end.y - wall.start.y, wall.end.x - wall.start.x) + part.yaw, math.tau)
    pose = Pose(x, y, yaw, wall.start.z + part.height)
    return Obstacle(f"{name}_{part.name}", part.model, pose, level_id=level_id)


def _point(wall: Wall, along: float, beside: float) -> Corner:
    """A point of the wall's frame; exactly the wall's own ends where it is one of them."""
    length = math.dist(wall.start.xy, wall.end.xy)
    x, y = (wall.end.x - wall.start.x) / length, (wall.end.y - wall.start.y) / length
    origin, reach = (wall.end.xy, along - length) if along > length / 2.0 else (wall.start.xy, along)
    return (origin[0] + x * reach - y * beside, origin[1] + y * reach + x * beside)
