"""What a phase inherits where its scenario says nothing."""

from math import radians

from attrs import frozen


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
