"""Who may import whom, as a function from source text to complaints."""

from __future__ import annotations

import ast
from collections.abc import Iterator

SETUP = "arena_simulation_setup"
PACKAGES = (SETUP, "task_generator", "arena_runtime", "arena_evaluation", "arena_lab", "arena_cli")
EVERYTHING = frozenset(PACKAGES)

# Row: may import. Each package may import itself.
OURS = {
    SETUP: frozenset[str](),
    "task_generator": frozenset({SETUP}),
    "arena_runtime": frozenset({SETUP}),
    "arena_evaluation": frozenset({SETUP}),
    "arena_lab": EVERYTHING - {"arena_cli"},
    "arena_cli": EVERYTHING,
    "scripts": EVERYTHING,
    "launch": EVERYTHING,
}

# Third parties that may stand only below these modules.
CONFINED = {
    "mujoco": ("arena_runtime.scene",),
    "numba": (f"{SETUP}.kernel",),
    "fsspec": (f"{SETUP}.tree",),
    "gymnasium": ("arena_lab",),
    "ray": ("arena_lab",),
}

ROS_EDGES = ("task_generator.ros", "arena_runtime.ros", "arena_cli", "scripts", "launch")
ROS_PACKAGES = frozenset(
    {"rclpy", "rcl_interfaces", "arena_interfaces", "builtin_interfaces", "ament_index_python", "launch", "launch_ros"}
)


def imported_modules(tree: ast.AST, module: str, *, is_package: bool = False) -> Iterator[tuple[str, int]]:
    """Every module that a file imports, wherever the import stands, with its line.

    A name imported from a module counts as a module below it, so that `from arena_runtime import scene` is seen.

    Args:
        tree: the parsed file.
        module: dotted name of the file.
        is_package: whether the file is an `__init__.py`.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = _absolute(node, module, is_package=is_package)
            yield from ((f"{origin}.{alias.name}", node.lineno) for alias in node.names)
        elif isinstance(node, ast.Call) and _called_name(node) in {"import_module", "__import__"}:
            names = [value.value for value in node.args[:1] if isinstance(value, ast.Constant)]
            yield from ((name, node.lineno) for name in names if isinstance(name, str))


def _absolute(node: ast.ImportFrom, module: str, *, is_package: bool) -> str:
    if node.level == 0:
        return node.module or ""
    parts = module.split(".")
    kept = parts[: len(parts) - node.level + (1 if is_package else 0)]
    return ".".join([*kept, *([node.module] if node.module else [])])


def _called_name(node: ast.Call) -> str:
    match node.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def is_ros(name: str) -> bool:
    """Whether a top-level module comes with ROS."""
    return name in ROS_PACKAGES or name.endswith(("_msgs", "_srvs")) or name.startswith(("rosidl", "tf2_"))


def is_below(module: str, prefixes: tuple[str, ...]) -> bool:
    """Whether a module is one of some packages or inside of one."""
    return any(module == prefix or module.startswith(f"{prefix}.") for prefix in prefixes)


def import_complaints(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """One sentence for every import that the table forbids."""
    found = imported_modules(ast.parse(source), module, is_package=is_package)
    return [f"{module}:{line}: {reason}" for name, line in found if (reason := _complaint(name, module))]


def _complaint(name: str, module: str) -> str:
    package = module.split(".", maxsplit=1)[0]
    top = name.split(".", maxsplit=1)[0]
    if top in EVERYTHING and top != package and top not in OURS[package]:
        return f"{package} must not import {top}"
    if top in CONFINED and not is_below(module, CONFINED[top]):
        return f"{top} belongs into {' or '.join(CONFINED[top])}"
    if is_ros(top) and not is_below(module, ROS_EDGES):
        return f"{top} comes with ROS and belongs into {' or '.join(ROS_EDGES)}"
    return ""
