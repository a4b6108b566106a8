"""Lamps in MuJoCo's terms, and which of them a picture can show."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import mujoco
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.scene.lamps import LightSource, Vector
from arena_simulation_setup.world.light import AMBIENT_FIXTURES

DRAWN_AT_ONCE = 8
"""OpenGL's own limit for lights at once. MuJoCo's list has room for 100 of them and draws the first eight."""
WELL_LIT = 400.0
"""Lumens per square metre of a building for which ``WHITE_LUX`` holds; an exposure fits it to others."""
DARKEST, BRIGHTEST = 0.5, 4.0
"""Bounds of the exposure."""
WHITE_LUX = 250.0
"""Illuminance that makes white things white, so that a corridor (100 lux) and an office (500 lux) can both be made
out. Source of the figures: EN 12464-1."""
HALF_WHITE_LUX = 2000.0
"""Illuminance of the sky or the sun that is half of white, since a screen has no room for daylight beside lamps."""
WIDEST_CUTOFF_DEG = 75.0
"""Of a lamp that shines into a half space; wider ones leave no resolution to shadows."""
SOFTENING = (0.4, 0.0, 1.0)
"""Attenuation: the inverse square of the distance in metres, bounded near the lamp."""
NEAR_BOUNCE = 0.15
"""Share of a lamp's light that comes back from what is near and reaches every side of a thing."""
FAR_BOUNCE = 0.06
"""Share of all light that wanders through the building."""
SPREAD_SHARE = 0.35
"""Share of the light of lamps that are not drawn that reaches a surface, the rest being lost on furniture and walls."""
SHADOW_SOFTNESS = 0.02
EVEN_AIM = (0.25, 0.2, -0.95)
EVEN_AMBIENT, EVEN_DIFFUSE = 0.5, 0.42

Vectors = NDArray[np.float64]


@frozen
class Shining:
    """A lamp that is on: itself, its place and direction in the map frame, and its brightness, 0 to 1."""

    lamp: LightSource
    place: Vector
    aim: Vector
    brightness: float


@frozen
class Selection:
    """The lamps of one picture.

    Attributes:
        batches: Lamps that are drawn together, nearest first; at least one batch, which may be empty.
        spread: Illuminance from no direction, lux: light of all other lamps, and what wanders through the building.
    """

    batches: tuple[tuple[Shining, ...], ...]
    spread: float = 0.0


def select(shining: Sequence[Shining], centre: Vector, passes: int, taken: int, floor_area: float) -> Selection:
    """The lamps that a picture shows: ambient ones, then those nearest to its centre.

    Args:
        shining: Every lamp that is on.
        centre: What the picture looks at, metres, map frame.
        passes: How many times up to ``DRAWN_AT_ONCE`` lamps may be drawn.
        taken: Lights besides lamps, which are drawn in the first pass.
        floor_area: Square metres.
    """
    ordered = sorted(shining, key=lambda one: (one.lamp.fixture not in AMBIENT_FIXTURES, _far(one, centre)))
    room = passes * DRAWN_AT_ONCE - taken
    # Light that is spread evenly takes the place of one lamp.
    room = max(room - 1, 0)
    spread = FAR_BOUNCE * _lumens(ordered[:room]) + SPREAD_SHARE * _lumens(ordered[room:])
    return Selection(tuple(_batches(ordered[:room], taken + 1)), spread / max(floor_area, 1.0))


def exposure_of(lamps: Sequence[LightSource], floor_area: float) -> float:
    """Factor of brightness with which a building shows best when its lamps are on, as a camera set by hand has one.

    It follows from what the world declares and not from what is on, so a dark room stays dark.

    Args:
        lamps: Every lamp.
        floor_area: Square metres.
    """
    lumens = _lumens([Shining(lamp, lamp.place, lamp.aim, lamp.level) for lamp in lamps])
    if lumens <= 0.0:
        return 1.0
    return min(max(WELL_LIT * floor_area / lumens, DARKEST), BRIGHTEST)


def _lumens(shining: Sequence[Shining]) -> float:
    lamps = [one for one in shining if one.lamp.fixture not in AMBIENT_FIXTURES]
    return sum(math.pi * one.lamp.intensity * one.brightness for one in lamps)


def _far(one: Shining, centre: Vector) -> float:
    return 0.0 if one.lamp.fixture in AMBIENT_FIXTURES else math.dist(one.place, centre)


def _batches(drawn: Sequence[Shining], taken: int) -> Iterator[tuple[Shining, ...]]:
    first = DRAWN_AT_ONCE - taken
    yield tuple(drawn[:first])
    for start in range(first, len(drawn), DRAWN_AT_ONCE):
        yield tuple(drawn[start : start + DRAWN_AT_ONCE])


def add_lights(scene: Any, batch: Sequence[Shining], spread: float, manner: tuple[float, bool]) -> None:
    """Append lamps to MuJoCo's list of lights.

    Args:
        scene: MuJoCo's list.
        batch: Lamps.
        spread: Illuminance without direction, lux.
        manner: Factor of brightness, and whether every lamp casts shadows, not only those that shall.
    """
    exposure, shadows = manner
    for one in batch:
        _set_lamp(_next_light(scene), one, exposure, shadows)
    # Without any light MuJoCo would draw everything in full color.
    if spread > 0.0 or scene.nlight == 0:
        light = _next_light(scene)
        light.type = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
        light.ambient[:] = exposure * spread / WHITE_LUX


def add_even_lights(scene: Any) -> None:
    """Append lights that reach everything alike, and show the shape of things a little."""
    light = _next_light(scene)
    light.type = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
    light.dir[:] = EVEN_AIM
    light.ambient[:], light.diffuse[:] = EVEN_AMBIENT, EVEN_DIFFUSE


def _next_light(scene: Any) -> Any:
    light = scene.lights[scene.nlight]
    scene.nlight += 1
    light.id, light.texid, light.headlight, light.castshadow = 0, -1, 0, 0
    light.pos[:], light.dir[:], light.attenuation[:] = (0.0, 0.0, 0.0), (0.0, 0.0, -1.0), (1.0, 0.0, 0.0)
    light.ambient[:], light.diffuse[:], light.specular[:] = 0.0, 0.0, 0.0
    light.cutoff, light.exponent, light.intensity, light.bulbradius = 180.0, 0.0, 0.0, SHADOW_SOFTNESS
    return light


def _set_lamp(light: Any, one: Shining, exposure: float, shadows: bool) -> None:
    lamp, color = one.lamp, np.array(one.lamp.color)
    light.pos[:], light.dir[:] = one.place, one.aim
    light.castshadow = int((shadows or lamp.cast_shadows) and lamp.fixture != "dome")
    if lamp.fixture in AMBIENT_FIXTURES:
        strength = exposure * one.brightness * lamp.intensity / (lamp.intensity + HALF_WHITE_LUX)
        light.type = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
        (light.ambient if lamp.fixture == "dome" else light.diffuse)[:] = color * strength
        return
    strength = exposure * one.brightness * lamp.intensity / WHITE_LUX
    light.diffuse[:], light.ambient[:] = color * strength, color * strength * NEAR_BOUNCE
    light.attenuation[:] = SOFTENING
    light.type = mujoco.mjtLightType.mjLIGHT_SPOT
    if lamp.fixture == "bulb":
        light.type = mujoco.mjtLightType.mjLIGHT_POINT
        light.castshadow = 0
    elif lamp.fixture == "spot":
        light.cutoff = lamp.cone_deg / 2.0
    else:
        light.cutoff, light.exponent = WIDEST_CUTOFF_DEG, 1.0
