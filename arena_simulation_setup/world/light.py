"""Lights: single fixtures and ceiling rigs."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.geometry import Position

LOCAL_FIXTURES = ("panel", "tube", "downlight", "spot", "bulb")
AMBIENT_FIXTURES = ("dome", "sun")


@frozen
class Light:
    """A light fixture.

    Attributes:
        name: Unique on its level.
        fixture: One of ``LOCAL_FIXTURES`` (luminous flux in ``lumens``) or ``AMBIENT_FIXTURES`` (``lux``).
        position: Metres, level frame; local fixtures have exactly one of position, entity_ref, frame.
        entity_ref: Static entity that carries the light.
        frame: Transform frame that carries the light.
        offset: Metres, in the frame of the carrier.
        direction: Where it shines; None means straight down.
        lumens: Luminous flux of a local fixture.
        lux: Illuminance of an ambient fixture.
        cct_K: Correlated colour temperature, kelvin.
        cone_deg: Full cone of a spot, degrees.
        cast_shadows: Whether it casts shadows.
        light_on: Regime that switches it; a leading ``!`` negates.
        lit: Whether it is on at the start; None means on.
        level: Dimming, 0 to 1.
        extra: Unknown keys, written back as they came.
    """

    name: str
    fixture: str
    position: Position | None = None
    entity_ref: str = ""
    frame: str = ""
    offset: Position = Position(0.0, 0.0, 0.0)
    direction: Position | None = None
    lumens: float | None = None
    lux: float | None = None
    cct_K: float = 6500.0
    cone_deg: float | None = None
    cast_shadows: bool = False
    light_on: str = ""
    lit: bool | None = None
    level: float = 1.0
    extra: Mapping[str, Any] = field(factory=dict)


@frozen
class CeilingLights:
    """A grid of equal fixtures under a zone's ceiling.

    Attributes:
        fixture: One of ``LOCAL_FIXTURES``.
        spacing: Distance of neighbouring fixtures, metres.
        lumens: Luminous flux of one fixture.
        cct_K: Correlated colour temperature, kelvin.
        cast_shadows: Whether they cast shadows.
        light_on: Regime that switches the rig; a leading ``!`` negates.
        lit: Whether it is on at the start; None means on.
        level: Dimming, 0 to 1.
        dead_fraction: Share of broken fixtures, 0 to 1.
    """

    fixture: str = "panel"
    spacing: float = 2.4
    lumens: float = 3600.0
    cct_K: float = 6500.0
    cast_shadows: bool = False
    light_on: str = ""
    lit: bool | None = None
    level: float = 1.0
    dead_fraction: float = 0.0
