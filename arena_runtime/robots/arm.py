"""What an arm shall do for a phase: the angles to take, or why it can not."""

import math
from collections.abc import Callable

import numpy as np
from attrs import frozen
from numpy.random import Generator
from numpy.typing import NDArray

from arena_runtime.robots.gesture import gesture_way
from arena_runtime.robots.inverse_kinematics import Chain, TipGoal, solved
from arena_runtime.scene.shapes import rotation_matrix
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.robot_model import ArmModel
from arena_simulation_setup.scenario.phase import GesturePhase, ReachPhase

Floats = NDArray[np.float64]
Way = tuple[Floats, ...]
POSITION_TOLERANCE = 0.02
ORIENTATION_TOLERANCE = 0.1
"""Metres and radians where a phase says nothing."""
PLANNING_TIME = 2.0
STARTS_PER_SECOND = 20.0
MOST_STARTS = 200
"""Planning takes no simulated time; its time limit is a number of starts, so that no clock decides what is found."""
RANDOM = "random"
UNREACHABLE = "failed: unreachable"
NO_CONFIGURATION = "failed: unknown configuration"
NO_GESTURE = "failed: unknown gesture"
NO_FRAME = "failed: unknown frame"
BASE_FRAMES = ("", "base", "base_link")


@frozen(eq=False)
class Situation:
    """Where an arm is when it begins.

    Attributes:
        robot: Name of its robot.
        base: Pose of the robot, map frame.
        angles: Shape (J,): those of now, radians.
        place_of: Pose of a robot, person or named place in the map frame; None for an unknown name.
    """

    robot: str
    base: Pose
    angles: Floats
    place_of: Callable[[str], Pose | None]


def way_of(
    phase: GesturePhase | ReachPhase, arm: ArmModel, chain: Chain, situation: Situation, random: Generator
) -> Way | str:
    """Angles to take one after the other, or the status that the phase ends with.

    Args:
        phase: What is asked for.
        arm: The arm.
        chain: How it moves.
        situation: Where it is.
        random: Where choices and starts of the search come from.
    """
    if isinstance(phase, GesturePhase):
        return gesture_way(arm, phase.gesture, random) or NO_GESTURE
    if phase.pose is None:
        return _configured(phase.configuration or RANDOM, arm, random)
    return _reaching(phase, phase.pose, chain, situation, random)


def _configured(name: str, arm: ArmModel, random: Generator) -> Way | str:
    if name == RANDOM and RANDOM not in arm.configurations:
        name = list(arm.configurations)[int(random.integers(len(arm.configurations)))]
    if name not in arm.configurations:
        return NO_CONFIGURATION
    return (np.array(arm.configurations[name]),)


def _reaching(phase: ReachPhase, pose: Pose, chain: Chain, situation: Situation, random: Generator) -> Way | str:
    frame = _frame_in_base(phase.frame, chain, situation)
    if frame is None:
        return NO_FRAME
    place, axes = frame
    position = phase.position_tolerance or POSITION_TOLERANCE
    orientation = ORIENTATION_TOLERANCE if phase.orientation_tolerance is None else phase.orientation_tolerance
    goal = TipGoal(
        place=place + axes @ (pose.x, pose.y, pose.z),
        rotation=None if orientation >= math.pi else axes @ rotation_matrix(pose.roll, pose.pitch, pose.yaw),
        position_tolerance=position,
        orientation_tolerance=orientation or ORIENTATION_TOLERANCE,
    )
    seconds = PLANNING_TIME if phase.planning_time is None else phase.planning_time
    starts = min(MOST_STARTS, max(1, round(seconds * STARTS_PER_SECOND)))
    angles = solved(chain, goal, situation.angles, starts, random)
    return UNREACHABLE if angles is None else (angles,)


def _frame_in_base(name: str, chain: Chain, situation: Situation) -> tuple[Floats, Floats] | None:
    """Place and axes of a frame in that of the robot's base; None where there is no such frame."""
    own = (*BASE_FRAMES, situation.robot, *(f"{situation.robot}/{base}" for base in BASE_FRAMES))
    if name in own:
        return np.zeros(3), np.eye(3)
    place = Pose(0.0, 0.0) if name == "map" else situation.place_of(name)
    if place is None:
        return None
    base = situation.base
    turn = rotation_matrix(base.roll, base.pitch, base.yaw).T
    shift = turn @ np.array((place.x - base.x, place.y - base.y, place.z - base.z))
    return shift, turn @ rotation_matrix(place.roll, place.pitch, place.yaw)
