"""Records of episodes as rows and as text."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from arena_interfaces.msg import EpisodeRecord
from arena_simulation_setup.verdict import OUTCOME_STATES
from task_generator.ros.parameter_messages import plain_values

QUIET = ("obstacles_params", "robots_params", "human_params", "tasks", "conditions", "goal_uuid")
"""What only ``--json`` shows."""


def record_row(record: EpisodeRecord) -> dict[str, Any]:
    """A record as plain values; lengths are metres, ``start_time`` is the time of /clock in seconds."""
    return {
        "episode_id": record.episode_id,
        "state": OUTCOME_STATES[record.outcome_state],
        "reason": record.outcome_info,
        "world": record.world,
        "seed": record.seed,
        "obstacles": record.tm_obstacles,
        "robots_mode": record.tm_robots,
        "modules": list(record.tm_modules),
        "robots": list(record.robots),
        "integrity": record.integrity,
        "start_time": record.start_time.sec + record.start_time.nanosec * 1e-9,
        "goal_dist_start": round(record.goal_dist_start, 4),
        "goal_dist_min": round(record.goal_dist_min, 4),
        "path_length": round(record.path_length, 4),
        "goal_uuid": record.goal_uuid,
        "obstacles_params": plain_values(record.obstacles_params),
        "robots_params": plain_values(record.robots_params),
        "human_params": plain_values(record.human_params),
        "tasks": json.loads(record.phases or "{}"),
        "conditions": json.loads(record.conditions or "[]"),
    }


def queue_row(record: EpisodeRecord) -> dict[str, Any]:
    """What the next reset would use."""
    keys = (
        "world",
        "obstacles",
        "robots_mode",
        "modules",
        "robots",
        "obstacles_params",
        "robots_params",
        "human_params",
    )
    row = record_row(record)
    return {key: row[key] for key in keys}


def row_text(row: Mapping[str, Any], hidden: Sequence[str] = QUIET) -> str:
    """A line per value, those of modes below their mode."""
    shown = {key: value for key, value in row.items() if key not in hidden}
    width = max(map(len, shown)) + 2
    return "\n".join(f"{key:<{width}}{value_text(value)}".rstrip() for key, value in shown.items())


def value_text(value: Any) -> str:
    """A value in words."""
    if isinstance(value, Mapping):
        return "  ".join(f"{key}:={value_text(item)}" for key, item in value.items()) or "-"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(str, value))}]"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value).lower() if isinstance(value, bool) else str(value) or "-"


def show(row: Mapping[str, Any], as_json: bool, text: str) -> None:
    """A row on stdout: as JSON, or in words."""
    print(json.dumps(row, ensure_ascii=False) if as_json else text, flush=True)


def complain(sentence: str) -> None:
    """A sentence on stderr."""
    print(f"arena: {sentence}", file=sys.stderr, flush=True)
