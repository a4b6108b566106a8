"""`arena world check`: everything that is wrong with a world."""

import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena_cli.argument import UsageError, float_value
from arena_cli.error_text import sentence_of
from arena_cli.option_parser import OptionParser, value_of

if TYPE_CHECKING:
    from arena_simulation_setup.files.problem import Problem
    from arena_simulation_setup.tree.views import MultiLevelWorldView

EXIT_CLEAN, EXIT_FOUND = 0, 1
WIDEST_ROBOT = 5.0
"""Metres."""
SEVERITIES = ("error", "warning", "info")

EXAMPLES = """\
  arena world check hospital_1
  arena world check ./my_world --strict --radius 0.42
  arena world check ./my_world --json

exit codes: 0 clean, or nothing worse than warnings; 1 errors, with --strict also warnings; 2 bad usage"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = OptionParser(
        "arena world check", "Find everything that is wrong with worlds and their scenarios.", EXAMPLES
    )
    parser.add_argument("worlds", nargs="+", metavar="NAME|PATH", help="worlds to check")
    parser.add_argument("--json", action="store_true", help="one JSON object per finding on stdout")
    parser.add_argument("--strict", action="store_true", help="warnings count as errors")
    parser.add_argument(
        "--radius", type=value_of(radius_value), metavar="M", help="of the robot that must get everywhere (0.267 m)"
    )
    options = parser.parse_args(list(words))
    from arena_cli.world_words import view_of

    worst = EXIT_CLEAN
    for word in options.worlds:
        problems = problems_of(view_of(word, os.environ), options.radius)
        if options.json:
            for problem in problems:
                print(json.dumps(row(problem), ensure_ascii=False))
        elif problems:
            print("\n".join(problem.text for problem in problems))
        print(f"{word}: {summary(problems)}", file=sys.stderr if options.json else sys.stdout)
        refused = SEVERITIES[: 2 if options.strict else 1]
        if any(problem.severity in refused for problem in problems):
            worst = EXIT_FOUND
    return worst


def row(problem: "Problem") -> dict[str, object]:
    """A finding as a JSON object."""
    from attrs import asdict

    return asdict(problem)


def summary(problems: Sequence["Problem"]) -> str:
    """How many findings of each severity there are, in words."""
    counts = [(sum(problem.severity == severity for problem in problems), severity) for severity in SEVERITIES]
    nouns = {"error": "errors", "warning": "warnings", "info": "notes"}
    single = {"error": "error", "warning": "warning", "info": "note"}
    parts = [f"{count} {single[severity] if count == 1 else nouns[severity]}" for count, severity in counts if count]
    return ", ".join(parts) or "nothing to report"


def problems_of(view: "MultiLevelWorldView", radius: float | None) -> "tuple[Problem, ...]":
    """All findings about a world and its scenarios.

    Args:
        view: Where the world is.
        radius: Of the robot that must get everywhere, metres; None means that of the default robot.

    Raises:
        UsageError: If there is no world.
    """
    from arena_simulation_setup.check.lint import lint
    from arena_simulation_setup.check.reachability import DEFAULT_RADIUS

    try:
        return lint(view, view.catalogue(os.environ), DEFAULT_RADIUS if radius is None else radius)
    except OSError as error:
        raise UsageError(sentence_of(error)) from None


def radius_value(text: str) -> float:
    """The radius of a robot, metres."""
    radius = float_value(text)
    if not 0.0 < radius <= WIDEST_ROBOT:
        raise ValueError(f"expected metres above 0 and up to {WIDEST_ROBOT:g}, got {text!r}")
    return radius
