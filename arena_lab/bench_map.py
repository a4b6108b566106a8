"""What drawing a map costs, beside one polygon fill of an image of the same size."""

from time import perf_counter

from attrs import frozen
from PIL import Image, ImageDraw

from arena_simulation_setup.geometry import Position
from arena_simulation_setup.map.occupancy import DEFAULT_RESOLUTION, FREE, OCCUPIED, PADDING, rasterize
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone

EDGE = 100.0
"""Metres."""
ROOM = 10.0
"""Metres."""
LARGEST_RATIO = 20.0
"""A map costs at most as much as so many fills."""


@frozen
class MapCost:
    """Figures of one run.

    Attributes:
        rooms: Rooms of the level; each has four walls and a door.
        pixels: Width and height of the image.
        map_ms: Wall milliseconds of drawing the level, the fastest run.
        fill_ms: Wall milliseconds of a new image with one filled polygon over all of it, the fastest run.
    """

    rooms: int
    pixels: tuple[int, int]
    map_ms: float
    fill_ms: float

    @property
    def ratio(self) -> float:
        """How many fills a map costs."""
        return self.map_ms / self.fill_ms


def map_cost(repeats: int = 15) -> MapCost:
    """Measure a level of 100 m x 100 m at 0.05 m per cell.

    Args:
        repeats: Runs of either, in turn, so that both see the same machine; the fastest counts, since everything else
            on the machine only adds.
    """
    level = grid_level(EDGE, ROOM)
    plan = rasterize([level])
    height, width = plan.cells.shape
    maps: list[float] = []
    fills: list[float] = []
    for _ in range(repeats):
        began = perf_counter()
        rasterize([level], DEFAULT_RESOLUTION)
        between = perf_counter()
        _fill(width, height)
        fills.append(perf_counter() - between)
        maps.append(between - began)
    return MapCost(len(level.zones), (width, height), min(maps) * 1e3, min(fills) * 1e3)


def grid_level(edge: float, room: float) -> LevelDescription:
    """A square level of square rooms, each with all its walls and a door.

    Args:
        edge: Of the level, metres.
        room: Edge of a room, metres.
    """
    count = round(edge / room)
    return LevelDescription(zones=tuple(_room(i * room, j * room, room) for i in range(count) for j in range(count)))


def _room(x: float, y: float, edge: float) -> Zone:
    corners = (Position(x, y), Position(x + edge, y), Position(x + edge, y + edge), Position(x, y + edge))
    walls = tuple(Wall(start, end) for start, end in zip(corners, (*corners[1:], corners[0]), strict=True))
    door = Door(f"door_{x:g}_{y:g}", Position(x + 1.0, y), Position(x + 2.0, y))
    return Zone(f"room_{x:g}_{y:g}", corners, walls=walls, doors=(door,))


def _fill(width: int, height: int) -> Image.Image:
    image = Image.new("L", (width, height), OCCUPIED)
    low, right, top = PADDING, width - PADDING - 1, height - PADDING - 1
    ImageDraw.Draw(image).polygon([(low, low), (right, low), (right, top), (low, top)], fill=FREE)
    return image
