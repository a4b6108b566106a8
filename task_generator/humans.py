"""Backends of people, as far as they differ here: in which form a language model writes them."""

from arena_simulation_setup.files.near_names import did_you_mean
from task_generator.tasks.obstacles.prompt import PROMPT

DEFAULT_HUMAN = "arena"
# Backends of other platforms: what there is instead.
WITHOUT = {
    "none": "an episode without people has task.random.dynamic.n:=[0,0]",
    "dummy": "people are simulated by the model of docs/people.md alone",
}


def humans() -> tuple[str, ...]:
    """All backends."""
    return tuple(PROMPT)


def checked_human(name: str) -> str:
    """A backend.

    Raises:
        ValueError: If there is none of that name; the nearest one is offered.
    """
    known = humans()
    if name not in known:
        instead = f"; {WITHOUT[name]}" if name in WITHOUT else did_you_mean(name, known)
        raise ValueError(f"there is no human backend {name!r} (expected one of {', '.join(known)}{instead})")
    return name
