"""Curricula: stages that say what the next episodes are made with."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from attrs import frozen

from arena_simulation_setup.files.cursor import Cursor, list_of
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.load_document import load_document
from arena_simulation_setup.files.values import plain, text
from arena_simulation_setup.tree.config_identifiers import ConfigIdentifier
from task_generator.staging import QueueRequest
from task_generator.tasks.registry import OBSTACLES_MODES, ROBOTS_MODES, TaskModeRegistry

STAGE_KEYS = ("name", "world", "obstacles", "robots", "fleet", "obstacles_params", "robots_params", "human_params")
NO_STAGES: tuple[QueueRequest, ...] = ()


@frozen
class CurriculumIdentifier(ConfigIdentifier):
    """Name of a curriculum, or a path to one."""

    kind: ClassVar[str] = "curriculum"
    folder: ClassVar[str] = "curricula"
    suffixes: ClassVar[tuple[str, ...]] = (".yaml", ".yml")


@frozen
class Curriculum:
    """The stages, the easiest first; each says what it changes, and leaves the modules as they are.

    Attributes:
        stages: At least one.
    """

    stages: tuple[QueueRequest, ...]


def load_curriculum(path: Path) -> Curriculum:
    """The curriculum in a YAML file: a mapping with ``stages``.

    Raises:
        FileProblems: If it has errors; all of them are listed with file and line.
    """
    return Curriculum(load_document(path, _stages).value)


def _stages(cursor: Cursor) -> tuple[QueueRequest, ...]:
    fields = Fields(cursor, ("stages",))
    stages = fields.required("stages", list_of(_stage), NO_STAGES)
    fields.refuse_rest()
    if not stages and fields.sound("stages"):
        fields.error("stages", "curriculum.empty", "there is no stage", expected="at least one")
    return tuple(stages)


def _stage(cursor: Cursor) -> QueueRequest:
    fields = Fields(cursor, STAGE_KEYS)
    fields.optional("name", text, "")
    stage = QueueRequest(
        world=fields.optional("world", text, ""),
        obstacles_mode=fields.optional("obstacles", _mode(OBSTACLES_MODES), ""),
        robots_mode=fields.optional("robots", _mode(ROBOTS_MODES), ""),
        keep_modules=True,
        robots=fields.listed("fleet", text),
        obstacles_params=fields.optional("obstacles_params", _leaves, {}),
        robots_params=fields.optional("robots_params", _leaves, {}),
        human_params=fields.optional("human_params", _leaves, {}),
    )
    fields.refuse_rest()
    return stage


def _mode(registry: TaskModeRegistry[Any]) -> Callable[[Cursor], str]:
    def read(cursor: Cursor) -> str:
        name = text(cursor)
        if name not in registry:
            cursor.error("mode.unknown", f"unknown mode {name!r}", expected=f"one of {', '.join(registry.names())}")
        return name

    return read


def _leaves(cursor: Cursor) -> dict[str, Any]:
    return {key: plain(value) for key, value, _ in cursor.pairs()}
