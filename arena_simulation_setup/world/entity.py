"""Things and people that a world or a scenario places."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.tree.identifiers import ObjectIdentifier, PedestrianIdentifier


@frozen
class EntityLight:
    """How one placement switches the lights of its model.

    Attributes:
        lit: On or off at the start; None leaves the model's own value.
        light_on: Regime that switches them.
        level: Dimming, 0 to 1; None leaves the model's own value.
    """

    lit: bool | None = None
    light_on: str = ""
    level: float | None = None


@frozen
class Obstacle:
    """A static object.

    Attributes:
        name: Name of the entity.
        model: Object model.
        pose: Level frame, or the name of a zone, door or elevator to place it in.
        scale: Factors along x, y, z; None means as modelled.
        level_id: Level in a world with several.
        light: Switches of the model's lights.
        extra: Other keys (``type``, ``capacity``, ``bbox`` and unknown ones), written back as they came.
    """

    name: str
    model: ObjectIdentifier
    pose: Pose | str
    scale: tuple[float, float, float] | None = None
    level_id: str = ""
    light: EntityLight | None = None
    extra: Mapping[str, Any] = field(factory=dict)


@frozen
class Waypoint:
    """A point on a person's way.

    Attributes:
        position: Metres, level frame, or the name of a zone, door or elevator.
        level_id: Level in a world with several.
    """

    position: Position | str
    level_id: str = ""


@frozen
class DynamicObstacle:
    """A person.

    Attributes:
        name: Name of the person.
        model: Pedestrian model.
        pose: Level frame, or the name of a zone, door or elevator to start in.
        waypoints: Where the person walks, in order.
        velocity: Walking speed in m/s where the agent block gives none.
        level_id: Level in a world with several.
        extra: Other keys (``agent``, ``waypoint_mode`` and unknown ones), written back as they came.
    """

    name: str
    model: PedestrianIdentifier
    pose: Pose | str
    waypoints: tuple[Waypoint, ...] = ()
    velocity: float = 1.0
    level_id: str = ""
    extra: Mapping[str, Any] = field(factory=dict)


@frozen
class Entities:
    """The entities of a zone; they exist in every episode in that world."""

    static: tuple[Obstacle, ...] = ()
    dynamic: tuple[DynamicObstacle, ...] = ()
