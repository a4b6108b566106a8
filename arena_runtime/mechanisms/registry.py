"""Which mechanisms a world has: one line per kind, in a fixed order."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from arena_runtime.mechanisms.columns import wire_name
from arena_runtime.mechanisms.contract import Mechanism, MechanismGroup
from arena_runtime.mechanisms.door import DoorMechanism
from arena_runtime.mechanisms.elevator_groups import elevator_groups
from arena_runtime.mechanisms.fact_table import FactTable
from arena_runtime.mechanisms.gate import GateMechanism, GateRule
from arena_runtime.mechanisms.light import LightMechanism
from arena_runtime.mechanisms.occupancy_cap import OccupancyCapMechanism
from arena_runtime.mechanisms.pressure_plate import driving_plates, plates
from arena_runtime.mechanisms.schedule import ScheduleMechanism
from arena_runtime.mechanisms.signal import SignalMechanism
from arena_runtime.mechanisms.sound import SoundMechanism
from arena_runtime.mechanisms.zone import ZoneMechanism, inert_annotations
from arena_simulation_setup.world.compaction import CompactedWorld

__all__ = ["BUILDERS", "FactTable", "build_mechanisms"]

Builder = Callable[[CompactedWorld], Iterator[Mechanism | MechanismGroup]]


def _doors(world: CompactedWorld) -> Iterator[Mechanism]:
    driving = driving_plates(world)
    return (
        DoorMechanism(door, level, GateRule.of(door, level), driving.get(wire_name(door.name, level), ()))
        for level, door in world.doors()
    )


def _gates(world: CompactedWorld) -> Iterator[Mechanism]:
    return _found(GateMechanism.of(door, level) for level, door in world.doors())


def _caps(world: CompactedWorld) -> Iterator[Mechanism]:
    return _found(OccupancyCapMechanism.of(zone, level) for level, zone in world.zones())


def _signals(world: CompactedWorld) -> Iterator[Mechanism]:
    return _found(SignalMechanism.of(signal, level) for level, zone in world.zones() for signal in zone.signals)


def _schedules(world: CompactedWorld) -> Iterator[Mechanism]:
    return _found(ScheduleMechanism.of(entry, level) for level, zone in world.zones() for entry in zone.schedules)


def _sounds(world: CompactedWorld) -> Iterator[Mechanism]:
    return _found(
        SoundMechanism.of(sound, wire_name(sound.name, level)) for level, zone in world.zones() for sound in zone.sounds
    )


def _lights(world: CompactedWorld) -> Iterator[Mechanism]:
    for name, level in world.levels.items():
        fixtures = (*level.lights, *(light for zone in level.zones for light in zone.lights))
        yield from (LightMechanism.of_fixture(light, wire_name(light.name, name)) for light in fixtures)
        for zone in level.zones:
            if zone.ceiling_lights is not None:
                yield LightMechanism.of_rig(zone.ceiling_lights, wire_name(zone.name, name))


def _zones(world: CompactedWorld) -> Iterator[Mechanism]:
    return (ZoneMechanism(zone, level) for level, zone in world.zones() if inert_annotations(zone))


BUILDERS: tuple[tuple[str, Builder], ...] = (
    ("door", _doors),
    ("elevator", elevator_groups),
    ("gate", _gates),
    ("pressure_plate", plates),
    ("occupancy_cap", _caps),
    ("signal", _signals),
    ("schedule", _schedules),
    ("sound", _sounds),
    ("light", _lights),
    ("zone", _zones),
)


def build_mechanisms(
    world: CompactedWorld, further: Sequence[Mechanism] = ()
) -> tuple[Mechanism | MechanismGroup, ...]:
    """All mechanisms of a world, kind by kind in the order of ``BUILDERS`` and in file order within a kind.

    Args:
        world: The world, in the map frame.
        further: What an episode brings beside; it comes last.

    Raises:
        ValueError: If the parameters of a thing can not be used.
    """
    return (*(mechanism for _, build in BUILDERS for mechanism in build(world)), *further)


def _found(mechanisms: Iterable[Mechanism | None]) -> Iterator[Mechanism]:
    return (mechanism for mechanism in mechanisms if mechanism is not None)
