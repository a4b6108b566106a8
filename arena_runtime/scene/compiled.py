"""A compiled model with the tables that say what its parts mean."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.scene.contacts import ContactTable
from arena_runtime.scene.overlap import Slab, StaticFootprints
from arena_runtime.scene.robot_addresses import RobotAddresses
from arena_runtime.scene.robot_body import RobotEntry
from arena_simulation_setup.geometry import Corner


@frozen
class PersonEntry:
    """A person of the scene: name and radius in metres."""

    name: str
    radius: float


@frozen(eq=False)
class CompiledScene:
    """Everything that stays the same while a scene runs.

    Attributes:
        model: MuJoCo's model.
        sight: MuJoCo's model of what scanners can see.
        substeps: Physics steps per tick.
        robots: Robots, in order of their index, those that are gone included.
        addresses: Where the model has the joints of each robot; None for a robot that is gone.
        people: People who are in the scene, in order of their index.
        person_rows: Shape (P,): index of each of them; None where nobody is gone.
        person_count: Number of people with those that are gone.
        first_person: Index of the first person among the bodies that are moved from outside; the rest follow.
        slabs: Name of each moving slab to its size and place.
        partners: Names that a contact's partner index points into.
        contact_table: What a contact with each geom means.
        footprints: Static solids, searched by place.
        obstacles: Name and convex footprint (metres, map frame, counter-clockwise) of static objects.
    """

    model: Any
    sight: Any
    substeps: int
    robots: tuple[RobotEntry, ...]
    addresses: tuple[RobotAddresses | None, ...]
    people: tuple[PersonEntry, ...]
    person_rows: NDArray[np.intp] | None
    person_count: int
    first_person: int
    slabs: Mapping[str, Slab]
    partners: tuple[str, ...]
    contact_table: ContactTable
    footprints: StaticFootprints
    obstacles: tuple[tuple[str, tuple[Corner, ...]], ...]
