"""Parameter files of the task generator, as ROS reads them: what they say, and where it stands."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from arena_simulation_setup.files.cursor import Cursor, Rejection
from arena_simulation_setup.files.load_document import load_document
from arena_simulation_setup.files.near_names import nearest, typo_of
from arena_simulation_setup.files.nodes import Scalar
from arena_simulation_setup.files.problem import Loaded
from arena_simulation_setup.files.values import plain
from task_generator.coercion import ELEMENT, coerced
from task_generator.declarations import DOUBLE, STRING, ParameterDeclaration, Value

NODE, WILDCARDS = "task_generator", ("*", "**")
VALUES = "ros__parameters"
# What every node has, and `ros2 param dump` writes.
OF_ROS = ("use_sim_time", "start_type_description_service", "qos_overrides.")
YAML_1_1_BOOLEANS = ("true", "false", "yes", "no", "on", "off", "y", "n")
Declarations = Mapping[str, ParameterDeclaration]


@frozen
class FileParameter:
    """A value, and where it stands: ``file:line:column``."""

    value: Value
    place: str


def load_parameters(path: Path, declared: Declarations) -> Loaded[Mapping[str, FileParameter]]:
    """The parameters of the task generator in a file; what names a node exactly comes after what is for all.

    Args:
        path: The file.
        declared: What the node takes, by name.

    Raises:
        FileProblems: If it has errors: a value of another type, a slip of a name, or another form.
    """
    return load_document(path, lambda cursor: _parameters(cursor, declared))


def _parameters(cursor: Cursor, declared: Declarations) -> Mapping[str, FileParameter]:
    sections = [(node.rpartition("/")[2], section) for node, section in _sections(cursor, "")]
    own = [(node, section) for node, section in sections if node in (NODE, *WILDCARDS)]
    if not own:
        nodes = ", ".join(node for node, _ in sections) or "none"
        cursor.warn("parameters.node", f"there are no parameters of {NODE}, only of {nodes}")
    found: dict[str, FileParameter] = {}
    for _, section in sorted(own, key=lambda entry: entry[0] == NODE):
        for name, value in _leaves(section, ""):
            if not name.startswith(OF_ROS):
                _take(name, value, declared, found)
    return found


def _sections(cursor: Cursor, node: str) -> Iterator[tuple[str, Cursor]]:
    """Names of nodes with their parameters."""
    for key, value, _ in cursor.pairs():
        if key == VALUES and node:
            yield node, value
        elif key == VALUES or not value.is_mapping:
            value.error("parameters.form", "no node is named", expected=f"<node>: {VALUES}: <name>: <value>")
        else:
            yield from _sections(value, f"{node}/{key.strip('/')}")


def _leaves(cursor: Cursor, name: str) -> Iterator[tuple[str, Cursor]]:
    """Full names with their values; ``a: {b: 1}`` is ``a.b: 1``."""
    for key, value, _ in cursor.pairs():
        full = f"{name}.{key}" if name else key
        if value.is_mapping:
            yield from _leaves(value, full)
        else:
            yield full, value


def _take(name: str, cursor: Cursor, declared: Declarations, found: dict[str, FileParameter]) -> None:
    here = Cursor(cursor.node, name, cursor.report)
    if name not in declared:
        said = {"message": f"{NODE} has no such parameter", "suggestion": nearest(name, declared)}
        (here.error if typo_of(name, declared) else here.warn)("parameters.unknown", **said)
        return
    try:
        found[name] = read_parameter(here, declared[name])
    except Rejection as rejection:
        rejection.note()


def read_parameter(cursor: Cursor, declaration: ParameterDeclaration) -> FileParameter:
    """The value of a parameter.

    Raises:
        Rejection: If it does not fit the declaration.
    """
    try:
        value = coerced(declaration, _read(cursor, declaration.kind))
    except ValueError as error:
        message = str(error).removeprefix(f"{declaration.name}: ")
        raise cursor.rejection("parameters.value", message) from None
    return FileParameter(value, place_of(cursor))


def place_of(cursor: Cursor) -> str:
    """Where something stands: ``file:line:column``."""
    return f"{cursor.report.file}:{cursor.mark.line}:{cursor.mark.column}"


def _read(cursor: Cursor, kind: str) -> Any:
    element = ELEMENT.get(kind)
    return _scalar(cursor, kind) if element is None else [_scalar(item, element) for item in cursor.items()]


def _scalar(cursor: Cursor, kind: str) -> Any:
    value = plain(cursor)
    if kind == DOUBLE and value == ".nan":
        return float("nan")
    if kind == STRING and isinstance(cursor.node, Scalar) and not cursor.node.quoted and _is_no_text(cursor.node.text):
        # ROS reads these as a number or a switch, and the node refuses them.
        raise cursor.wrong("a text, in quotes")
    return value


def _is_no_text(word: str) -> bool:
    if word.lower() in YAML_1_1_BOOLEANS:
        return True
    try:
        float(word)
    except ValueError:
        return False
    return True
