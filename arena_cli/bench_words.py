"""What the benchmarks share: reading their words, and showing figures with their bounds."""

import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena_cli.argument import Argument, Parsed, check_options, help_lines, parse_arguments

if TYPE_CHECKING:
    from arena_lab.bench_runtime import Figure
    from arena_simulation_setup.site import Site

EXIT_OK, EXIT_FAILED = 0, 1
JSON = "--json"


def asked(
    words: Sequence[str],
    usage: str,
    arguments: Sequence[Argument],
    options: Sequence[str] = (JSON,),
    **fields: object,
) -> tuple[Parsed, frozenset[str]] | None:
    """The values and options of a call; None where it asks for help, which is then printed.

    What is measured afterwards is measured on one core.

    Args:
        words: The words after the subject.
        usage: Help with a place for ``{arguments}``.
        arguments: What may be given as ``name:=value``.
        options: Flags that may be given.
        fields: Further places of the help.

    Raises:
        UsageError: If an option or argument is unknown or has no value of its kind.
    """
    if "-h" in words or "--help" in words:
        print(usage.format(arguments="\n".join(help_lines(arguments)), **fields))
        return None
    given = frozenset(word for word in words if word.startswith("-"))
    check_options(given, options, arguments)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    return parse_arguments(arguments, [word for word in words if word not in given]), given


def world_of(name: str) -> "Site":
    """The world to measure in; doubts about its files go to stderr.

    Raises:
        UsageError: If there is no such world, or its files have errors.
    """
    from arena_cli.run import open_world
    from arena_cli.run_report import RunReport

    return open_world(name, RunReport(as_json=False, bar=False))


def progress(sentence: str) -> None:
    """Tell what is measured next, beside the results."""
    print(f"{sentence} …", file=sys.stderr, flush=True)


def shown(figures: Sequence["Figure"], as_json: bool) -> int:
    """Print figures and give the exit code that their bounds ask for."""
    from arena_evaluation.table import text_table

    if as_json:
        print(json.dumps({figure.key: round(figure.value, 3) for figure in figures}))
    else:
        rows = [(figure.key, figure.meaning, f"{figure.value:.2f}", figure.bound) for figure in figures]
        print(text_table(("key", "figure", "value", "bound"), rows))
    return EXIT_OK if all(figure.holds for figure in figures) else EXIT_FAILED
