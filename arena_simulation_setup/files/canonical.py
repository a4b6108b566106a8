"""Worlds as canonical text: for hashes and for recordings."""

import json
from hashlib import blake2b
from typing import Any

from arena_simulation_setup.files.cursor import Cursor, attempt
from arena_simulation_setup.files.natural_order import natural_key
from arena_simulation_setup.files.nodes import Mark, node_of
from arena_simulation_setup.files.plain_form import plain_form
from arena_simulation_setup.files.read_level import read_level
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.level import LevelDescription

HASH_BYTES = 16
SOURCE = "world in a recording"


def world_json(world: WorldDescription) -> str:
    """Canonical JSON of a world: sorted keys, shortest floats that read back equal, no blanks."""
    return _canonical({"name": world.name, "all_level_ids": list(world.all_level_ids), **_content(world)})


def world_from_json(text: str) -> WorldDescription:
    """The inverse of ``world_json``.

    Raises:
        FileProblems: If the text is not a world.
    """
    report = Report(SOURCE)
    try:
        return _world(json.loads(text), report)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        report.raise_errors()
        report.error("json", Mark(), "", f"this is no world: {error}")
        report.raise_errors()
        raise


def world_hash(world: WorldDescription) -> str:
    """Content hash of the loaded levels and their origins, 32 hexadecimal digits; the name has no part in it."""
    return blake2b(_canonical(_content(world)).encode(), digest_size=HASH_BYTES).hexdigest()


def _content(world: WorldDescription) -> dict[str, Any]:
    origins = {level_id: list(world.origins[level_id]) for level_id in world.levels}
    return {"levels": {level_id: plain_form(level) for level_id, level in world.levels.items()}, "origins": origins}


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def _world(value: Any, report: Report) -> WorldDescription:
    levels: dict[str, LevelDescription] = {}
    for level_id in sorted(value["levels"], key=natural_key):
        level_report = Report(SOURCE)
        cursor = Cursor(node_of(value["levels"][level_id]), f"levels.{level_id}", level_report)
        levels[level_id] = attempt(read_level, cursor, LevelDescription())
        report.problems += level_report.problems
    report.raise_errors()
    origins = {level_id: (float(x), float(y)) for level_id, (x, y) in value["origins"].items()}
    ids = tuple(str(level_id) for level_id in value["all_level_ids"])
    return WorldDescription(str(value["name"]), levels, ids, {key: origins[key] for key in levels})
