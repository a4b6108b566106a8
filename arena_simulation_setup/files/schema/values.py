"""Schemas of names, points, poses, assets and annotations."""

from arena_simulation_setup.files.places import FARTHEST
from arena_simulation_setup.files.read_semantics import RESERVED
from arena_simulation_setup.files.schema.building import (
    ANYTHING,
    NULL,
    SCALAR,
    Schema,
    choice,
    either,
    given,
    listed,
    mapping,
    number,
    optional,
    reference,
    word,
)
from arena_simulation_setup.files.values import LARGEST
from arena_simulation_setup.semantics.vocabulary import ATTACHABLE_KINDS
from arena_simulation_setup.tree.identifiers import DomainIdentifier

NAME = word(r"^[^\s/]([^/\n\r\t]*[^\s/])?$")
PLACE_NAME = word(r"^[^\s/]([^/\n\r\t]*[^\s/])?(/[^\s/]([^/\n\r\t]*[^\s/])?)?$")
NAME_WITHOUT_COLON = word(r"^[^\s/:]([^/:\n\r\t]*[^\s/:])?$")
SOUND_ID = word(r"^[^:]*[^:\s][^:]*$")
NOT_NEGATIVE = number(minimum=0.0, largest=LARGEST)
POSITIVE = number(above=0.0, largest=LARGEST)
SHARE = number(minimum=0.0, maximum=1.0)
COORDINATE = number(largest=FARTHEST)
OBJECT: Schema = {"type": "object"}

POSITION = reference("position")
ORIENTATION = reference("orientation")
POSE = reference("pose")
CORNERS = reference("corners")
MODIFIERS = reference("modifiers")
MATERIAL = reference("material")
BOUNDING_BOX = reference("bounding_box")
POSITIVE_VECTOR = reference("positive_vector")

_POSITION = either(
    listed(COORDINATE, 2, 3), mapping({"x": COORDINATE, "y": COORDINATE, "z": COORDINATE}, required=("x", "y"))
)
_ORIENTATION = either(
    COORDINATE,
    *(listed(COORDINATE, length, length) for length in (1, 3, 4)),
    mapping(dict.fromkeys(("w", "x", "y", "z"), COORDINATE), required=("w", "x", "y", "z")),
)
_POSE_ANGLES = dict.fromkeys(("z", "yaw", "roll", "pitch"), COORDINATE)
_COMPOSED = {"position": POSITION, "orientation": ORIENTATION}
_POSE = either(
    *(listed(COORDINATE, length, length) for length in (2, 3, 6, 7)),
    {"type": "array", "prefixItems": [POSITION, ORIENTATION], "minItems": 2, "maxItems": 2},
    mapping({"x": COORDINATE, "y": COORDINATE, **_POSE_ANGLES}, required=("x", "y")),
    mapping({**_COMPOSED, "x": ANYTHING, "y": ANYTHING, **dict.fromkeys(_POSE_ANGLES, ANYTHING)}, ("position",)),
)
POSE_OR_PLACE = either(POSE, PLACE_NAME)
POINT_OR_PLACE = either(POSITION, PLACE_NAME)
_POSITIVE_VECTOR = listed(number(above=0.0, largest=FARTHEST), 3, 3)
_CORNERS = either(listed(POSITION, 3), listed(POSITION, 0, 0))
_MODIFIERS = optional(mapping({"tint": SCALAR}, extensible=True))
MATERIAL_NAME = word(r"^([^/]+|[^/]+/[^/]+|[^/]+/Material/[^/]+)?$")
_MATERIAL = either(
    MATERIAL_NAME,
    {"type": "array", "prefixItems": [optional(MATERIAL_NAME), MODIFIERS], "minItems": 1, "maxItems": 2},
    mapping(
        {"name": MATERIAL_NAME, "domain": SCALAR, "modifiers": MODIFIERS, "_modifiers": MODIFIERS}, required=("name",)
    ),
)
RANGE = listed(number(largest=LARGEST), 2, 2)
_BOUNDING_BOX = listed(RANGE, 2, 3)
ONE_OR_TWO_DISTANCES = either(NOT_NEGATIVE, listed(NOT_NEGATIVE, 2, 2))


def asset(kind: type[DomainIdentifier]) -> Schema:
    """The name of an asset of a kind."""
    return word(rf"^([^/]+|[^/]+/[^/]+|[^/]+/{kind.asset_type}/[^/]+)$")


def semantics(host: str) -> Schema:
    """The ``semantics:`` list of a kind of host."""
    return reference(f"semantics_of_{host}")


def definitions() -> dict[str, Schema]:
    """The values that stand in ``$defs``, by name."""
    found = {
        "position": _POSITION,
        "orientation": _ORIENTATION,
        "pose": _POSE,
        "corners": _CORNERS,
        "modifiers": _MODIFIERS,
        "material": _MATERIAL,
        "bounding_box": _BOUNDING_BOX,
        "positive_vector": _POSITIVE_VECTOR,
    }
    return {**found, **{f"semantics_of_{host}": _semantics(host) for host in ATTACHABLE_KINDS}}


def _semantics(host: str) -> Schema:
    keys: dict[str, Schema] = {
        "preset": choice(ATTACHABLE_KINDS[host]),
        "state": SCALAR,
        "predicate": SCALAR,
        "value": ANYTHING,
        **{key: choice((accepted,)) for key, (accepted, _) in RESERVED.items()},
        "distance": number(largest=LARGEST),
        "params": OBJECT,
    }
    item = mapping(keys)
    item["anyOf"] = [given(key) for key in ("preset", "state", "predicate")]
    return listed(item)


NOTHING = NULL
"""A key that must have no value."""
