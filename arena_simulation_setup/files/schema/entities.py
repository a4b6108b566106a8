"""Schemas of things and people that worlds and scenarios place."""

from arena_simulation_setup.episode import WAYPOINT_MODES
from arena_simulation_setup.files.read_entity import ALIASES
from arena_simulation_setup.files.schema.building import (
    BOOLEAN,
    SCALAR,
    Schema,
    choice,
    either,
    exactly_one,
    listed,
    mapping,
    not_both,
    optional,
    thing,
)
from arena_simulation_setup.files.schema.values import (
    BOUNDING_BOX,
    NAME,
    NAME_WITHOUT_COLON,
    NOT_NEGATIVE,
    POINT_OR_PLACE,
    POSE,
    POSE_OR_PLACE,
    POSITION,
    POSITIVE,
    POSITIVE_VECTOR,
    SHARE,
    SOUND_ID,
    asset,
    semantics,
)
from arena_simulation_setup.tree.identifiers import ObjectIdentifier, PedestrianIdentifier
from arena_simulation_setup.world.entity import DynamicObstacle, EntityLight, Obstacle, Waypoint
from arena_simulation_setup.world.sound import Sound

ANCHORS = ("position", "entity_ref", "frame")

SPEED = either(NOT_NEGATIVE, mapping({"min": NOT_NEGATIVE, "max": NOT_NEGATIVE}, required=("min", "max")))
AGENT = either(
    SCALAR,
    mapping(
        {
            "agent_type": SCALAR,
            "desired_velocity": SPEED,
            "agent_radius": POSITIVE,
            "group": SCALAR,
            "behavior_tree": {},
            "sink_affinity": listed(mapping({"sink": SCALAR, "weight": NOT_NEGATIVE}, required=("sink",))),
        },
        extensible=True,
    ),
)
ENTITY_LIGHT = {
    **thing(EntityLight, {"lit": BOOLEAN, "light_on": SCALAR, "level": SHARE}, extensible=False),
    **not_both("lit", "light_on"),
}
WAYPOINT = either(
    POINT_OR_PLACE,
    thing(Waypoint, {"position": POINT_OR_PLACE, "level_id": SCALAR}, required=("position",), extensible=False),
)


def static_object(pose: Schema) -> Schema:
    """One entry of ``static:``, with the forms that its pose may have."""
    keys = {
        "name": NAME,
        "model": asset(ObjectIdentifier),
        "pose": pose,
        "scale": POSITIVE_VECTOR,
        "level_id": SCALAR,
        "light": ENTITY_LIGHT,
    }
    found = thing(Obstacle, keys, ("name", "model", "pose"), ALIASES)
    found["properties"]["bbox"] = optional(BOUNDING_BOX)
    return found


def person() -> Schema:
    """One entry of ``dynamic:``."""
    keys = {
        "name": NAME,
        "model": asset(PedestrianIdentifier),
        "pose": POSE_OR_PLACE,
        "waypoints": listed(WAYPOINT),
        "velocity": NOT_NEGATIVE,
        "level_id": SCALAR,
    }
    found = thing(DynamicObstacle, keys, ("name", "pose"), ALIASES)
    found["properties"]["agent"] = optional(AGENT)
    found["properties"]["waypoint_mode"] = optional(choice(WAYPOINT_MODES))
    return found


def sound() -> Schema:
    """One entry of ``sounds:``."""
    keys = {
        "name": NAME_WITHOUT_COLON,
        "asset_id": SOUND_ID,
        "position": POSITION,
        "entity_ref": SCALAR,
        "frame": SCALAR,
        "offset": POSITION,
        "level": SCALAR,
        "loop": BOOLEAN,
        "reference_distance_m": POSITIVE,
        "semantics": semantics("sound"),
    }
    return {**thing(Sound, keys, ("name", "asset_id")), **exactly_one(ANCHORS)}


def definitions() -> dict[str, Schema]:
    """What worlds and scenarios share, by name."""
    return {
        "static": static_object(POSE_OR_PLACE),
        "furniture": static_object(POSE),
        "person": person(),
        "sound": sound(),
    }
