"""Where in a message people stand, whatever its type is called: found by the fields of its definition."""

import re
from collections.abc import Mapping
from typing import Any

from attrs import frozen

from arena_evaluation.foreign.bag import Bag, Topic
from arena_evaluation.foreign.error import ForeignError

MARKERS = "visualization_msgs/msg/MarkerArray"
POSES = "geometry_msgs/msg/PoseArray"
_PLACES = (
    ("pose", "pose", "position"),
    ("pose", "position"),
    ("position", "position"),
    ("bbox", "center", "position"),
    ("position",),
    ("pos",),
    ("point",),
    (),
)
_IDENTITIES = ("name", "object_id", "track_id", "agent_id", "person_id", "tracking_id", "id", "detection_id")
_YAWS = ("yaw", "theta", "heading")
_ABOUT_PEOPLE = re.compile(r"ped|people|person|human|agent|crowd|track", re.IGNORECASE)


@frozen
class PeopleShape:
    """How a message type holds people.

    Attributes:
        entries: Field with the sequence of people.
        place: Fields from a person to x and y.
        rotation: Fields from a person to a quaternion; None where there is none.
        yaw: Field with a heading in radians; empty where there is none.
        identities: Fields that tell who is who, the best one first.
        radius: Field with a radius in metres; empty where there is none.
        is_marker: Whether entries are added and deleted one by one.
    """

    entries: str
    place: tuple[str, ...]
    rotation: tuple[str, ...] | None
    yaw: str
    identities: tuple[str, ...]
    radius: str = ""
    is_marker: bool = False


def people_topic(bag: Bag, wanted: str) -> tuple[Topic, PeopleShape] | None:
    """The topic of the people.

    Of several, one with tracks is taken before one with mere detections, and more messages before fewer. Arrays of
    markers and of bare poses show many things, so they are people only where the caller says so.

    Args:
        bag: The recording.
        wanted: Name of the topic; empty for what can be found.

    Raises:
        ForeignError: If the wanted topic is not there or its type holds no people.
    """
    if wanted:
        topic = bag.topic(wanted)
        shape = shape_of(bag, topic.type_name)
        if shape is None:
            expected = "expected a sequence of things with a position, such as `people`, `agents` or `tracks`"
            raise ForeignError(f"{bag.path}, topic {wanted}: {topic.type_name} holds no people ({expected})")
        return topic, shape
    found = candidates(bag)
    return min(found, key=lambda entry: (_doubt(*entry), -entry[0].count), default=None)


def _doubt(topic: Topic, shape: PeopleShape) -> int:
    """0 for tracks, 1 for people of whatever origin, 2 for detections, which tell nobody from anybody else."""
    if shape.identities[0] == "detection_id" or "detect" in topic.type_name.lower():
        return 2
    return 0 if "track" in topic.type_name.lower() else 1


def candidates(bag: Bag) -> list[tuple[Topic, PeopleShape]]:
    """Topics that show people, by name."""
    found = []
    for topic in bag.topics.values():
        if topic.problem or not topic.count or topic.type_name in (MARKERS, POSES):
            continue
        shape = shape_of(bag, topic.type_name)
        if shape is not None and shape.identities and _ABOUT_PEOPLE.search(f"{topic.type_name} {topic.name}"):
            found.append((topic, shape))
    return found


def shape_of(bag: Bag, type_name: str) -> PeopleShape | None:
    """How a type holds people; None where it does not."""
    for name, (kind, detail) in bag.fields(type_name).items():
        if kind.name not in ("SEQUENCE", "ARRAY") or detail[0][0].name != "NAME":
            continue
        shape = _entry_shape(bag, name, detail[0][1])
        if shape is not None:
            return shape
    return None


def _entry_shape(bag: Bag, entries: str, type_name: str) -> PeopleShape | None:
    fields = bag.fields(type_name)
    place = next((path for path in _PLACES if _has_numbers(bag, type_name, path, "xy")), None)
    if place is None:
        return None
    turned = (*place[:-1], "orientation")
    return PeopleShape(
        entries,
        place,
        turned if place and _has_numbers(bag, type_name, turned, "xyzw") else None,
        next((name for name in _YAWS if _is_number(fields.get(name))), ""),
        tuple(name for name in _IDENTITIES if name in fields and fields[name][0].name == "BASE"),
        "radius" if _is_number(fields.get("radius")) else "",
        is_marker="action" in fields and "ns" in fields,
    )


def _has_numbers(bag: Bag, type_name: str, path: tuple[str, ...], names: str) -> bool:
    """Whether the fields of a path lead to a type with some numbers."""
    fields: Mapping[str, Any] = bag.fields(type_name)
    for name in path:
        inner = fields.get(name)
        if inner is None or inner[0].name != "NAME":
            return False
        fields = bag.fields(inner[1])
    return all(_is_number(fields.get(name)) for name in names)


def _is_number(kind: Any) -> bool:
    return kind is not None and kind[0].name == "BASE" and kind[1][0] in ("float64", "float32")
