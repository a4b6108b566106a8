"""What a phase inherits where its scenario says nothing."""

from math import radians
from typing import TypeVar

from attrs import evolve, frozen

from arena_simulation_setup.scenario.phase import GotoPhase, Phase

T = TypeVar("T")


@frozen
class TaskDefaults:
    """Tolerances of goto phases.

    Attributes:
        tolerance_radius: Distance from a goal pose that counts as there, metres.
        tolerance_angle: Difference from its heading that counts as turned, radians; 0 for any.
        hold_time: Seconds to stay parked at a goal.
        signal: What a robot must signal at a goal; empty means nothing.
    """

    tolerance_radius: float = 1.0
    tolerance_angle: float = radians(30.0)
    hold_time: float = 0.0
    signal: str = ""


def filled(phase: Phase, defaults: TaskDefaults) -> Phase:
    """A phase with the defaults where it says nothing; a goal without a heading keeps the angle tolerance."""
    if not isinstance(phase, GotoPhase):
        return phase
    return evolve(
        phase,
        tolerance_radius=_first(phase.tolerance_radius, defaults.tolerance_radius),
        tolerance_angle=_first(phase.tolerance_angle, defaults.tolerance_angle),
        hold_time=_first(phase.hold_time, defaults.hold_time),
        signal=_first(phase.signal, defaults.signal),
    )


def _first(own: T | None, default: T) -> T:
    return default if own is None else own
