"""Robot tasks from a file: a mode and its parameters, as ``task.config`` of a call names them."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from arena_cli.argument import Argument, Parsed, UsageError
from arena_cli.file_arguments import overlaid
from arena_cli.parameter_file import FileParameter, place_of, read_parameter
from arena_cli.task_arguments import TASK_CONFIG
from arena_simulation_setup.files.cursor import Cursor, Rejection
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.load_document import load_document
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.files.values import text
from task_generator.declarations import DictionaryNode, ParameterDeclaration
from task_generator.tasks.registry import ROBOTS_MODES

MODE = "task.robots"
KEYS = ("kind", "config", "produces", "assignments")
# Kinds of the documented platform that deal out other tasks.
DEALING = ("composite", "null")
ONE_FOR_ALL = "all robots of an episode have one mode here; mode scenario gives each its own phases"


@frozen
class RobotTask:
    """A robot mode and its parameters.

    Attributes:
        mode: Name of the mode, and where it stands.
        parameters: Full name of each parameter that the file gives to its value.
    """

    mode: FileParameter
    parameters: Mapping[str, FileParameter]


def load_robot_task(path: Path, note: Callable[[str], None]) -> RobotTask:
    """The robot task in a file.

    Args:
        path: The file.
        note: Takes doubts about it.

    Raises:
        FileProblems: If it has errors.
    """
    loaded = load_document(path, _task)
    for warning in loaded.warnings:
        note(warning.text)
    return loaded.value


def configured(parsed: Parsed, arguments: Sequence[Argument], note: Callable[[str], None]) -> Parsed:
    """Values of a call with the robot mode of its ``task.config``; parameters that it gives itself count more.

    Args:
        parsed: Values of the call.
        arguments: What it takes.
        note: Takes doubts about the file, and what it makes ineffective.

    Raises:
        UsageError: If the file has errors, or ``scenario`` names a mode as well.
    """
    path = parsed[TASK_CONFIG.name]
    if not path:
        return parsed
    if parsed["scenario"]:
        raise UsageError(f"task.config:={path}: scenario:={parsed['scenario']} is given, which names a mode as well")
    try:
        task = load_robot_task(Path(path), note)
    except FileProblems as problems:
        raise UsageError(f"task.config:={path} has errors:\n{problems}") from None
    if MODE in parsed.given and parsed[MODE] != task.mode.value:
        note(f"{MODE}:={parsed[MODE]} is ignored, task.config is given")
    own = {name: found for name, found in task.parameters.items() if name not in {*parsed.given, *parsed.wildcard}}
    whole = overlaid(parsed, arguments, {MODE: task.mode, **own})
    return evolve(whole, given=parsed.given.union((MODE, *own)).difference(whole.wildcard))


def _task(cursor: Cursor) -> RobotTask:
    fields = Fields(cursor, KEYS)
    if fields.has("produces"):
        fields.warn("produces", "task.produces", "has no effect: a mode says itself what it produces")
    if fields.has("assignments"):
        fields.error("assignments", "task.assignments", ONE_FOR_ALL)
    mode = fields.required("kind", _mode, FileParameter("", ""))
    fields.refuse_rest()
    fields.require_sound()
    config = fields.at("config")
    return RobotTask(mode, {} if config is None else _parameters(config, str(mode.value)))


def _mode(cursor: Cursor) -> FileParameter:
    name, names = text(cursor), ROBOTS_MODES.names()
    if name in DEALING:
        raise cursor.rejection("task.kind", ONE_FOR_ALL, found=name, expected=f"one of {', '.join(names)}")
    if name not in names:
        hints = {"expected": f"one of {', '.join(names)}", "suggestion": nearest(name, names)}
        raise cursor.rejection("task.kind", f"there is no robot mode {name!r}", found=name, **hints)
    return FileParameter(name, place_of(cursor))


def _parameters(cursor: Cursor, mode: str) -> Mapping[str, FileParameter]:
    own, found = _declared(mode), {}
    for key, value, _ in cursor.pairs():
        if key not in own:
            expected = f"one of {', '.join(own)}" if own else "nothing: the mode has no parameters"
            hints = {"found": key, "expected": expected, "suggestion": nearest(key, own)}
            value.error("task.parameter", f"mode {mode} has no parameter {key!r}", **hints)
            continue
        try:
            found[own[key].name] = read_parameter(value, own[key])
        except Rejection as rejection:
            rejection.note()
    return found


def _declared(mode: str) -> Mapping[str, ParameterDeclaration]:
    """The parameters of a mode by what stands behind its namespace."""
    registered, node = ROBOTS_MODES[mode], DictionaryNode()
    if registered.schema is not None:
        registered.schema(node, registered.namespace)
    prefix = f"{registered.namespace}."
    return {name.removeprefix(prefix): declaration for name, declaration in node.declarations.items()}
