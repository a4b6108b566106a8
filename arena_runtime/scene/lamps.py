"""A lamp as a light source, and what its data sheet means in candela and color."""

import math

from attrs import frozen

SPOT_CONE_DEG = 40.0
WHITE_K = 5000.0

Vector = tuple[float, float, float]


@frozen
class LightSource:
    """One lamp.

    Attributes:
        entity: Name of the light whose facts switch it, ``<name>/<level>``; lamps of one rig share it.
        fixture: One of ``LOCAL_FIXTURES`` or ``AMBIENT_FIXTURES``.
        place: Metres, map frame, or the frame of the carrier; without meaning for an ambient fixture.
        aim: Unit vector of the direction that it shines in, same frame.
        intensity: Candela along ``aim``; lux for an ambient fixture.
        color: Red, green, blue; the strongest is 1.
        cone_deg: Full angle that it shines into, degrees; 360 for a bulb.
        cast_shadows: Whether it shall cast shadows.
        carrier: Robot that carries it; empty for none.
        lit: Whether it is on at the start.
        level: Dimming at the start, 0 to 1.
        dead_fraction: Share of broken lamps of its rig at the start, 0 to 1.
        rank: From 0 to 1; it is broken where the dead fraction of its rig is greater.
    """

    entity: str
    fixture: str
    place: Vector
    aim: Vector
    intensity: float
    color: Vector
    cone_deg: float
    cast_shadows: bool = False
    carrier: str = ""
    lit: bool = True
    level: float = 1.0
    dead_fraction: float = 0.0
    rank: float = 1.0


def temperature_color(kelvin: float) -> Vector:
    """Color of a black body in a picture whose white is that of 5000 K; the strongest of red, green and blue is 1.

    Source: Tanner Helland's fit to Mitchell Charity's table of black bodies, 1000 K to 40000 K.
    """
    channels = [channel / white for channel, white in zip(_black_body(kelvin), _black_body(WHITE_K), strict=True)]
    strongest = max(channels)
    return channels[0] / strongest, channels[1] / strongest, channels[2] / strongest


def _black_body(kelvin: float) -> Vector:
    hundreds = min(max(kelvin, 1000.0), 40000.0) / 100.0
    if hundreds <= 66.0:
        red, green = 255.0, 99.4708 * math.log(hundreds) - 161.1196
        blue = 0.0 if hundreds <= 19.0 else 138.5177 * math.log(hundreds - 10.0) - 305.0448
    else:
        red, green, blue = 329.6987 * (hundreds - 60.0) ** -0.1332, 288.1222 * (hundreds - 60.0) ** -0.0755, 255.0
    channels = [min(max(channel, 0.0), 255.0) for channel in (red, green, blue)]
    return channels[0], channels[1], channels[2]


def candela(fixture: str, lumens: float, cone_deg: float) -> float:
    """Intensity along the axis of a lamp.

    Flat emitters radiate as the cosine of the angle to their axis (Lambert), bulbs alike into the whole sphere, spots
    alike into their cone.
    """
    if fixture == "bulb":
        return lumens / (4.0 * math.pi)
    if fixture == "spot":
        return lumens / (2.0 * math.pi * (1.0 - math.cos(math.radians(cone_deg) / 2.0)))
    return lumens / math.pi


def cone_of(fixture: str, cone_deg: float | None) -> float:
    """Full angle that a fixture shines into, degrees; a spot has its own, 40 where None is said."""
    if fixture == "spot":
        return SPOT_CONE_DEG if cone_deg is None else cone_deg
    return 360.0 if fixture == "bulb" else 180.0
