"""Reading suites."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import evolve

from arena_lab.campaign.known import KnownNames
from arena_lab.campaign.read_values import duration, mode
from arena_lab.campaign.settings import ALIASES, settings
from arena_lab.campaign.stage_config import StageModes
from arena_lab.campaign.suite import DEFAULT_MAX_COLLISIONS, DEFAULT_TIMEOUT_S, Stage, Suite, default_seed
from arena_simulation_setup.files.cursor import Cursor, attempt
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.load_document import load_document
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.problem import Loaded
from arena_simulation_setup.files.values import boolean, integer, name, plain, text
from task_generator.tasks.registry import OBSTACLES_MODES, ROBOTS_MODES

SUITE_KEYS = ("name", "description", "launch", "references", "metrics", "stages")
WITHOUT_EFFECT = ("timeout_peds", "optim")
HOW_IT_RUNS = ("config", "seed", "timeout", *WITHOUT_EFFECT)
STAGE_KEYS = ("name", "map", "robot", "tm_robots", "tm_obstacles", "episodes", *HOW_IT_RUNS)
WORLD_ALIAS: Mapping[str, str] = {"world": "map"}
SET_PER_STAGE = ("world", "map", "robot", "run_seed", "seed")
SCENARIO, SCENARIO_FILE = "scenario", "task.scenario.file"
STRICT = "assets.strict"


def load_suite(path: Path, known: KnownNames) -> Loaded[Suite]:
    """The suite in a YAML file.

    Raises:
        FileNotFoundError: If there is no such file.
        FileProblems: If it has errors; all of them are listed with file, line and column.
    """
    return load_document(path, lambda cursor: _suite(cursor, path.stem, known))


def _suite(cursor: Cursor, stem: str, known: KnownNames) -> Suite:
    fields = Fields(cursor, SUITE_KEYS)
    fields.optional("description", text, "")
    stages = fields.listed("stages", lambda place: _stage(place, known))
    if not stages and fields.sound("stages") and not cursor.report.has_errors:
        fields.error("stages", "suite.empty", "there is no stage", expected="at least one")
    fields.refuse_rest()
    launch: dict[str, Any] = fields.optional("launch", lambda place: _launch(place, known), {})
    return Suite(
        name=fields.optional("name", name, stem),
        stages=stages,
        launch={key: value for key, value in launch.items() if key != STRICT},
        strict=bool(launch.get(STRICT, False)),
        max_collisions=fields.optional("metrics", _max_collisions, DEFAULT_MAX_COLLISIONS),
        references=fields.optional("references", boolean, False),
    )


def _stage(cursor: Cursor, known: KnownNames) -> Stage:
    fields = Fields(cursor, STAGE_KEYS, WORLD_ALIAS)
    stage = Stage(
        name=fields.required("name", name, ""),
        world=fields.required("map", known.world, ""),
        episodes=fields.optional("episodes", integer(1), 1),
        seed=0,
        obstacles_mode=fields.optional("tm_obstacles", mode(OBSTACLES_MODES), "random"),
        robots_mode=fields.optional("tm_robots", mode(ROBOTS_MODES), "random"),
        timeout_s=fields.optional("timeout", duration, DEFAULT_TIMEOUT_S),
    )
    modes = StageModes((stage.obstacles_mode, stage.robots_mode))
    stage = evolve(
        stage,
        robot=fields.optional("robot", lambda place: known.fleet(place, (stage.world,)), ""),
        parameters=_with_scenario(fields, stage, fields.optional("config", modes.read, {}), known),
        seed=fields.optional("seed", integer(0), default_seed(_identity(cursor))),
    )
    for key in WITHOUT_EFFECT:
        if fields.has(key):
            fields.warn(key, "key.unused", f"{key!r} has no effect")
    fields.refuse_rest()
    cursor.claim("stage", stage.name, stage)
    return stage


def _identity(cursor: Cursor) -> dict[str, Any]:
    """The keys that name a stage, under the names of the schema."""
    keys = ((WORLD_ALIAS.get(key, key), value) for key, value, _ in cursor.pairs())
    return {key: plain(value) for key, value in keys if key not in HOW_IT_RUNS}


def _with_scenario(fields: Fields, stage: Stage, values: Mapping[str, Any], known: KnownNames) -> Mapping[str, Any]:
    """The values with the scenario's name as the world has it; one that it does not have is an error."""
    written = values.get(SCENARIO_FILE, "")
    names = known.scenarios(stage.world)
    if not written or not stage.world or SCENARIO not in (stage.obstacles_mode, stage.robots_mode):
        return values
    bare = written.removesuffix(".yaml").removesuffix(".json")
    if bare not in names:
        hints = {"expected": f"one of {', '.join(names) or 'none'}", "suggestion": nearest(bare, names)}
        fields.error("config", "scenario.unknown", f"world {stage.world} has no scenario {bare!r}", **hints)
    return {**values, SCENARIO_FILE: bare}


def _launch(cursor: Cursor, known: KnownNames) -> dict[str, Any]:
    allowed = {key: setting for key, setting in settings(known, ()).items() if key == "robot.mobile"}
    values: dict[str, Any] = {}
    for written, place, mark in cursor.pairs():
        key = ALIASES.get(written, written)
        if key in SET_PER_STAGE or key.startswith(("task.", "record.")):
            message = f"{written!r} is set per stage, not for the whole suite"
            place.report.error("launch.refused", mark, place.path, message, found=written)
        elif key == STRICT:
            values[key] = attempt(boolean, place, False)
        elif key in allowed:
            values[key] = attempt(allowed[key].read, place, "")
        else:
            near = nearest(key, (*allowed, STRICT))
            message = f"{written!r} has no effect"
            place.report.warn("key.unused", mark, place.path, message, found=written, suggestion=near)
    return values


def _max_collisions(cursor: Cursor) -> int:
    fields = Fields(cursor, ("max_collisions",))
    fields.refuse_rest()
    return fields.optional("max_collisions", integer(1), DEFAULT_MAX_COLLISIONS)
