"""Whether robots get to goals that come while an episode runs."""

import math

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.route.margin import PLANNING_MARGIN

# Places are looked for on a lattice, so that the nearest one is never exactly where it was asked for, metres.
LATTICE = 0.1


def no_way(robot: tuple[str, float], start: Corner, goal: Corner, tolerance: float, planner: RoutePlanner) -> str:
    """Why a robot can not get near enough to a goal; empty where it can.

    Args:
        robot: Its name and radius in metres.
        start: Where it comes from, metres, map frame.
        goal: Where it shall go.
        tolerance: Distance from the goal that counts as there, metres.
        planner: Free space of the episode.
    """
    name, radius = robot
    nearest = planner.nearest_reachable(start, goal, radius + PLANNING_MARGIN)
    away = math.dist(nearest, goal)
    if away <= max(tolerance, LATTICE):
        return ""
    return (
        f"robot {name} can not get to {point_text(goal)}: the nearest place that it gets to from {point_text(start)} "
        f"is {point_text(nearest)}, {away:.2f} m away, expected at most {tolerance:.2f} m"
    )


def point_text(point: Corner) -> str:
    """A point as texts name it."""
    return f"({point[0]:.2f}, {point[1]:.2f})"
