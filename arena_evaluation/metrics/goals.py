"""Places that tasks lead to."""

from collections.abc import Sequence

import numpy as np
import shapely
from attrs import frozen
from numpy.typing import NDArray

from arena_evaluation.metrics.measure import NoValueError
from arena_simulation_setup.frame import Area
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.field import CostToGo
from arena_simulation_setup.route.planner import RoutePlanner
from arena_simulation_setup.scenario.phase import GotoPhase, Phase

Floats = NDArray[np.float64]
LEAST_CORNERS = 3


@frozen
class Goal:
    """A point with a tolerance, or an area.

    Attributes:
        text: What it is called in sentences.
        point: Metres, map frame; None for an area.
        corners: Of the area, metres, map frame; empty for a point.
        tolerance: Metres; 0 where none is given.
    """

    text: str
    point: Corner | None
    corners: tuple[Corner, ...] = ()
    tolerance: float = 0.0

    def field(self, planner: RoutePlanner, radius: float) -> CostToGo:
        """The shortest ways to it for a body of a radius in metres."""
        if self.point is not None:
            return planner.field(self.point, radius, keep_clear=False)
        return planner.area_field(self.corners, radius, keep_clear=False)

    def reached(self, points: Floats) -> NDArray[np.bool_]:
        """Whether each of many points, shape (N, 2), lies in the area or within the tolerance."""
        if self.point is None:
            inside: NDArray[np.bool_] = shapely.intersects_xy(shapely.Polygon(self.corners), points)
            return inside
        offsets = points - np.array(self.point)
        near: NDArray[np.bool_] = np.hypot(offsets[:, 0], offsets[:, 1]) <= self.tolerance
        return near


def goal_of(phase: Phase, areas: Sequence[Area]) -> Goal:
    """The goal of a goto phase.

    Raises:
        NoValueError: If it is a person or robot, which moves.
    """
    assert isinstance(phase, GotoPhase)
    tolerance = phase.tolerance_radius or 0.0
    if phase.target is None:
        assert phase.pose is not None
        return Goal(f"({phase.pose.x:.2f}, {phase.pose.y:.2f})", phase.pose.xy, (), tolerance)
    for area in areas:
        if phase.target in (area.name, f"{area.name}/{area.level}") and len(area.corners) >= LEAST_CORNERS:
            return Goal(phase.target, None, area.corners, tolerance)
    raise NoValueError(f"the goal {phase.target} is no place of the world; it may move")
