"""What a plan of a world shows beside rooms and walls: lamps, and the names of doors, elevators and levels."""

import math
from collections.abc import Iterable

from PIL import Image, ImageDraw

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.map.plan_image import DOOR_COLOR, OVERSAMPLING, Canvas, draw_names, draw_world
from arena_simulation_setup.map.plan_walls import plan_walls
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.footprints import Footprint
from arena_simulation_setup.world.light_rig import rig_fixtures
from arena_simulation_setup.world.realization import RealizedLevel

LAMP_FILL = (255, 214, 64)
LAMP_EDGE = (176, 132, 0)
DEAD_LAMP_FILL = (190, 190, 190)
HALO = (255, 255, 255)
INK = (40, 44, 52)
LAMP_RADIUS = 0.09
LABEL_DISTANCE = 0.34
DOOR_LABEL = 8.5
LEVEL_LABEL = 18.0
OVERHEAD = 2.0
"""Metres; what hangs higher is no furniture on the floor."""


def draw_plan(
    world: CompactedWorld, realized: Iterable[RealizedLevel], outlines: Iterable[Footprint], pixels_per_metre: float
) -> Image.Image:
    """The labelled plan of a world.

    Args:
        world: Levels in one frame.
        realized: Their walls, in the same frame.
        outlines: Furniture, in the same frame.
        pixels_per_metre: Resolution; larger worlds than memory allows get a coarser one.
    """
    standing = [outline.corners for outline in outlines if outline.bottom < OVERHEAD]
    canvas = draw_world(world, plan_walls(realized), standing, pixels_per_metre)
    draw_lamps(canvas, world)
    draw_door_names(canvas, world)
    draw_names(canvas, world)
    draw_level_names(canvas, world)
    return canvas.finished()


def draw_lamps(canvas: Canvas, world: CompactedWorld) -> None:
    """A dot per lamp of a rig (grey where it is broken) and per light with a position."""
    for _, zone in world.zones():
        for fixture in rig_fixtures(zone):
            _dot(canvas, fixture.position, LAMP_FILL if fixture.alive else DEAD_LAMP_FILL)
        for light in zone.lights:
            if light.position is not None:
                _dot(canvas, light.position.xy, LAMP_FILL)


def draw_door_names(canvas: Canvas, world: CompactedWorld) -> None:
    """The name of each door along its line, and of each elevator in its cabin."""
    for _, door in world.doors():
        if door.start.xy != door.end.xy:
            _write_along(canvas, door)
    draw = ImageDraw.Draw(canvas.image)
    for _, lift in world.elevators():
        _write(draw, canvas, lift.name.replace("_", "\n"), canvas.pixel(lift.position.xy), DOOR_LABEL)


def draw_level_names(canvas: Canvas, world: CompactedWorld) -> None:
    """The id of each level above its upper left corner, where there are several."""
    if len(world.levels) < 2:
        return
    draw = ImageDraw.Draw(canvas.image)
    for level_id, level in world.levels.items():
        corners = [corner for zone in level.zones for corner in zone.polygon]
        if corners:
            place = canvas.pixel((min(x for x, _ in corners), max(y for _, y in corners) + 0.15))
            draw.text(place, f"level {level_id}", fill=INK, font=canvas.lettering(LEVEL_LABEL), anchor="lb")


def _dot(canvas: Canvas, centre: Corner, fill: tuple[int, int, int]) -> None:
    x, y = canvas.pixel(centre)
    radius = LAMP_RADIUS * canvas.scale
    box = (x - radius, y - radius, x + radius, y + radius)
    ImageDraw.Draw(canvas.image).ellipse(box, fill=fill, outline=LAMP_EDGE, width=OVERSAMPLING)


def _write_along(canvas: Canvas, door: Door) -> None:
    """The name beside the door, on the side without the arrow, turned along the door and never upside down."""
    start, end = door.start.xy, door.end.xy
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    aside = LABEL_DISTANCE * canvas.letter_scale
    middle = (
        (start[0] + end[0]) / 2.0 + aside * math.sin(angle),
        (start[1] + end[1]) / 2.0 - aside * math.cos(angle),
    )
    label = _label(canvas, _wrapped(canvas, door.name, math.dist(start, end)))
    upright = math.degrees(math.remainder(angle, math.pi))
    turned = label.rotate(upright, expand=True, resample=Image.Resampling.BICUBIC)
    x, y = canvas.pixel(middle)
    canvas.image.paste(turned, (round(x - turned.width / 2), round(y - turned.height / 2)), turned)


def _wrapped(canvas: Canvas, name: str, room: float) -> str:
    """A name on two lines where it is longer than a door of ``room`` metres, broken at the middle underscore."""
    font, breaks = canvas.lettering(DOOR_LABEL), [index for index, letter in enumerate(name) if letter == "_"]
    if font.getlength(name) <= room * canvas.scale or not breaks:
        return name
    middle = min(breaks, key=lambda index: abs(index - len(name) / 2.0))
    return f"{name[: middle + 1]}\n{name[middle + 1 :]}"


def _label(canvas: Canvas, text: str) -> Image.Image:
    """Text on nothing, as large as it needs to be."""
    font, margin = canvas.lettering(DOOR_LABEL), 2 * OVERSAMPLING
    measure = ImageDraw.Draw(canvas.image)
    left, top, right, bottom = measure.multiline_textbbox((0, 0), text, font=font, align="center")
    size = (math.ceil(right - left) + 2 * margin, math.ceil(bottom - top) + 2 * margin)
    label = Image.new("RGBA", size, (0, 0, 0, 0))
    ImageDraw.Draw(label).multiline_text(
        (margin - left, margin - top),
        text,
        fill=(*DOOR_COLOR, 255),
        font=font,
        align="center",
        stroke_width=OVERSAMPLING,
        stroke_fill=(*HALO, 230),
    )
    return label


def _write(draw: ImageDraw.ImageDraw, canvas: Canvas, text: str, place: tuple[float, float], size: float) -> None:
    draw.multiline_text(
        place,
        text,
        fill=INK,
        font=canvas.lettering(size),
        anchor="mm",
        align="center",
        stroke_width=OVERSAMPLING,
        stroke_fill=HALO,
    )
