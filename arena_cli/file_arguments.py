"""Values of a call overlaid over those of a parameter file."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from attrs import evolve

from arena_cli.argument import Argument, Parsed, UsageError, default_text
from arena_cli.parameter_file import FileParameter, load_parameters
from arena_cli.task_arguments import PARAMETER_FILE
from arena_simulation_setup.files.problem import FileProblems
from task_generator.parameters import declared_parameters
from task_generator.ros.node_declarations import node_declarations

MODES = ("task.obstacles", "task.robots", "task.scenario.file")
# What `arena run` calls parameters of the node, and the value of each that stands for the argument's own default.
NAMES_OF_RUN: Mapping[str, str] = MappingProxyType({"run_seed": "seed", "task.episode.count": "episodes"})
UNSET: Mapping[str, object] = MappingProxyType({"run_seed": "", "task.episode.count": -1})
# Parameters that only a node has, and the one that a launch decides.
OF_NODES = ("autostart", "timeout_wait_for_service", "task.episode.auto_reset", "human_params")
OF_LAUNCHES = ("autostart",)
Found = Mapping[str, FileParameter]


def found_in_file(
    parsed: Parsed, arguments: Sequence[Argument], left_out: Collection[str], note: Callable[[str], None]
) -> Found:
    """What the ``task.params`` of a call says about arguments that it does not give, by their names.

    Args:
        parsed: Values of the call.
        arguments: What it takes.
        left_out: Parameters that have no meaning for it.
        note: Takes doubts about the file.

    Raises:
        UsageError: If the file has errors; all of them are listed with their places.
    """
    path = parsed[PARAMETER_FILE.name]
    if not path:
        return {}
    declared = {entry.name: entry for entry in node_declarations()} | dict(declared_parameters())
    try:
        loaded = load_parameters(Path(path), declared)
    except FileProblems as problems:
        raise UsageError(f"task.params:={path} has errors:\n{problems}") from None
    for warning in loaded.warnings:
        note(warning.text)
    found = {name: parameter for name, parameter in loaded.value.items() if name not in left_out}
    return _counting(parsed, {argument.name for argument in arguments}, found)


def overlaid(parsed: Parsed, arguments: Sequence[Argument], found: Found) -> Parsed:
    """Values of a call, and for arguments that it does not give those that were found.

    Raises:
        UsageError: If a value does not fit.
    """
    exact = {argument.name: argument for argument in arguments if not argument.name.endswith("*")}
    values, wildcard = dict(parsed.values), dict(parsed.wildcard)
    for name, parameter in found.items():
        text = default_text(parameter.value)
        if name in exact:
            values[name] = _value(exact[name], text, parameter)
        else:
            wildcard[name] = text
    return evolve(parsed, values=values, wildcard=wildcard)


def _counting(parsed: Parsed, known: Collection[str], found: Found) -> Found:
    """What counts of what was found, by names of arguments."""
    scenario = parsed["scenario"] or ("scenario" in found and found["scenario"].value)
    # The short form stands for these, here as in the node.
    covered = MODES if scenario else ()
    counting = {}
    for name, parameter in found.items():
        called = name if name in known else NAMES_OF_RUN.get(name, name)
        unset = called != name and parameter.value == UNSET[name]
        given = called in parsed.given or called in parsed.wildcard
        if not (given or unset or name in covered):
            counting[called] = parameter
    return counting


def _value(argument: Argument, text: str, parameter: FileParameter) -> object:
    try:
        return argument.parse(text)
    except ValueError as error:
        raise UsageError(f"{parameter.place}: {argument.name}: {error}") from None
