"""A level: one storey of a world."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.world.light import Light
from arena_simulation_setup.world.microphone import WorldMicrophone
from arena_simulation_setup.world.zone import Zone


@frozen
class LevelDescription:
    """What one ``world.yaml`` says.

    Attributes:
        zones: Rooms, in file order.
        microphones: Listeners.
        lights: Ambient lights (dome, sun).
        extra: Unknown keys, written back as they came.
    """

    zones: tuple[Zone, ...] = ()
    microphones: tuple[WorldMicrophone, ...] = ()
    lights: tuple[Light, ...] = ()
    extra: Mapping[str, Any] = field(factory=dict)
