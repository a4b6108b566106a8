"""Wall clock and global random state, found in source text."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from import_rules import is_below

CLOCKS = frozenset(
    {f"time.{name}{suffix}" for name in ("time", "monotonic", "perf_counter", "process_time") for suffix in ("", "_ns")}
    | {"time.localtime", "time.gmtime", "time.sleep", "time.strftime", "time.ctime"}
    | {f"datetime.datetime.{name}" for name in ("now", "utcnow", "today")}
    | {"datetime.date.today"}
)
RANDOM_SOURCES = frozenset({"os.urandom", "os.getrandom", "uuid.uuid1", "uuid.uuid4"})
# Types of numpy.random that hold their own state.
SEEDED = frozenset({"Generator", "PCG64", "SeedSequence", "BitGenerator"})


def is_edge(module: str) -> bool:
    """Whether a module may look at the clock: the ROS nodes, batches and the command line."""
    return "ros" in module.split(".")[1:2] or is_below(module, ("arena_lab", "arena_cli", "scripts", "launch"))


def purity_complaints(source: str, module: str) -> list[str]:
    """One sentence for every use of the wall clock or of random state that no argument brought."""
    if is_edge(module):
        return []
    tree = ast.parse(source)
    names = dict(_imported_names(tree))
    return [f"{module}:{line}: {reason}" for used, line in _uses(tree, names) if (reason := _complaint(used))]


def _imported_names(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield (alias.asname, alias.name) if alias.asname else (alias.name.split(".")[0],) * 2
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _uses(tree: ast.AST, names: dict[str, str]) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Name):
            dotted = _dotted(node, names)
            if dotted:
                yield dotted, node.lineno


def _dotted(node: ast.expr, names: dict[str, str]) -> str:
    match node:
        case ast.Name(id=name):
            return names.get(name, "")
        case ast.Attribute(value=value, attr=attribute):
            owner = _dotted(value, names)
            return f"{owner}.{attribute}" if owner else ""
    return ""


def _complaint(used: str) -> str:
    if used in CLOCKS:
        return f"{used} reads the wall clock; time is an argument"
    if used in RANDOM_SOURCES or used.startswith(("random.", "secrets.")):
        return f"{used} is global random state; a generator is an argument"
    parts = used.split(".")
    if parts[:2] == ["numpy", "random"] and len(parts) == 3 and parts[2] not in SEEDED:
        return f"{used} is global random state; a generator is an argument"
    return ""
