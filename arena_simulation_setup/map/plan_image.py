"""A plan that a person can read: zones coloured and named, walls, doors with slide direction, furniture."""

from collections.abc import Iterable, Sequence
from math import hypot, sqrt

from attrs import frozen
from PIL import Image, ImageDraw, ImageFont

from arena_simulation_setup.geometry import Corner, band_corners
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.zone import Zone

OVERSAMPLING = 2
PAPER = (250, 249, 246)
INK = (40, 44, 52)
DOOR_COLOR = (196, 98, 22)
FURNITURE_FILL = (214, 208, 198)
FURNITURE_EDGE = (150, 142, 130)
CORRIDOR_FILL = (238, 236, 228)
ROOM_FILLS = (
    (222, 235, 247),
    (226, 240, 217),
    (252, 232, 216),
    (236, 226, 243),
    (255, 243, 208),
    (218, 240, 240),
    (248, 223, 228),
    (232, 236, 214),
)
MARGIN = 1.0
USUAL_WIDTH = 1300
MOST_PIXELS = 60_000_000

Box = tuple[float, float, float, float]


@frozen
class PlanWall:
    """A piece of wall: its centre line in the map frame and its thickness, metres."""

    start: Corner
    end: Corner
    thickness: float


@frozen
class Canvas:
    """An image of a part of the map frame.

    Attributes:
        image: Pixels, drawn larger than shown by ``OVERSAMPLING``.
        x_min: Map x of the left edge, metres.
        y_max: Map y of the upper edge, metres.
        scale: Pixels of ``image`` per metre.
    """

    image: Image.Image
    x_min: float
    y_max: float
    scale: float

    def pixel(self, point: Corner) -> tuple[float, float]:
        """Where a point of the map frame (metres) lies in ``image``."""
        return ((point[0] - self.x_min) * self.scale, (self.y_max - point[1]) * self.scale)

    def pixels(self, points: Iterable[Corner]) -> list[tuple[float, float]]:
        """``pixel`` of every point."""
        return [self.pixel(point) for point in points]

    def line_width(self, metres: float) -> int:
        """Line width for a thickness in metres, at least one shown pixel."""
        return max(OVERSAMPLING, round(metres * self.scale))

    def font(self, shown_size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        """A font of a size in shown pixels."""
        return ImageFont.load_default(shown_size * OVERSAMPLING)

    @property
    def letter_scale(self) -> float:
        """How much larger than usual letters are: they grow with the picture, which is looked at from farther away."""
        return max(1.0, self.image.width / OVERSAMPLING / USUAL_WIDTH)

    def lettering(self, shown_size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        """A font that grows with the picture."""
        return self.font(shown_size * self.letter_scale)

    def finished(self) -> Image.Image:
        """The image at its shown size."""
        size = (self.image.width // OVERSAMPLING, self.image.height // OVERSAMPLING)
        return self.image.resize(size, Image.Resampling.LANCZOS)


def blank_canvas(box: Box, pixels_per_metre: float = 40.0) -> Canvas:
    """An empty canvas around a box (x_min, y_min, x_max, y_max in metres) with a margin of 1 m.

    A box that is too large for the resolution gets a coarser one.
    """
    width, height = box[2] - box[0] + 2 * MARGIN, box[3] - box[1] + 2 * MARGIN
    scale = min(pixels_per_metre * OVERSAMPLING, sqrt(MOST_PIXELS / (width * height)))
    size = (max(OVERSAMPLING, round(width * scale)), max(OVERSAMPLING, round(height * scale)))
    return Canvas(Image.new("RGB", size, PAPER), box[0] - MARGIN, box[3] + MARGIN, scale)


def world_box(world: CompactedWorld) -> Box:
    """The box around all zones, doors and elevators, metres, map frame; a point where there are none."""
    points = [corner for area in world.areas() for corner in area.corners] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


def draw_world(
    world: CompactedWorld,
    walls: Sequence[PlanWall],
    footprints: Sequence[Sequence[Corner]],
    pixels_per_metre: float = 40.0,
) -> Canvas:
    """Draw a world from above, without the names of its zones.

    Args:
        world: Levels in the map frame.
        walls: Solid pieces of wall, cut at doors.
        footprints: Outlines of furniture, metres, map frame.
        pixels_per_metre: Resolution of the shown image.
    """
    canvas = blank_canvas(world_box(world), pixels_per_metre)
    zones = [zone for _, zone in world.zones() if len(zone.corners) > 2]
    _draw_floors(canvas, zones)
    _draw_furniture(canvas, footprints)
    _draw_walls(canvas, walls)
    for _, door in world.doors():
        _draw_door(canvas, door)
    _draw_elevators(canvas, world)
    return canvas


def _draw_floors(canvas: Canvas, zones: Sequence[Zone]) -> None:
    draw = ImageDraw.Draw(canvas.image)
    for index, zone in enumerate(zones):
        corridor = "hallway" in zone.name or "corridor" in zone.name
        fill = CORRIDOR_FILL if corridor else ROOM_FILLS[index % len(ROOM_FILLS)]
        draw.polygon(canvas.pixels(zone.polygon), fill=fill)


def _draw_furniture(canvas: Canvas, footprints: Sequence[Sequence[Corner]]) -> None:
    draw = ImageDraw.Draw(canvas.image)
    for outline in footprints:
        draw.polygon(canvas.pixels(outline), fill=FURNITURE_FILL, outline=FURNITURE_EDGE, width=OVERSAMPLING)


def _draw_walls(canvas: Canvas, walls: Sequence[PlanWall]) -> None:
    draw = ImageDraw.Draw(canvas.image)
    least = 3.0 * OVERSAMPLING / canvas.scale
    for wall in walls:
        if wall.start != wall.end:
            half = max(wall.thickness, least) / 2
            draw.polygon(canvas.pixels(band_corners(wall.start, wall.end, half)), fill=INK)


def _draw_door(canvas: Canvas, door: Door) -> None:
    draw = ImageDraw.Draw(canvas.image)
    start, end = door.start.xy, door.end.xy
    half = max(door.width / 2, 0.06)
    draw.polygon(canvas.pixels(band_corners(start, end, half)), fill=DOOR_COLOR)
    if door.kind != "sliding":
        return
    length = hypot(end[0] - start[0], end[1] - start[1])
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    side = (-along[1] * 0.28, along[0] * 0.28)
    tail = (start[0] + along[0] * length * 0.2 + side[0], start[1] + along[1] * length * 0.2 + side[1])
    tip = (end[0] - along[0] * length * 0.1 + side[0], end[1] - along[1] * length * 0.1 + side[1])
    draw_arrow(canvas, tail, tip, DOOR_COLOR)


def draw_arrow(canvas: Canvas, tail: Corner, tip: Corner, color: tuple[int, int, int]) -> None:
    """A thin arrow between two points of the map frame (metres)."""
    draw = ImageDraw.Draw(canvas.image)
    length = hypot(tip[0] - tail[0], tip[1] - tail[1]) or 1.0
    along = ((tip[0] - tail[0]) / length, (tip[1] - tail[1]) / length)
    neck = (tip[0] - along[0] * 0.18, tip[1] - along[1] * 0.18)
    left = (neck[0] - along[1] * 0.1, neck[1] + along[0] * 0.1)
    right = (neck[0] + along[1] * 0.1, neck[1] - along[0] * 0.1)
    draw.line(canvas.pixels([tail, neck]), fill=color, width=canvas.line_width(0.04))
    draw.polygon(canvas.pixels([left, tip, right]), fill=color)


def _draw_elevators(canvas: Canvas, world: CompactedWorld) -> None:
    draw = ImageDraw.Draw(canvas.image)
    for _, elevator in world.elevators():
        corners = canvas.pixels(elevator.reference_area)
        draw.polygon(corners, fill=(205, 205, 212), outline=INK, width=canvas.line_width(0.05))
        draw.line([corners[0], corners[2]], fill=INK, width=OVERSAMPLING)
        draw.line([corners[1], corners[3]], fill=INK, width=OVERSAMPLING)


def draw_names(canvas: Canvas, world: CompactedWorld) -> None:
    """Write the name of each zone where there is most room in it."""
    from shapely.geometry import Polygon
    from shapely.ops import polylabel

    draw = ImageDraw.Draw(canvas.image)
    for zone in (zone for _, zone in world.zones() if len(zone.corners) > 2):
        spot = polylabel(Polygon(zone.polygon), tolerance=0.1)
        box = Polygon(zone.polygon).bounds
        text = zone.name.replace("_", " ")
        width = (box[2] - box[0]) * canvas.scale * 0.9
        size = 13.0
        while size > 8.0 and draw.textlength(text, font=canvas.lettering(size)) > width:
            size -= 1.0
        if draw.textlength(text, font=canvas.lettering(size)) > width:
            text = text.replace(" ", "\n")
        draw.multiline_text(
            canvas.pixel((spot.x, spot.y)),
            text,
            fill=INK,
            font=canvas.lettering(size),
            anchor="mm",
            align="center",
            stroke_width=OVERSAMPLING,
            stroke_fill=(255, 255, 255),
        )
