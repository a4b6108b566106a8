"""What pictures show beside the physics: floors and ceilings in tiles, lamps, heads of people."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
import shapely
from attrs import frozen

from arena_runtime.scene.lamps import LightSource
from arena_runtime.scene.light_state import LightState
from arena_runtime.scene.lights import declares_light, light_sources, with_lighting
from arena_runtime.scene.shapes import Color
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.frame import FrameLayout
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.tree.identifiers import PedestrianIdentifier
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.realization import Floor, RealizedLevel

TILE = 2.0
"""Metres; light is computed at the corners of quarters of a tile."""
EDGE_TILE = 0.5
"""Metres; the same where a tile is crossed by the edge of its floor."""
FULL = 0.999


@frozen
class Tile:
    """A flat rectangle, metres, map frame.

    Attributes:
        x: Middle.
        y: Middle.
        height: Of its upper face, above the floor of the level.
        half_x: Half its length along x.
        half_y: Half its length along y.
        color: Of the material.
    """

    x: float
    y: float
    height: float
    half_x: float
    half_y: float
    color: Color


@frozen
class PersonLook:
    """A person to be drawn: height and radius in metres, and the color of the clothes."""

    height: float
    radius: float
    color: Color


@frozen(eq=False)
class Stage:
    """Everything of an episode that pictures show and physics does not know.

    Attributes:
        floors: Tiles of the floors.
        ceilings: Tiles of the ceilings.
        lights: Every lamp.
        lit_by_default: Whether the world says nothing about light, so that it is lit evenly.
        state: How bright the lamps are.
        people: Looks of the people, in order.
    """

    floors: tuple[Tile, ...]
    ceilings: tuple[Tile, ...]
    lights: tuple[LightSource, ...]
    lit_by_default: bool
    state: LightState
    people: tuple[PersonLook, ...]


@frozen(eq=False)
class StageWorld:
    """What a stage is made from.

    Attributes:
        world: Loaded levels, map frame.
        realized: Walls, floors and ceilings by level id.
        catalogue: Where models and materials come from.
        lighting: One of ``LIGHTINGS``.
    """

    world: CompactedWorld
    realized: Mapping[str, RealizedLevel]
    catalogue: AssetCatalogue
    lighting: str = "authored"


def make_stage(place: StageWorld, episode: Episode, layout: FrameLayout) -> Stage:
    """The stage of an episode.

    Raises:
        ValueError: If there is no such lighting.
    """
    world = with_lighting(place.world, place.lighting)
    heights = {
        f"{ceiling.name.removesuffix('/ceiling')}/{level_id}": ceiling.height
        for level_id, level in place.realized.items()
        for ceiling in level.ceilings
    }
    lights = light_sources(world, heights, place.catalogue, episode.objects)
    levels = place.realized.values()
    return Stage(
        floors=tuple(tile for level in levels for floor in level.floors for tile in tiles_of(floor)),
        ceilings=tuple(tile for level in levels for ceiling in level.ceilings for tile in tiles_of(ceiling)),
        lights=lights,
        lit_by_default=not declares_light(world),
        state=LightState(lights, layout),
        people=tuple(
            PersonLook(
                person.height,
                person.radius,
                place.catalogue.pedestrian(PedestrianIdentifier.parse(person.model)).color,
            )
            for person in episode.people
        ),
    )


def tiles_of(floor: Floor) -> Iterator[Tile]:
    """Rectangles that fill a polygon, small enough for light to vary over it.

    Along a slanted edge small steps are left out, where the plate of the physics shows.
    """
    if len(floor.corners) < 3:
        return
    polygon = shapely.make_valid(shapely.Polygon(floor.corners))
    shapely.prepare(polygon)
    for cell in _cells(polygon.bounds, TILE):
        part = polygon.intersection(cell)
        if part.area <= 0.0:
            continue
        if _is_box(part):
            yield _tile(part.bounds, floor)
            continue
        for small in _cells(cell.bounds, EDGE_TILE, floor.corners):
            piece = part.intersection(small)
            if piece.area > 0.0 and _is_box(piece):
                yield _tile(piece.bounds, floor)


def _cells(bounds: Sequence[float], length: float, corners: Sequence[Corner] = ()) -> Iterator[shapely.Polygon]:
    """Cells of at most a length that fill a box; lines run through the corners that lie within."""
    xs = _lines(bounds[0], bounds[2], length, [x for x, _ in corners])
    ys = _lines(bounds[1], bounds[3], length, [y for _, y in corners])
    for y_low, y_high in pairwise(ys):
        for x_low, x_high in pairwise(xs):
            yield shapely.box(x_low, y_low, x_high, y_high)


def _lines(low: float, high: float, length: float, through: Sequence[float]) -> list[float]:
    even: list[float] = np.linspace(low, high, max(1, math.ceil((high - low) / length)) + 1).tolist()
    return sorted({*even, *(value for value in through if low < value < high)})


def _is_box(part: shapely.Geometry) -> bool:
    x_min, y_min, x_max, y_max = part.bounds
    return bool(part.area >= FULL * (x_max - x_min) * (y_max - y_min))


def _tile(bounds: Sequence[float], floor: Floor) -> Tile:
    x_min, y_min, x_max, y_max = bounds
    middle = ((x_min + x_max) / 2.0, (y_min + y_max) / 2.0)
    return Tile(*middle, floor.height, (x_max - x_min) / 2.0, (y_max - y_min) / 2.0, floor.material.color)
