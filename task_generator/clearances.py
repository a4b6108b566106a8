"""How much room things get when they are placed."""

import math

from attrs import frozen


@frozen
class Clearances:
    """Room around what modes place, metres.

    Attributes:
        robot: Beside the radius of a robot where its start or goal is chosen.
        obstacle: Around a static object where a mode draws its place.
        largest_obstacle: Radius of the widest object that a mode may draw; below 0 any.
    """

    robot: float = 0.25
    obstacle: float = 0.35
    largest_obstacle: float = 15.0

    @property
    def largest_radius(self) -> float:
        """Radius of the widest object, metres; infinity for any."""
        return math.inf if self.largest_obstacle < 0.0 else self.largest_obstacle
