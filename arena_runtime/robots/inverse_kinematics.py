"""Where an arm's tip is, and which angles bring it somewhere."""

import math

import numpy as np
from attrs import frozen
from numpy.random import Generator
from numpy.typing import NDArray

Floats = NDArray[np.float64]
STEPS = 80
"""Steps from one start; the search has ended long before where it ends at all."""
FIRST_DAMPING = 1e-2
MOST_DAMPING = 1e4
LONGEST_TURN = 0.5
"""Radians that a joint turns at most in one step."""


@frozen(eq=False)
class Chain:
    """An arm as a chain of hinges, all in the robot's base frame with every joint at 0.

    Attributes:
        anchors: Shape (J, 3): a point on the axis of each joint, metres.
        axes: Shape (J, 3): unit vectors.
        tip: Shape (3,): place of the tip, metres.
        tip_rotation: Shape (3, 3): axes of the tip as columns.
        lower: Shape (J,): smallest angles, radians.
        upper: Shape (J,): largest angles.
    """

    anchors: Floats
    axes: Floats
    tip: Floats
    tip_rotation: Floats
    lower: Floats
    upper: Floats

    def tip_at(self, angles: Floats) -> tuple[Floats, Floats]:
        """Place (3,) in metres and axes (3, 3) of the tip for angles of shape (J,), base frame."""
        place, rotation, _ = self._moved(angles)
        return place, rotation

    def jacobian_at(self, angles: Floats) -> tuple[Floats, Floats, Floats]:
        """Place and axes of the tip, and shape (6, J): its velocity and angular velocity per joint speed."""
        place, rotation, (anchors, axes) = self._moved(angles)
        return place, rotation, np.vstack((np.cross(axes, place - anchors).T, axes.T))

    def _moved(self, angles: Floats) -> tuple[Floats, Floats, tuple[Floats, Floats]]:
        """Source: product of exponentials; Lynch and Park, Modern Robotics (2017), chapter 4."""
        anchors, axes = np.empty_like(self.anchors), np.empty_like(self.axes)
        rotation, shift = np.eye(3), np.zeros(3)
        for joint, angle in enumerate(angles.tolist()):
            anchors[joint] = rotation @ self.anchors[joint] + shift
            axes[joint] = rotation @ self.axes[joint]
            turn = rotation_about(axes[joint], angle)
            shift = turn @ (shift - anchors[joint]) + anchors[joint]
            rotation = turn @ rotation
        return rotation @ self.tip + shift, rotation @ self.tip_rotation, (anchors, axes)


@frozen(eq=False)
class TipGoal:
    """Where a tip shall be, base frame.

    Attributes:
        place: Shape (3,), metres.
        rotation: Shape (3, 3); None leaves it free.
        position_tolerance: Metres.
        orientation_tolerance: Radians.
    """

    place: Floats
    rotation: Floats | None
    position_tolerance: float
    orientation_tolerance: float

    def error(self, place: Floats, rotation: Floats) -> Floats:
        """What is left to go: shape (3,) in metres, or (6,) with a rotation vector in radians."""
        shift = self.place - place
        if self.rotation is None:
            return shift
        return np.concatenate((shift, rotation_vector(self.rotation @ rotation.T)))

    def reached(self, error: Floats) -> bool:
        """Whether an error is within the tolerances."""
        near = float(np.linalg.norm(error[:3])) <= self.position_tolerance
        return near and float(np.linalg.norm(error[3:])) <= self.orientation_tolerance


def solved(chain: Chain, goal: TipGoal, first: Floats, starts: int, random: Generator) -> Floats | None:
    """Angles that bring the tip to a goal, or None where none were found.

    The search starts from the angles of now, then from random ones within the limits.

    Args:
        chain: The arm.
        goal: Where the tip shall be.
        first: Shape (J,): angles to begin with, radians.
        starts: How many starts there are at most.
        random: Where further starts come from.
    """
    # A pose farther away than all links put end to end needs no search.
    if np.linalg.norm(goal.place - chain.anchors[0]) > _length(chain) + goal.position_tolerance:
        return None
    angles = first
    for _ in range(starts):
        found = _descended(chain, goal, np.clip(angles, chain.lower, chain.upper))
        if found is not None:
            return found
        angles = random.uniform(chain.lower, chain.upper)
    return None


def _descended(chain: Chain, goal: TipGoal, angles: Floats) -> Floats | None:
    """Damped least squares from one start; the damping follows the success of each step.

    Source: Wampler (1986), damped least-squares inverse kinematics; damping after Levenberg (1944) and Marquardt.
    """
    damping = FIRST_DAMPING
    place, rotation, jacobian = chain.jacobian_at(angles)
    error = goal.error(place, rotation)
    for _ in range(STEPS):
        if _well_reached(goal, error):
            return angles
        rows = jacobian[: len(error)]
        step = rows.T @ np.linalg.solve(rows @ rows.T + damping * np.eye(len(error)), error)
        step *= min(1.0, LONGEST_TURN / max(float(np.abs(step).max()), 1e-12))
        tried = np.clip(angles + step, chain.lower, chain.upper)
        place, rotation, tried_jacobian = chain.jacobian_at(tried)
        tried_error = goal.error(place, rotation)
        if tried_error @ tried_error < error @ error:
            angles, error, jacobian, damping = tried, tried_error, tried_jacobian, damping * 0.3
        else:
            damping *= 4.0
            if damping > MOST_DAMPING:
                break
    return angles if goal.reached(error) else None


def _well_reached(goal: TipGoal, error: Floats) -> bool:
    """Well within the tolerances, so that the joints may still be a little off."""
    return goal.reached(2.0 * error)


def _length(chain: Chain) -> float:
    points = np.vstack((chain.anchors, chain.tip))
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


def rotation_about(axis: Floats, angle: float) -> Floats:
    """Shape (3, 3). Source: Rodrigues' rotation formula; the axis is a unit vector, the angle in radians."""
    x, y, z = axis.tolist()
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turned: Floats = np.eye(3) + math.sin(angle) * cross + (1.0 - math.cos(angle)) * (cross @ cross)
    return turned


def rotation_vector(rotation: Floats) -> Floats:
    """Shape (3,): axis times angle (0 to pi) of a rotation matrix."""
    skew = np.array([rotation[2, 1] - rotation[1, 2], rotation[0, 2] - rotation[2, 0], rotation[1, 0] - rotation[0, 1]])
    cosine, sine = (float(np.trace(rotation)) - 1.0) / 2.0, float(np.linalg.norm(skew)) / 2.0
    angle = math.atan2(sine, cosine)
    if sine > 1e-9:
        return skew * (angle / (2.0 * sine))
    if cosine > 0.0:
        return np.zeros(3)
    # Half a turn: the axis is the column of the largest diagonal element of R + 1.
    column = (rotation + np.eye(3))[:, int(np.argmax(np.diag(rotation)))]
    half_turn: Floats = column * (math.pi / float(np.linalg.norm(column)))
    return half_turn
