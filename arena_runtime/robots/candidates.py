"""The short ways that a robot can take from where it is, and how far each of them is free.

A candidate is an arc or a bend to drive along at once, or a straight ray to turn to first. All of them are laid over
the map in one go. Source of the idea: Fox, Burgard, Thrun, "The dynamic window approach to collision avoidance"
(1997); arcs are fixed here and speed follows from how far the best one is free.
"""

import math

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.robots.laying_out import lengths_free
from arena_runtime.robots.surroundings import Surroundings
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.route import ClearanceField
from arena_simulation_setup.route.clearance_kernel import grid_of

Floats = NDArray[np.float64]

# Curvatures of the plain arcs, 1/m.
_SOME_CURVATURES = (0.0, 0.2, 0.4, 0.65, 0.95, 1.4, 2.0, 3.0)
ARCS = np.array(sorted({sign * curvature for curvature in _SOME_CURVATURES for sign in (-1, 1)}))
# Bends go round a curve of this curvature, 1/m, to these directions against the heading, radians, and straight on.
BEND_CURVATURE = 1.2
_BENDS = np.radians([-75.0, -55.0, -38.0, -22.0, 22.0, 38.0, 55.0, 75.0])
# Rays start on the spot in these directions.
RAYS = np.radians([-160.0, -125.0, -90.0, -60.0, -35.0, 35.0, 60.0, 90.0, 125.0, 160.0])
# Curvature that the robot starts with on each arc and bend; rays follow after them.
CURVATURES = np.concatenate((ARCS, np.sign(_BENDS) * BEND_CURVATURE))
DRIVE_COUNT = len(CURVATURES)

# Points on each candidate: their distances from the robot along it, metres.
PLACES = np.linspace(0.15, 2.1, 14)
STEP = float(PLACES[1] - PLACES[0])
FARTHEST = float(PLACES[-1])
# The first points of a candidate, whose room decides how fast the robot may go.
_NEXT = 5


def _template() -> Floats:
    """Points of all candidates in the robot's frame: x and y, shape (2, K, M), metres."""
    curved = np.concatenate((np.full(len(ARCS), np.inf), np.abs(_BENDS) / BEND_CURVATURE))[:, None]
    on_curve = np.minimum(PLACES, curved)
    turn = CURVATURES[:, None] * on_curve
    chord = on_curve * np.sinc(turn / (2 * np.pi))
    straight = PLACES - on_curve
    x = chord * np.cos(turn / 2) + straight * np.cos(turn)
    y = chord * np.sin(turn / 2) + straight * np.sin(turn)
    rays = (np.cos(RAYS)[:, None] * PLACES, np.sin(RAYS)[:, None] * PLACES)
    return np.array((np.vstack((x, rays[0])), np.vstack((y, rays[1]))))


_TEMPLATE = _template()


@frozen(eq=False)
class Candidates:
    """All candidates at one pose.

    Attributes:
        x: Shape (K, M), metres, map frame; arcs first, then bends, then rays.
        y: As ``x``.
        free: Shape (K,): length that nothing blocks, metres.
        clearance: Shape (K, M): distance from walls, metres.
    """

    x: Floats
    y: Floats
    free: Floats
    clearance: Floats

    def gap(self, row: int) -> float:
        """Least distance from walls on the first part of a candidate, metres."""
        nearest: float = min(self.clearance[row, :_NEXT].tolist())
        return nearest

    def end(self, length: Floats) -> tuple[Floats, Floats]:
        """The last points (x, y; shape (K,)) within a length (shape (K,), metres) of each candidate."""
        place = np.minimum(np.maximum((length / STEP).astype(np.intp) - 1, 0), len(PLACES) - 1)
        rows = np.arange(len(place))
        return self.x[rows, place], self.y[rows, place]


def candidates(
    pose: Pose, speed: float, radius: float, clearance: ClearanceField, surroundings: Surroundings
) -> Candidates:
    """Lay all candidates over the map.

    A robot that is nearer to something than it should be may go where it gets no nearer.

    Args:
        pose: Robot in the map frame.
        speed: Speed it is going to drive at, m/s; decides where moving people will be met.
        radius: Of the robot, metres.
        clearance: Walls and furniture.
        surroundings: Everything else that moves.
    """
    return laid_over(_TEMPLATE, pose, speed, radius, clearance, surroundings)


def laid_over(
    template: Floats, pose: Pose, speed: float, radius: float, clearance: ClearanceField, surroundings: Surroundings
) -> Candidates:
    """Lay ways of any kind over the map, as ``candidates`` does with its own.

    Args:
        template: Shape (2, K, M): points at ``PLACES`` along each way, metres, frame of the pose.
        pose: Where they begin, map frame.
        speed: As for ``candidates``.
        radius: As for ``candidates``.
        clearance: As for ``candidates``.
        surroundings: As for ``candidates``.
    """
    place = np.array((pose.x, pose.y, math.cos(pose.yaw), math.sin(pose.yaw)))
    others = surroundings.slabs, surroundings.discs
    found, free = lengths_free(template, place, radius, grid_of(clearance), *others, PLACES, speed)
    return Candidates(found[0], found[1], free, found[2])
