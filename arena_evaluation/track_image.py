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
# Between two samples nobody walks as far, metres.
JUMP = 1.5
NAMED_TRACKS = 24
TITLE_SIZE, TEXT_SIZE = 16, 12
LINE_HEIGHT = 20 * OVERSAMPLING
BORDER = 16 * OVERSAMPLING


@frozen
class Legend:
    """Words below the picture.

    Attributes:
        title: First line.
        lines: Further lines.
    """

    title: str
    lines: tuple[str, ...] = ()


def draw_tracks(canvas: Canvas, tracks: Tracks) -> None:
    """Draw tracks onto a plan.

    Robots are full lines from a ring to a disc with a heading; people are dashed lines with a disc at their last place,
    which those who are gone at the end have not.

    Args:
        canvas: Plan of the world.
        tracks: Who went where.
    """
    for index, track in enumerate(tracks.people.values()):
        _draw_person(canvas, track, PERSON_COLORS[index % len(PERSON_COLORS)])
    for index, track in enumerate(tracks.robots.values()):
        _draw_robot(canvas, track, ROBOT_COLORS[index % len(ROBOT_COLORS)])


def _draw_person(canvas: Canvas, track: Floats, color: Color) -> None:
    if not len(track):
        return
    draw = ImageDraw.Draw(canvas.image)
    for start, end in _dashes(track[:, :2]):
        draw.line(canvas.pixels([start, end]), fill=color, width=canvas.line_width(0.05))
    if not np.isnan(track[-1, 0]):
        _disc(canvas, track[-1], PERSON_RADIUS, color)


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
        length = hypot(next_x - x, next_y - y)
        # Whoever comes again begins a line of their own; a length of NaN compares false.
        if not length < JUMP:
            travelled = 0.0
            continue
        if int(travelled / DASH) % 2 == 0:
            dashes.append(((x, y), (next_x, next_y)))
        travelled += length
    return dashes


def with_legend(canvas: Canvas, tracks: Tracks, legend: Legend) -> Image.Image:
    """The picture at its shown size with a legend below, as wide as the longest line of it needs.

    Args:
        canvas: Plan with tracks.
        tracks: Whose colours are named.
        legend: Words below.
    """
    names: list[tuple[str, Color]] = [
        (name, ROBOT_COLORS[index % len(ROBOT_COLORS)]) for index, name in enumerate(tracks.robots)
    ]
    names += [
        (name, PERSON_COLORS[index % len(PERSON_COLORS)])
        for index, (name, track) in enumerate(tracks.people.items())
        if not len(track) or not np.isnan(track[:, 0]).all()
    ]
    width = max(canvas.image.width, _text_width(canvas, legend) + 2 * BORDER)
    rows = _legend_rows(canvas, names[:NAMED_TRACKS], width - 2 * BORDER)
    height = 2 * BORDER + LINE_HEIGHT * (1 + len(legend.lines) + len(rows))
    whole = Image.new("RGB", (width, canvas.image.height + height), PAPER)
    whole.paste(canvas.image, ((width - canvas.image.width) // 2, 0))
    sheet = Canvas(whole, canvas.x_min, canvas.y_max, canvas.scale)
    _write_legend(sheet, canvas.image.height + BORDER // 2, rows, legend)
    return sheet.finished()


def _write_legend(sheet: Canvas, top: int, rows: Sequence[Sequence[tuple[str, Color]]], legend: Legend) -> None:
    draw = ImageDraw.Draw(sheet.image)
    draw.text((BORDER, top), legend.title, fill=INK, font=sheet.font(TITLE_SIZE))
    y = top + LINE_HEIGHT + 6 * OVERSAMPLING
    dot = 10 * OVERSAMPLING
    for row in rows:
        x = BORDER
        for name, color in row:
            draw.ellipse((x, y + 4, x + dot, y + 4 + dot), fill=color)
            draw.text((x + dot + 4 * OVERSAMPLING, y), name, fill=INK, font=sheet.font(TEXT_SIZE))
            x += _entry_width(sheet, name)
        y += LINE_HEIGHT
    for line in legend.lines:
        draw.text((BORDER, y), line, fill=INK, font=sheet.font(TEXT_SIZE))
        y += LINE_HEIGHT


def _text_width(canvas: Canvas, legend: Legend) -> int:
    draw = ImageDraw.Draw(canvas.image)
    lines = [draw.textlength(line, font=canvas.font(TEXT_SIZE)) for line in legend.lines]
    return round(max([draw.textlength(legend.title, font=canvas.font(TITLE_SIZE)), *lines]))


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
    return round(draw.textlength(name, font=canvas.font(TEXT_SIZE))) + 34 * OVERSAMPLING
