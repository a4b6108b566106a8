"""Where MuJoCo keeps the joints and actuators of each robot."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.scene.robot_body import RobotEntry
from arena_runtime.scene.robot_looks import part_name

Indices = NDArray[np.intp]


@frozen(eq=False)
class ArmAddresses:
    """An arm, from its base to its tip.

    Attributes:
        positions: Shape (J,): where ``qpos`` has its joints.
        speeds: Shape (J,): where ``qvel`` has them.
        controls: Shape (J,): where ``ctrl`` has their actuators.
        start: Shape (J,): angles at frame 0, radians.
    """

    positions: Indices
    speeds: Indices
    controls: Indices
    start: NDArray[np.float64]


@frozen(eq=False)
class RobotAddresses:
    """A robot; slides along x and y and the hinge about z follow one another, so the first of them is enough.

    Attributes:
        position: Where ``qpos`` has them.
        speed: Where ``qvel`` has them.
        control: Where ``ctrl`` has the three actuators of the drive.
        arms: Its arms, in the order of its model.
    """

    position: int
    speed: int
    control: int
    arms: tuple[ArmAddresses, ...] = ()


def robot_addresses(
    model: Any, robots: Sequence[RobotEntry], gone: Collection[str] = ()
) -> tuple[RobotAddresses | None, ...]:
    """The addresses of every robot of a compiled model; None for those that are gone."""
    return tuple(None if robot.name in gone else _addresses(model, robot) for robot in robots)


def _addresses(model: Any, robot: RobotEntry) -> RobotAddresses:
    first = model.joint(f"{robot.name}/x")
    return RobotAddresses(
        position=int(first.qposadr[0]),
        speed=int(first.dofadr[0]),
        control=int(model.actuator(f"{robot.name}/drive_0").id),
        arms=tuple(
            _arm(model, [part_name(robot.name, joint.name) for joint in arm.joints], arm.start) for arm in robot.arms
        ),
    )


def _arm(model: Any, joints: Sequence[str], start: Sequence[float]) -> ArmAddresses:
    return ArmAddresses(
        positions=np.array([model.joint(joint).qposadr[0] for joint in joints], dtype=np.intp),
        speeds=np.array([model.joint(joint).dofadr[0] for joint in joints], dtype=np.intp),
        controls=np.array([model.actuator(joint).id for joint in joints], dtype=np.intp),
        start=np.array(start, dtype=np.float64),
    )
