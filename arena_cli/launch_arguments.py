"""Arguments of `arena launch` and of launch/arena.launch.py: one table, from which both parametrize the nodes."""

import re
from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from arena_cli.argument import (
    Argument,
    bool_value,
    choice_of,
    count_value,
    default_text,
    int_value,
    number_up_to,
    size_value,
)
from arena_cli.log_level_file import log_level_value
from arena_cli.log_levels import LOG_LEVELS, LogLevels
from arena_cli.task_arguments import PARAMETER_FILE, TASK_ARGUMENTS, TASK_CONFIG
from arena_runtime.ros.limits import LARGEST_ENVIRONMENT, LARGEST_RTF, LARGEST_TIMEOUT_S
from task_generator.constants import Constants
from task_generator.declarations import BOOL, DOUBLE, INTEGER, ParameterDeclaration
from task_generator.parameters import declared_parameters
from task_generator.ros.node_declarations import node_declarations

TASK_GENERATOR, RUNTIME = "task_generator", "arena_runtime"
# What says which nodes there are belongs to none of them.
LAUNCH = "launch"
NODES = (RUNTIME, TASK_GENERATOR)
MODULES = {RUNTIME: "arena_runtime.ros.main", TASK_GENERATOR: "task_generator.ros.main"}
KINDS: dict[str, type] = {BOOL: bool, INTEGER: int, DOUBLE: float}


def namespace_value(text: str) -> str:
    """A namespace with a leading ``/``; empty for the root."""
    name = text.strip("/")
    if name and not re.fullmatch(r"[A-Za-z_]\w*(/[A-Za-z_]\w*)*", name, re.ASCII):
        raise ValueError(f"expected letters, digits and _ , such as lab, got {text!r}")
    return f"/{name}" if name else ""


def environment(text: str) -> int:
    """The number of an environment."""
    number = int_value(text)
    if not 0 <= number <= LARGEST_ENVIRONMENT:
        raise ValueError(f"expected a whole number from 0 to {LARGEST_ENVIRONMENT}, got {text!r}")
    return number


@frozen
class LaunchArgument:
    """One argument and the node whose parameter it is; both have the same name.

    Attributes:
        argument: Name, default, description and parser.
        node: One of ``NODES``, or ``LAUNCH``.
        kind: Type of the parameter; lists are handed over as text, which the node reads.
        default_text: The default as launch files write it.
    """

    argument: Argument
    node: str
    kind: type
    default_text: str

    @property
    def name(self) -> str:
        """What stands before ``:=``."""
        return self.argument.name


RUNTIME_ARGUMENTS: tuple[tuple[Argument, type], ...] = (
    (
        Argument(
            "target_rtf",
            1.0,
            "simulated seconds per wall second, 0 for as fast as possible; not with lockstep",
            number_up_to(LARGEST_RTF),
        ),
        float,
    ),
    (
        Argument(
            "lockstep", False, "whether each tick waits for the command of every robot driven from outside", bool_value
        ),
        bool,
    ),
    (
        Argument("lockstep.paused", False, "whether time stands still at first, until set_paused", bool_value),
        bool,
    ),
    (Argument("lockstep.channels", "", "robots to wait for, a comma list; empty for all driven from outside"), str),
    (
        Argument(
            "lockstep.rtf",
            0.0,
            "simulated seconds per wall second at most, 0 for any; instead of target_rtf",
            number_up_to(LARGEST_RTF),
        ),
        float,
    ),
    (
        Argument(
            "lockstep.timeout",
            30.0,
            "wall seconds until a tick waits no longer, 0 for ever",
            number_up_to(LARGEST_TIMEOUT_S),
        ),
        float,
    ),
    (
        Argument(
            "lockstep.on_timeout",
            "fail",
            "what then: fail, or continue with the last command",
            choice_of("fail", "continue"),
        ),
        str,
    ),
    (
        Argument(
            "record.dir",
            "",
            "folder for a recording of every episode; empty for none",
            old_names=("record_data_dir",),
        ),
        str,
    ),
    (
        Argument(
            "robot.localization",
            "runtime",
            "who publishes map -> odom: runtime or external (AMCL, SLAM)",
            choice_of("runtime", "external"),
        ),
        str,
    ),
    (Argument("robot.cameras", False, "whether cameras take pictures, for those who listen", bool_value), bool),
    (
        Argument(
            "world.lighting",
            "authored",
            "lamps in their pictures: authored, or auto for a rig in every room without",
            choice_of("authored", "auto"),
        ),
        str,
    ),
    (Argument("robot.cmd_vel_stamped", False, "whether cmd_vel is a TwistStamped", bool_value), bool),
    (
        Argument("env.id", 0, "number of a single environment, for SemanticSnapshot and foxglove.port", environment),
        int,
    ),
    (Argument("foxglove", False, "whether to serve the live scene for Foxglove, without a bridge", bool_value), bool),
    (Argument("foxglove.port", 8765, "port of ws://localhost; the number of the environment is added", int_value), int),
)

PEOPLE_ARGUMENTS: tuple[Argument, ...] = tuple(
    Argument(f"{namespace}.*", None, "parameter of the people, handed over as human_params")
    for namespace in Constants.HUMAN_PARAM_NAMESPACES
)

LAUNCH_ARGUMENTS: tuple[tuple[Argument, type], ...] = (
    (
        Argument("env.n", 1, "independent environments, each with nodes of its own", count_value, ("env_n",)),
        int,
    ),
    (
        Argument("env.ns", "", "namespace of a single environment, such as lab; empty for the root", namespace_value),
        str,
    ),
    (Argument("record.auto", True, "whether record.dir counts", bool_value, ("!disable_auto_recorder",)), bool),
    (PARAMETER_FILE, str),
    (TASK_CONFIG, str),
    (
        Argument(
            "log_level",
            LogLevels(),
            f"what nodes log at least: {', '.join(LOG_LEVELS)}, {{task_generator:debug, warn}}, or a YAML file",
            log_level_value,
        ),
        str,
    ),
    (Argument("env.shared_domain", False, "whether they share one ROS domain, all below /env_<i>", bool_value), bool),
)

COUNT_BEFORE, AUTO_BEFORE = ("episodes", "task.episodes"), ("auto_reset", "task.auto_reset")

GENERATOR_ARGUMENTS: tuple[Argument, ...] = (
    Argument("scenario", "", "short for both modes scenario with this file"),
    Argument("run_seed", "", "what every seed of the run derives from; empty draws one"),
    Argument("task.episode.count", -1, "episodes until everything ends, below 0 endless", int_value, COUNT_BEFORE),
    Argument("task.episode.auto_reset", True, "whether an episode follows on an episode", bool_value, AUTO_BEFORE),
    Argument(
        "timeout_wait_for_service",
        30.0,
        "wall seconds that activating waits for the runtime",
        size_value,
        ("env.bootstrap_timeout",),
    ),
    Argument("autostart", True, "whether the task generator configures and activates itself", bool_value),
)


def launch_arguments() -> tuple[LaunchArgument, ...]:
    """All rows, the task's first; each parameter of a task mode has a row of its own."""
    placed = ((LAUNCH, LAUNCH_ARGUMENTS), (RUNTIME, RUNTIME_ARGUMENTS))
    return (*_generator_rows(), *(row for node, arguments in placed for row in _plain_rows(node, arguments)))


def _plain_rows(node: str, arguments: Iterable[tuple[Argument, type]]) -> Iterator[LaunchArgument]:
    for argument, kind in arguments:
        yield LaunchArgument(argument, node, kind, default_text(argument.default))


def _generator_rows() -> Iterator[LaunchArgument]:
    declared = {**{entry.name: entry for entry in node_declarations()}, **declared_parameters()}
    given = [argument for argument in (*TASK_ARGUMENTS, *GENERATOR_ARGUMENTS) if not argument.name.endswith("*")]
    for argument in given:
        default = declared[argument.name].default if argument.default is None else argument.default
        yield _row(evolve(argument, default=default), declared[argument.name])
    names = {argument.name for argument in given}
    for name, declaration in declared_parameters().items():
        if name not in names:
            yield _row(Argument(name, default_text(declaration.default), declaration.description), declaration)


def _row(argument: Argument, declaration: ParameterDeclaration) -> LaunchArgument:
    return LaunchArgument(argument, TASK_GENERATOR, KINDS.get(declaration.kind, str), default_text(argument.default))
