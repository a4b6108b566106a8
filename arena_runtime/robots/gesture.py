"""Gestures: configurations of an arm, taken one after the other."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from arena_simulation_setup.models.robot_model import ArmModel

RANDOM = ("", "random")


def gesture_way(arm: ArmModel, gesture: str, random: Generator) -> tuple[NDArray[np.float64], ...] | None:
    """Angles (J,) in radians to be taken one after the other; None where the arm does not know the gesture.

    Args:
        arm: The arm.
        gesture: Name of the gesture; ``random`` or nothing lets chance choose.
        random: Where the choice comes from.
    """
    if gesture in RANDOM and arm.gestures:
        gesture = list(arm.gestures)[int(random.integers(len(arm.gestures)))]
    if gesture not in arm.gestures:
        return None
    return tuple(np.array(arm.configurations[name]) for name in arm.gestures[gesture])
