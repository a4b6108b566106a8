"""Tasks of robots as JSON lists: how services carry them."""

import json
from typing import Any

from arena_simulation_setup.episode_json import request_from_text, request_text
from arena_simulation_setup.order import SubmitPhases


def task_texts(order: SubmitPhases) -> tuple[str, str]:
    """Phases and conditions of a task as JSON lists.

    Raises:
        ValueError: If a value is not of its declared type or is not finite; names its path.
    """
    plain = json.loads(request_text(order))
    return json.dumps(plain["phases"]), json.dumps(plain["conditions"])


def task_from_texts(robot: str, phases: str, conditions: str) -> SubmitPhases:
    """Read the task of a robot; what a phase or a clause leaves out has its default.

    Args:
        robot: Name of the robot.
        phases: Phases as a JSON list.
        conditions: Clauses as a JSON list; empty for none.

    Raises:
        ValueError: If a text is no such list; names the path of the first problem.
    """
    plain = {"robot": robot, "phases": _listed("phases", phases), "conditions": _listed("conditions", conditions)}
    order = request_from_text(json.dumps({"kind": "submit_phases", **plain}))
    assert isinstance(order, SubmitPhases)
    return order


def _listed(what: str, text: str) -> Any:
    try:
        found = json.loads(text or "[]")
    except ValueError as error:
        raise ValueError(f"{what}: no JSON: {error}") from None
    if not isinstance(found, list):
        raise ValueError(f"{what}: expected a JSON list, got {text[:40]!r}")
    return found
