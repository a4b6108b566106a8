"""Tracks of an episode over the plan of its world."""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, sin

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from arena_evaluation.tracks import Tracks
from arena_simulation_setup.map.plan_image import INK, OVERSAMPLING, PAPER, Canvas

Floats = NDArray[np.float64]
Color = tuple[int, int, int]

ROBOT_COLORS: tuple[Color, ...] = ((208, 30, 46), (120, 20, 140), (10, 110, 60), (20, 60, 170))
PERSON_COLORS: tuple[Color, ...] = (
    (31, 119, 180),
    (44, 140, 44),
    (148, 103, 189),
    (140, 86, 75),
    (23, 140, 160),
    (188, 130, 10),
)
ROBOT_RADIUS = 0.27
PERSON_RADIUS = 0.25
DASH = 0.25


@frozen
class Legend:
    """Words below the picture.

    Attributes:
        title: First line.
        lines: Further lines.
    """

    title: str
    lines: tuple[str, ...] = ()


def draw_tracks(canvas: Canvas, tracks: Tracks, legend: Legend) -> Image.Image:
    """Draw tracks onto a plan and a legend below it.

    Robots are full lines from a ring to a disc with a heading; people are dashed lines with a disc at their last place.

    Args:
        canvas: Plan of the world.
        tracks: Who went where.
        legend: Words below.

    Returns:
        The picture at its shown size.
    """
    for index, track in enumerate(tracks.people.values()):
        _draw_person(canvas, track, PERSON_COLORS[index % len(PERSON_COLORS)])
    for index, track in enumerate(tracks.robots.values()):
        _draw_robot(canvas, track, ROBOT_COLORS[index % len(ROBOT_COLORS)])
    return _with_legend(canvas, tracks, legend)


def _draw_person(canvas: Canvas, track: Floats, color: Color) -> None:
    present = track[~np.isnan(track[:, 0])]
    if not len(present):
        return
    draw = ImageDraw.Draw(canvas.image)
    for start, end in _dashes(present[:, :2]):
        draw.line(canvas.pixels([start, end]), fill=color, width=canvas.line_width(0.05))
    _disc(canvas, present[-1], PERSON_RADIUS, color)


def _draw_robot(canvas: Canvas, track: Floats, color: Color) -> None:
    draw = ImageDraw.Draw(canvas.image)
    points = canvas.pixels([(x, y) for x, y in track[:, :2].tolist()])
    if len(points) > 1:
        draw.line(points, fill=color, width=canvas.line_width(0.1), joint="curve")
    x, y = canvas.pixel((float(track[0, 0]), float(track[0, 1])))
    reach = ROBOT_RADIUS * canvas.scale
    draw.ellipse((x - reach, y - reach, x + reach, y + reach), outline=color, width=canvas.line_width(0.08))
    _disc(canvas, track[-1], ROBOT_RADIUS, color)


def _disc(canvas: Canvas, sample: Floats, radius: float, color: Color) -> None:
    draw = ImageDraw.Draw(canvas.image)
    x, y, yaw = sample.tolist()
    centre = canvas.pixel((x, y))
    reach = radius * canvas.scale
    draw.ellipse((centre[0] - reach, centre[1] - reach, centre[0] + reach, centre[1] + reach), fill=color, outline=INK)
    tip = canvas.pixel((x + radius * cos(yaw), y + radius * sin(yaw)))
    draw.line([centre, tip], fill=(255, 255, 255), width=canvas.line_width(0.07))


def _dashes(points: Floats) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    dashes, travelled = [], 0.0
    rows = points.tolist()
    for (x, y), (next_x, next_y) in pairwise(rows):
        if int(travelled / DASH) % 2 == 0:
            dashes.append(((x, y), (next_x, next_y)))
        travelled += hypot(next_x - x, next_y - y)
    return dashes


def _with_legend(canvas: Canvas, tracks: Tracks, legend: Legend) -> Image.Image:
    names: list[tuple[str, Color]] = [
        (name, ROBOT_COLORS[index % len(ROBOT_COLORS)]) for index, name in enumerate(tracks.robots)
    ]
    names += [(name, PERSON_COLORS[index % len(PERSON_COLORS)]) for index, name in enumerate(tracks.people)]
    line_height = 20 * OVERSAMPLING
    margin = 16 * OVERSAMPLING
    rows = _legend_rows(canvas, names[:24], canvas.image.width - 2 * margin)
    height = 2 * margin + line_height * (1 + len(legend.lines) + len(rows))
    whole = Image.new("RGB", (canvas.image.width, canvas.image.height + height), PAPER)
    whole.paste(canvas.image, (0, 0))
    draw = ImageDraw.Draw(whole)
    y = canvas.image.height + margin // 2
    draw.text((margin, y), legend.title, fill=INK, font=canvas.font(16))
    y += line_height + 6 * OVERSAMPLING
    for row in rows:
        x = margin
        for name, color in row:
            draw.ellipse((x, y + 4, x + 10 * OVERSAMPLING, y + 4 + 10 * OVERSAMPLING), fill=color)
            draw.text((x + 14 * OVERSAMPLING, y), name, fill=INK, font=canvas.font(12))
            x += _entry_width(canvas, name)
        y += line_height
    for line in legend.lines:
        draw.text((margin, y), line, fill=INK, font=canvas.font(12))
        y += line_height
    return Canvas(whole, canvas.x_min, canvas.y_max, canvas.scale).finished()


def _legend_rows(canvas: Canvas, names: Sequence[tuple[str, Color]], width: float) -> list[list[tuple[str, Color]]]:
    rows: list[list[tuple[str, Color]]] = [[]]
    used = 0.0
    for name, color in names:
        needed = _entry_width(canvas, name)
        if rows[-1] and used + needed > width:
            rows.append([])
            used = 0.0
        rows[-1].append((name, color))
        used += needed
    return rows


def _entry_width(canvas: Canvas, name: str) -> int:
    draw = ImageDraw.Draw(canvas.image)
    return round(draw.textlength(name, font=canvas.font(12))) + 34 * OVERSAMPLING
