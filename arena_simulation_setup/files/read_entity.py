"""Reading static objects and people."""

from arena_simulation_setup.episode import WAYPOINT_MODES
from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.places import (
    ORIGIN,
    ORIGIN_POSE,
    POSE_FORMS,
    pose_or_place,
    position,
    positive_vector,
)
from arena_simulation_setup.files.read_agent import check_agent
from arena_simulation_setup.files.read_identifier import identifier
from arena_simulation_setup.files.read_light import check_switch, share
from arena_simulation_setup.files.values import boolean, choice, name, number, place_name, text
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.models.bounding_box import read_bounding_box
from arena_simulation_setup.tree.identifiers import ObjectIdentifier, PedestrianIdentifier
from arena_simulation_setup.world.entity import DynamicObstacle, Entities, EntityLight, Obstacle, Waypoint

STATIC_BACKEND_KEYS = (
    "type", "capacity", "interaction_radius", "formation", "satisfies", "seats", "bbox", "bounding_box", "affordances",
)  # fmt: skip
DYNAMIC_BACKEND_KEYS = (
    *STATIC_BACKEND_KEYS, "agent", "waypoint_mode", "agent_type", "desired_velocity", "behavior_tree", "radius",
    "height",
)  # fmt: skip
ALIASES = {"pos": "pose"}
NOWHERE: Pose | str = ORIGIN_POSE
NO_POINT: Position | str = ORIGIN
DEFAULT_PEDESTRIAN = PedestrianIdentifier("arenian")


def read_entities(cursor: Cursor) -> Entities:
    """The ``entities:`` of a zone."""
    fields = Fields(cursor, keys_of(Entities))
    fields.refuse_rest()
    return Entities(fields.listed("static", _read_furniture), fields.listed("dynamic", read_person))


def _read_furniture(cursor: Cursor) -> Obstacle:
    """A static object of a world: it stands at the same place in every episode, so no draw may decide where."""
    obstacle = read_obstacle(cursor)
    if isinstance(obstacle.pose, str):
        message = f"{obstacle.name!r} of a world stands somewhere in {obstacle.pose!r}"
        cursor.error("entity.pose", message, found=obstacle.pose, expected=POSE_FORMS)
    return obstacle


def read_obstacle(cursor: Cursor) -> Obstacle:
    """One entry of a ``static:`` list."""
    fields = Fields(cursor, keys_of(Obstacle), ALIASES)
    obstacle = Obstacle(
        name=fields.required("name", name, ""),
        model=fields.required("model", identifier(ObjectIdentifier), ObjectIdentifier("")),
        pose=fields.required("pose", pose_or_place, NOWHERE),
        scale=fields.optional("scale", positive_vector, None),
        level_id=fields.optional("level_id", text, ""),
        light=fields.optional("light", _light, None),
        extra=fields.rest(STATIC_BACKEND_KEYS),
    )
    fields.probe("bbox", read_bounding_box)
    if fields.sound("name"):
        cursor.claim("static entity", obstacle.name, obstacle)
    return obstacle


def read_person(cursor: Cursor) -> DynamicObstacle:
    """One entry of a ``dynamic:`` list."""
    fields = Fields(cursor, keys_of(DynamicObstacle), ALIASES)
    person = DynamicObstacle(
        name=fields.required("name", name, ""),
        model=fields.optional("model", identifier(PedestrianIdentifier), DEFAULT_PEDESTRIAN),
        pose=fields.required("pose", pose_or_place, NOWHERE),
        waypoints=fields.listed("waypoints", read_waypoint),
        velocity=fields.optional("velocity", number(minimum=0.0), 1.0),
        level_id=fields.optional("level_id", text, ""),
        extra=fields.rest(DYNAMIC_BACKEND_KEYS),
    )
    fields.probe("agent", check_agent)
    fields.probe("waypoint_mode", choice(WAYPOINT_MODES))
    if fields.sound("name"):
        cursor.claim("person", person.name, person)
    return person


def read_waypoint(cursor: Cursor) -> Waypoint:
    """One entry of ``waypoints:``: a point, a place's name, or a mapping with a level."""
    if cursor.is_mapping and any(key in ("position", "level_id") for key, _, _ in cursor.pairs()):
        fields = Fields(cursor, keys_of(Waypoint))
        fields.refuse_rest()
        return Waypoint(fields.required("position", _point_or_place, NO_POINT), fields.optional("level_id", text, ""))
    return Waypoint(_point_or_place(cursor))


def _point_or_place(cursor: Cursor) -> Position | str:
    return place_name(cursor) if cursor.is_text else position(cursor)


def _light(cursor: Cursor) -> EntityLight:
    fields = Fields(cursor, keys_of(EntityLight))
    fields.refuse_rest()
    light = EntityLight(
        fields.optional("lit", boolean, None),
        fields.optional("light_on", text, ""),
        fields.optional("level", share, None),
    )
    check_switch(fields)
    return light
