"""What the language model is told about the task and about the world."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from arena_simulation_setup.files.schema.scenario import scenario_schema
from arena_simulation_setup.models.object_model import BoundingBox
from arena_simulation_setup.tree.identifiers import ObjectIdentifier, PedestrianIdentifier
from arena_simulation_setup.world.level import LevelDescription
from task_generator.mode_context import ModeContext
from task_generator.model_pool import loose_objects, models_of

TASK_RULES = """You furnish a building for one episode of a mobile robot's simulation.
Answer with one JSON object and nothing else. It has the keys "static" (objects) and "dynamic" (people), as the JSON
Schema below says. Every name is used once. Use models from the lists only.
A pose is [x, y, yaw] in metres and radians in the frame of its level, or the name of a zone; prefer names of zones, a
free place is found there then. Give "level_id" where the world has several levels. Keep away from walls, doors,
furniture and the starts and goals of robots."""
PEOPLE_RULES = """People have a pose and two or more waypoints, each [x, y] or the name of a zone, between which they
walk for as long as the episode lasts."""
BEHAVIOR_RULES = """Each person has an "agent" with an "agent_type" ("adult" or "elder") and, where it says more, a
"desired_velocity" in m/s and a "group" whose members walk together."""
KEYS = ("static", "dynamic")
DIGITS = 2


def answer_schema() -> dict[str, Any]:
    """The schema of an answer: that of a scenario with objects and people alone."""
    whole = scenario_schema()
    properties = {key: whole["properties"][key] for key in KEYS}
    definitions: dict[str, Any] = {}
    _collect(properties, whole["$defs"], definitions)
    return {
        "type": "object",
        "properties": properties,
        "required": list(KEYS),
        "additionalProperties": False,
        "$defs": definitions,
    }


def _collect(schema: Any, known: Mapping[str, Any], found: dict[str, Any]) -> None:
    """Gather the definitions that a part of a schema refers to."""
    if isinstance(schema, list):
        for item in schema:
            _collect(item, known, found)
    if isinstance(schema, dict):
        name = str(schema.get("$ref", "")).removeprefix("#/$defs/")
        if name in known and name not in found:
            found[name] = known[name]
            _collect(known[name], known, found)
        for value in schema.values():
            _collect(value, known, found)


def world_context(context: ModeContext) -> str:
    """Zones, doors, robots and models, as JSON."""
    catalogue = context.site.catalogue
    objects = {name: catalogue.object(ObjectIdentifier.parse(name)) for name in loose_objects(catalogue)}
    facts = {
        "levels": {name: _level(level) for name, level in context.site.description.levels.items()},
        "robots_keep_free_in_map_frame": [
            [round(disc.x, DIGITS), round(disc.y, DIGITS), round(disc.radius, DIGITS)]
            for disc in context.world_manager.ground.taken
        ],
        "level_origins_in_map_frame": {name: _rounded(origin) for name, origin in context.places.world.origins.items()},
        "object_models": {name: f"{_size(model.bounding_box)}; {model.description}" for name, model in objects.items()},
        "people_models": list(models_of(catalogue, PedestrianIdentifier.asset_type)),
    }
    return json.dumps(facts, sort_keys=True)


def _level(level: LevelDescription) -> dict[str, Any]:
    zones = {
        zone.name: {"description": zone.description, "polygon": [_rounded(corner) for corner in zone.polygon]}
        for zone in level.zones
    }
    doors = {door.name: [_rounded(door.start.xy), _rounded(door.end.xy)] for door in _doors(level)}
    return {"zones": zones, "doors": doors}


def _doors(level: LevelDescription) -> Iterator[Any]:
    return (door for zone in level.zones for door in zone.doors)


def _size(box: BoundingBox) -> str:
    return f"{box.x[1] - box.x[0]:.2f} x {box.y[1] - box.y[0]:.2f} m"


def _rounded(point: tuple[float, float]) -> list[float]:
    return [round(point[0], DIGITS), round(point[1], DIGITS)]
