"""Where a robot shall go."""

from attrs import frozen

from arena_simulation_setup.geometry import Corner


@frozen
class Goal:
    """A goal of the navigator, map frame. Either ``point`` or ``polygon`` is given.

    Attributes:
        point: Where to stop, metres.
        polygon: Area to come into, metres; the robot stops once its centre is inside by a margin.
        yaw: Heading to end with, radians; None leaves it free.
        position_tolerance: Distance from the point that counts as there, metres.
        yaw_tolerance: Difference from the heading that counts as turned, radians.
        acceptable_distance: Distance that will do while somebody stands where the robot should, metres.
        lane: Corners of the straight lines to drive along to the point, metres; none for the cheapest way.
    """

    point: Corner | None = None
    polygon: tuple[Corner, ...] = ()
    yaw: float | None = None
    position_tolerance: float = 0.1
    yaw_tolerance: float = 0.1
    acceptable_distance: float = 0.0
    lane: tuple[Corner, ...] = ()
