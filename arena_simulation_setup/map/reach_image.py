"""What a robot can reach, as a picture of the map."""

import colorsys

import numpy as np
from PIL import Image

from arena_simulation_setup.map.occupancy import FREE, OCCUPIED
from arena_simulation_setup.navigability import Navigability

Color = tuple[int, int, int]

DOMINANT: Color = (46, 160, 67)
TIGHT: Color = (214, 214, 214)
ENTITY: Color = (139, 90, 43)
WALL: Color = (0, 0, 0)
GOLDEN_TURN = 0.6180339887498949
"""Share of the colour circle between two parts; never returns to a hue that was used before."""
GREEN_TURNS = (0.18, 0.49)


def reach_image(found: Navigability) -> Image.Image:
    """One pixel per cell, north up.

    Green is the largest component, other colours the stranded ones, light grey what is free but too tight, brown
    static objects, black walls and the outside.
    """
    pixels = np.empty((*found.labels.shape, 3), dtype=np.uint8)
    pixels[:] = TIGHT
    pixels[found.plan.cells == OCCUPIED] = ENTITY
    pixels[found.walls.cells != FREE] = WALL
    colors = np.array([TIGHT, DOMINANT, *(stranded_color(i) for i in range(len(found.components) - 1))], dtype=np.uint8)
    reached = found.labels > 0
    pixels[reached] = colors[found.labels[reached]]
    return Image.fromarray(pixels)


def stranded_color(index: int) -> Color:
    """A strong colour, never a green, for the component that comes ``index`` places after the largest."""
    low, high = GREEN_TURNS
    turn = high + (0.5 + index * GOLDEN_TURN) % 1.0 * (1.0 - (high - low))
    red, green, blue = colorsys.hsv_to_rgb(turn % 1.0, 0.85, 0.95)
    return (round(red * 255), round(green * 255), round(blue * 255))
