"""Fleets of robots as text."""

import re
from collections import Counter
from collections.abc import Sequence

LARGEST_FLEET = 100

# What other platforms choose by the needs of a planner.
AUTO, DEFAULT_MODEL = "auto", "jackal"
_ENTRY = re.compile(r"(?P<model>[^\[\],\s]+)\s*(?:\[\s*(?P<count>[0-9]+)\s*\])?")


def parse_fleet(text: str) -> tuple[str, ...]:
    """Models of the robots of a fleet, one per robot: ``jackal[2],turtlebot`` is jackal, jackal, turtlebot.

    ``auto`` is jackal.

    Raises:
        ValueError: If an entry is neither ``model`` nor ``model[n]``, or the fleet has more than 100 robots.
    """
    entries = [entry.strip() for entry in text.split(",")] if text.strip() else []
    models = [model for entry in entries for model in _entry_models(entry)]
    if len(models) > LARGEST_FLEET:
        raise ValueError(f"{text!r} asks for too many robots, expected at most {LARGEST_FLEET}")
    return tuple(models)


def single_model(text: str) -> str:
    """The model of a fleet that is one model without a number, of which there are as many as a scenario has tasks for.

    Empty where the text says how many robots there are.

    Raises:
        ValueError: As ``parse_fleet``.
    """
    models = parse_fleet(text)
    return models[0] if len(models) == 1 and "[" not in text else ""


def fleet_names(models: Sequence[str]) -> tuple[str, ...]:
    """Names of the robots of a fleet: ``<model>_<i>``, counted from 0 per model; a domain gives way to the name."""
    counts: Counter[str] = Counter()
    names = []
    for model in models:
        short = model.rsplit("/", maxsplit=1)[-1]
        names.append(f"{short}_{counts[short]}")
        counts[short] += 1
    return tuple(names)


def _entry_models(entry: str) -> list[str]:
    match = _ENTRY.fullmatch(entry)
    if match is None:
        raise ValueError(f"{entry!r} is no robot, expected model or model[n]")
    count = int(match["count"] or 1)
    model = DEFAULT_MODEL if match["model"] == AUTO else match["model"]
    return [model] * min(count, LARGEST_FLEET + 1)
