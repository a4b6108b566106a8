"""The face that an elevator's door opens on."""

from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.level import LevelDescription


def effective_door_side(elevator: Elevator, level: LevelDescription) -> str:
    """The authored face, else the one that looks from the nearest wall into the room.

    Returns:
        One of ``+x``, ``-x``, ``+y``, ``-y``; ``+x`` where no wall is within a metre of the cabin's centre.
    """
    raise NotImplementedError
