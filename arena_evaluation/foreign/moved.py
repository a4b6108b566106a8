"""Robots and people of a recording as rows of frames, in the map frame of a world."""

import math

import numpy as np
from attrs import frozen

from arena_evaluation.foreign.motion import in_body_frame, rates, turning, walked_headings
from arena_evaluation.foreign.placing import Walk
from arena_evaluation.foreign.rotation import Floats, composed, planar, yaws
from arena_evaluation.foreign.samples import Bools
from arena_simulation_setup.geometry import Pose


@frozen
class Alignment:
    """Where the map of a recording lies in the map frame of a world.

    Attributes:
        offset: In the frame of its level: x, y (metres), yaw (radians).
        origin: Where the level's own origin lies, metres.
    """

    offset: Pose = Pose(0.0, 0.0)
    origin: tuple[float, float] = (0.0, 0.0)

    def rows(self, poses: Floats) -> Floats:
        """Poses of the recording in the plane of the world: x, y (metres), yaw (radians); (N, 7) to (N, 3)."""
        frame = planar(self.offset.x + self.origin[0], self.offset.y + self.origin[1], self.offset.yaw)
        moved = composed(np.repeat(frame, len(poses), axis=0), poses)
        return np.column_stack((moved[:, :2], yaws(moved[:, 3:])))

    def pose(self, pose: Pose) -> Pose:
        """A pose of the recording in the world."""
        x, y, _ = self.rows(planar(pose.x, pose.y, 0.0))[0].tolist()
        return Pose(x, y, math.remainder(pose.yaw + self.offset.yaw, math.tau))


def robot_rows(poses: Floats, known: Bools, times: Floats, alignment: Alignment) -> Floats:
    """Rows as in ``Frame.robots``, NaN where nothing is known; shape (N, 6).

    Args:
        poses: Shape (N, 7), in the map frame of the recording.
        known: Shape (N,).
        times: Shape (N,), seconds.
        alignment: Where that map lies in the world.
    """
    rows = np.where(known[:, None], alignment.rows(poses), np.nan)
    velocities = in_body_frame(rates(rows[:, :2], times), rows[:, 2])
    return np.column_stack((rows, velocities, turning(rows[:, 2], times)))


def person_rows(walk: Walk, times: Floats, alignment: Alignment) -> Floats:
    """Rows as in ``Frame.people``, NaN while absent; shape (N, 5)."""
    rows = np.where(walk.present[:, None], alignment.rows(walk.poses), np.nan)
    velocities = rates(rows[:, :2], times)
    told = np.where(walk.has_heading, rows[:, 2], np.nan)
    headings = np.where(walk.present, walked_headings(told, velocities), np.nan)
    return np.column_stack((rows[:, :2], headings, velocities))
