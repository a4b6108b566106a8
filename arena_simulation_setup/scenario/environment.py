"""Environments: groups of objects and people that rooms are filled with."""

from fnmatch import fnmatchcase

from attrs import frozen

from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.tree.identifiers import ObjectIdentifier, PedestrianIdentifier


@frozen
class GroupObject:
    """An object of a group.

    Attributes:
        model: Object model.
        pose: Metres and radians, in the frame of the group: its origin is the middle of the group.
    """

    model: ObjectIdentifier
    pose: Pose


@frozen
class GroupPerson:
    """A person of a group.

    Attributes:
        model: Pedestrian model.
        pose: Metres and radians, in the frame of the group.
        waypoints: Where the person walks, metres, in the frame of the group.
    """

    model: PedestrianIdentifier
    pose: Pose
    waypoints: tuple[Corner, ...] = ()


@frozen
class Group:
    """Things that stand together on a rectangle of floor.

    Attributes:
        name: Name of the group.
        size: Width and depth of the rectangle, metres.
        margin: Room between two groups, metres.
        rotations: Turns to choose from, radians.
        static: Its objects.
        dynamic: Its people.
        zones: Patterns of the names of rooms that it belongs into (``*`` for anything), after ``!`` of those that it
            stays out of; without one of the first sort it belongs into all the others.
        most: How many of it a room gets at the most, at random places where all of it has room; None for one on
            every tile, without those parts that have no room.
    """

    name: str
    size: tuple[float, float]
    margin: float = 0.5
    rotations: tuple[float, ...] = (0.0,)
    static: tuple[GroupObject, ...] = ()
    dynamic: tuple[GroupPerson, ...] = ()
    zones: tuple[str, ...] = ()
    most: int | None = None

    def belongs_into(self, room: str) -> bool:
        """Whether a room of a name may have it."""
        wanted = [pattern for pattern in self.zones if not pattern.startswith("!")]
        refused = [pattern[1:] for pattern in self.zones if pattern.startswith("!")]
        if any(fnmatchcase(room, pattern) for pattern in refused):
            return False
        return not wanted or any(fnmatchcase(room, pattern) for pattern in wanted)


@frozen
class EnvironmentConfig:
    """What rooms are filled with.

    Attributes:
        groups: Each room gets one of those that belong into it.
    """

    groups: tuple[Group, ...] = ()
