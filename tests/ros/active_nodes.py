"""Both nodes as processes of their own, the task generator active."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from node_process import NodeProcess, ros_arguments
from ros_client import RosClient, ros_client, until_active

QUIET = {"task.random.static.n": "[0, 0]", "task.random.dynamic.n": "[0, 0]"}


@contextmanager
def active_nodes(
    environment: Mapping[str, str], folder: Path, target_rtf: float, parameters: Mapping[str, object]
) -> Iterator[tuple[RosClient, NodeProcess]]:
    """A client, and the process of the task generator, in an empty hall where no episode begins by itself."""
    fixed = {"world": "map_empty", "autostart": "true", "task.episode.auto_reset": "false", **QUIET}
    words = ros_arguments({"target_rtf": target_rtf})
    runtime = NodeProcess("arena_runtime.ros.main", words, environment, folder / "runtime.log")
    arguments = ros_arguments({**fixed, **parameters})
    generator = NodeProcess("task_generator.ros.main", arguments, environment, folder / "generator.log")
    try:
        with ros_client(environment) as client:
            until_active(client, generator)
            yield client, generator
    finally:
        generator.close()
        runtime.close()
