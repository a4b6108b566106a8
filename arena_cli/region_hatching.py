"""Sources and sinks on the plan of a world: hatched, with their names."""

from collections.abc import Iterable, Iterator
from math import ceil, floor

import shapely
from PIL import ImageDraw

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.map.plan_image import OVERSAMPLING, Canvas
from arena_simulation_setup.scenario.region import SINK, SOURCE, EpisodeRegion

COLORS = {SOURCE: (0, 130, 80), SINK: (150, 40, 120)}
# Sources are hatched like /, sinks like \.
SLOPES = {SOURCE: 1.0, SINK: -1.0}
SPACING = 0.5
# Names of sources stand above the middle and those of sinks below it, metres, so that both can be read with a zone's.
LABEL_OFFSET = 0.45
LABEL_SIZE = 13
HALO = (255, 255, 255)


def draw_regions(canvas: Canvas, regions: Iterable[EpisodeRegion]) -> None:
    """Hatch the polygons of regions and write their names onto them."""
    named = [region for region in regions if len(region.polygon) > 2]
    for region in named:
        draw, color = ImageDraw.Draw(canvas.image), COLORS[region.type]
        for line in hatching(region.corners, SLOPES[region.type]):
            draw.line(canvas.pixels(line), fill=color, width=canvas.line_width(0.02))
        outline = canvas.pixels([*region.corners, region.corners[0]])
        draw.line(outline, fill=color, width=canvas.line_width(0.05))
    for region in named:
        place = shapely.Polygon(region.corners).representative_point()
        ImageDraw.Draw(canvas.image).text(
            canvas.pixel((place.x, place.y + SLOPES[region.type] * LABEL_OFFSET)),
            f"{region.type} {region.name}",
            fill=COLORS[region.type],
            font=canvas.lettering(LABEL_SIZE),
            anchor="mm",
            stroke_width=OVERSAMPLING,
            stroke_fill=HALO,
        )


def hatching(corners: tuple[Corner, ...], slope: float) -> Iterator[tuple[Corner, Corner]]:
    """Parallel stretches that fill a polygon, metres.

    Args:
        corners: Of the polygon, metres.
        slope: 1 or -1.
    """
    shape = shapely.Polygon(corners)
    x_min, y_min, x_max, y_max = shape.bounds
    heights = [y - slope * x for x in (x_min, x_max) for y in (y_min, y_max)]
    for number in range(ceil(min(heights) / SPACING), floor(max(heights) / SPACING) + 1):
        height = number * SPACING
        line = shapely.LineString([(x, slope * x + height) for x in (x_min - 1.0, x_max + 1.0)])
        for part in shapely.get_parts(shape.intersection(line)):
            if part.geom_type == "LineString" and part.length > 0.0:
                start, end = part.coords
                yield (start[0], start[1]), (end[0], end[1])
