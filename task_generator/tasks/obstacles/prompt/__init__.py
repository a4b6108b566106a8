"""Obstacle mode ``prompt``: a language model writes the objects and people that somebody asks for.

How people move depends on the human backend, so each backend brings its own part of the mode.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from task_generator.constants import Constants
from task_generator.declarations import (
    ParameterNode,
    declare_enum,
    declare_float,
    declare_int,
    declare_string,
    declare_text,
)
from task_generator.tasks.obstacles import TM_Obstacles
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, OBSTACLES_MODES, Namespace

if TYPE_CHECKING:
    from task_generator.tasks.obstacles.prompt.backend import PromptBackend

_NS = _REGISTRY_NAMESPACE("prompt")

AUTO = "auto"
GENERATION_MODES = (AUTO, "arena", "behavior", "behavior_tree", "crowded_behavior_tree")
LONGEST_TIMEOUT_S = 3600.0

PromptLoader = Callable[[], "type[PromptBackend]"]
PROMPT: dict[str, PromptLoader] = {}


def register_prompt(human: str) -> Callable[[PromptLoader], PromptLoader]:
    """Decorate the loader of a human backend's part of the mode.

    Raises:
        ValueError: If the backend has one.
    """

    def add(load: PromptLoader) -> PromptLoader:
        if human in PROMPT:
            raise ValueError(f"the human backend {human!r} has a prompt mode already")
        PROMPT[human] = load
        return load

    return add


@register_prompt("arena")
def _load_arena() -> "type[PromptBackend]":
    from task_generator.tasks.obstacles.prompt.arena import ArenaPrompt

    return ArenaPrompt


@register_prompt("hunav")
def _load_hunav() -> "type[PromptBackend]":
    from task_generator.tasks.obstacles.prompt.hunav import HunavPrompt

    return HunavPrompt


def _declare_schema(node: ParameterNode, ns: Namespace) -> None:
    declare_text(node, ns("prompt"), label="Prompt", description="what there shall be, in words")
    declare_string(node, ns("model"), label="Model", description="model of the endpoint that OPENAI_BASE_URL names")
    declare_enum(
        node,
        ns("human"),
        AUTO,
        (AUTO, *PROMPT),
        label="People",
        description="human backend; auto is that of the argument human",
    )
    declare_enum(
        node,
        ns("generation_mode"),
        AUTO,
        GENERATION_MODES,
        label="Generation mode",
        description="how people are written: arena, behavior (backend arena), behavior_tree, crowded_behavior_tree "
        "(backend hunav); auto is the first of the backend",
    )
    declare_float(
        node,
        ns("timeout"),
        60.0,
        label="Timeout",
        description="seconds to wait for each answer",
        bounds=(0.01, LONGEST_TIMEOUT_S),
    )
    declare_int(
        node, ns("retries"), 1, label="Retries", description="attempts after one that failed on its way", bounds=(0, 10)
    )


@OBSTACLES_MODES.register(Constants.TaskMode.TM_Obstacles.PROMPT, namespace=_NS, schema=_declare_schema)
def _load() -> type[TM_Obstacles]:
    from task_generator.tasks.obstacles.prompt.impl import TM_Prompt

    return TM_Prompt
