"""The doors of a world as navigators know them, and where frames say how far each is open."""

import numpy as np
from numpy.typing import NDArray

from arena_runtime.robots.surroundings import DoorLine
from arena_simulation_setup.frame import FrameLayout
from arena_simulation_setup.route.lifts import cabins_and_lifts
from arena_simulation_setup.world.cabin import CABIN_WALL
from arena_simulation_setup.world.compaction import CompactedWorld


def door_lines(world: CompactedWorld) -> tuple[DoorLine, ...]:
    """The doors of all levels, then the doors of all cabins, map frame."""
    doors = (DoorLine(door.name, door.start.xy, door.end.xy, door.width) for _, door in world.doors())
    cabins, _ = cabins_and_lifts(world)
    return (*doors, *(DoorLine(cabin.name, *cabin.door, CABIN_WALL, cabin.activation_distance) for cabin in cabins))


def progress_columns(world: CompactedWorld, layout: FrameLayout) -> NDArray[np.intp]:
    """Shape (D,): index in ``Frame.numbers`` of the progress of each of the ``door_lines``, in their order."""
    where = {(column.entity, column.field): at for at, column in enumerate(layout.numbers)}
    doors = [where[f"{door.name}/{level}", "progress"] for level, door in world.doors()]
    cabins = [where[f"{lift.name}/{level}", "cabin_door_progress"] for level, lift in world.elevators()]
    return np.array(doors + cabins, dtype=np.intp)
