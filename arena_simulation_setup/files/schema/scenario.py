"""The schema of ``scenario.yaml``."""

from arena_simulation_setup.conditions.clause import BINARY_OPS, FAILURE_POLICIES, OPS
from arena_simulation_setup.files.schema import values
from arena_simulation_setup.files.schema.building import (
    ANYTHING,
    NULL,
    SCALAR,
    Schema,
    choice,
    either,
    exactly_one,
    given,
    listed,
    mapping,
    number,
    reference,
    thing,
)
from arena_simulation_setup.files.schema.entities import AGENT, definitions
from arena_simulation_setup.files.schema.values import (
    CORNERS,
    NOT_NEGATIVE,
    PLACE_NAME,
    POSE,
    POSE_OR_PLACE,
    POSITIVE,
)
from arena_simulation_setup.files.values import LARGEST
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, ReachPhase
from arena_simulation_setup.scenario.region import REGION_TYPES
from arena_simulation_setup.scenario.robot_task import RobotTask
from arena_simulation_setup.scenario.scenario import Scenario

ATOM = SCALAR
LIMIT = number(minimum=-1.0, maximum=LARGEST)


def scenario_schema() -> Schema:
    """The schema of a scenario, also of the old form with ``obstacles:``."""
    keys = {
        "static": listed(reference("static")),
        "dynamic": listed(reference("person")),
        "sounds": listed(reference("sound")),
        "robots": listed(reference("robot")),
        "regions": {"type": "object", "additionalProperties": reference("region")},
        "timeline": listed(reference("timeline_entry")),
        "conditions": listed(reference("clause")),
        "obstacles": _legacy(),
    }
    found = {"$schema": "https://json-schema.org/draft/2020-12/schema", **thing(Scenario, keys)}
    found["title"] = "scenario.yaml"
    found["$defs"] = {
        "robot": _robot(),
        "phase": _phase(),
        "goto": _goto(),
        "gesture": _gesture(),
        "reach": _reach(),
        "clause": _clause(),
        "region": _region(),
        "timeline_entry": _timeline_entry(),
        **values.definitions(),
        **{name: schema for name, schema in definitions().items() if name != "furniture"},
    }
    return found


def _legacy() -> Schema:
    static = listed(reference("static"))
    return mapping({"static": static, "interactive": static, "dynamic": listed(reference("person"))})


def _robot() -> Schema:
    keys = {
        "start": POSE_OR_PLACE,
        "start_floor": SCALAR,
        "goal_floor": SCALAR,
        "phases": listed(reference("phase")),
        "conditions": listed(reference("clause")),
        "goal": POSE_OR_PLACE,
    }
    return thing(RobotTask, keys, ("start",))


def _phase() -> Schema:
    reach = {"if": {"required": ["reach"]}, "then": reference("reach"), "else": reference("goto")}
    return {"if": {"required": ["gesture"]}, "then": reference("gesture"), "else": reach}


def _common() -> dict[str, Schema]:
    return {
        "until": ATOM,
        "conditions": listed(reference("clause")),
        "text": SCALAR,
        "instruction": SCALAR,
        "on_failure": choice(FAILURE_POLICIES),
    }


def _goto() -> Schema:
    tolerances = dict.fromkeys(("tolerance_radius", "tolerance_angle", "hold_time"), NOT_NEGATIVE)
    keys = {"goto": POSE_OR_PLACE, "pose": POSE, **tolerances, "signal": SCALAR, **_common()}
    return thing(GotoPhase, keys, extensible=False)


def _gesture() -> Schema:
    return thing(GesturePhase, {"gesture": SCALAR, "instance": SCALAR, **_common()}, extensible=False)


def _reach() -> Schema:
    limits = dict.fromkeys(("position_tolerance", "orientation_tolerance", "planning_time"), NOT_NEGATIVE)
    keys = {"reach": POSE_OR_PLACE, "frame": SCALAR, **limits, "instance": SCALAR, **_common()}
    return thing(ReachPhase, keys, ("reach",), extensible=False)


def _clause() -> Schema:
    keys = {"op": choice(OPS), "p": ATOM, "q": ATOM, "text": SCALAR, "on_failure": choice(FAILURE_POLICIES)}
    found = mapping(keys, required=("op", "p"))
    found["if"] = {"properties": {"op": {"enum": list(BINARY_OPS)}}}
    found["then"] = given("q")
    found["else"] = {"properties": {"q": NULL}}
    return found


def _region() -> Schema:
    moment = mapping({"t": NOT_NEGATIVE, "rate": NOT_NEGATIVE}, required=("t", "rate"))
    source = {"rate_profile": listed(moment), "max_concurrent": LIMIT, "max_total": LIMIT, "agent": AGENT}
    sink = {"absorption_radius": NOT_NEGATIVE, "capacity": LIMIT}
    keys: dict[str, Schema] = {"type": choice(REGION_TYPES), "polygon": CORNERS, "ref": PLACE_NAME, "config": ANYTHING}
    keys["level_id"] = SCALAR
    found = mapping(keys, required=("type",))
    found["allOf"] = [exactly_one(("polygon", "ref"))]
    found["properties"]["polygon"] = either({**CORNERS, "minItems": 1}, NULL)
    for kind, config in (("source", source), ("sink", sink)):
        chosen = either(mapping(config, extensible=True), NULL)
        is_kind = {"properties": {"type": {"const": kind}}}
        found["allOf"] += [{"if": is_kind, "then": {"properties": {"config": chosen}}}]
    return found


def _timeline_entry() -> Schema:
    write = mapping(dict.fromkeys(("entity", "field", "value"), SCALAR), required=("entity", "field", "value"))
    edge = mapping(dict.fromkeys(("entity", "field", "is"), SCALAR), required=("entity", "field", "is"))
    keys = {
        "at": NOT_NEGATIVE,
        "every": POSITIVE,
        "when": either(edge, ATOM),
        "offset": NOT_NEGATIVE,
        "until": NOT_NEGATIVE,
        "set": listed(write),
    }
    found = mapping(keys)
    recurring = [{"if": given(key), "then": given("every")} for key in ("offset", "until")]
    found["allOf"] = [exactly_one(("at", "every", "when")), *recurring]
    return found
