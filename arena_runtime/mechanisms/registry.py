"""Which mechanisms a world has: one line per kind, in a fixed order."""

from collections.abc import Callable, Iterator

from arena_runtime.mechanisms.contract import Mechanism, MechanismGroup
from arena_runtime.mechanisms.door import DoorMechanism
from arena_runtime.mechanisms.fact_table import FactTable
from arena_runtime.mechanisms.zone import ZoneMechanism, inert_annotations
from arena_simulation_setup.world.compaction import CompactedWorld

__all__ = ["BUILDERS", "FactTable", "build_mechanisms"]

Builder = Callable[[CompactedWorld], Iterator[Mechanism | MechanismGroup]]


def _doors(world: CompactedWorld) -> Iterator[Mechanism]:
    return (DoorMechanism(door, level) for level, door in world.doors())


def _zones(world: CompactedWorld) -> Iterator[Mechanism]:
    return (ZoneMechanism(zone, level) for level, zone in world.zones() if inert_annotations(zone))


BUILDERS: tuple[tuple[str, Builder], ...] = (
    ("door", _doors),
    ("zone", _zones),
)


def build_mechanisms(world: CompactedWorld) -> tuple[Mechanism | MechanismGroup, ...]:
    """All mechanisms of a world, kind by kind in the order of ``BUILDERS`` and in file order within a kind."""
    return tuple(mechanism for _, build in BUILDERS for mechanism in build(world))
