"""Carrying robots and people from one place of the floor to another."""

from collections.abc import Iterable
from typing import TypeVar

from arena_runtime.cast import Cast
from arena_runtime.mechanisms.contract import CarryAgent, Command
from arena_simulation_setup.geometry import Pose

Kind = TypeVar("Kind", bound=Command)


def commands_of(kind: type[Kind], commands: Iterable[Command]) -> list[Kind]:
    """The commands of one kind, in order."""
    return [command for command in commands if isinstance(command, kind)]


def carry_people(cast: Cast, carried: Iterable[CarryAgent]) -> None:
    """Put those who are people where the commands say; their heading stays."""
    for command in carried:
        index = cast.layout.person_index.get(command.agent)
        if index is not None:
            cast.crowd.teleport(index, command.x, command.y, float(cast.crowd.rows[index, 2]))


def carry_robots(cast: Cast, carried: Iterable[CarryAgent]) -> None:
    """Put those who are robots where the commands say; their heading stays.

    Raises:
        SceneError: If one has no room there; people must already be where this tick leaves them.
    """
    for command in carried:
        index = cast.layout.robot_index.get(command.agent)
        if index is not None:
            yaw = float(cast.scene.robot_rows()[index, 2])
            cast.scene.teleport_robot(index, Pose(command.x, command.y, yaw=yaw))
