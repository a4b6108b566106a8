"""`arena scenario check`: everything that is wrong with scenarios in their world."""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arena_cli.option_parser import OptionParser, value_of
from arena_cli.world_check import SEVERITIES, problems_of, radius_value, row, summary

if TYPE_CHECKING:
    from arena_simulation_setup.files.problem import Problem
    from arena_simulation_setup.tree.views import MultiLevelWorldView

EXIT_CLEAN, EXIT_FOUND = 0, 1

EXAMPLES = """\
  arena scenario check hospital_1
  arena scenario check hospital_1 demo --strict
  arena scenario check ./my_world --json

What keeps the world itself from being read is told, too; `arena world check` tells all about worlds.

exit codes: 0 clean, or nothing worse than warnings; 1 errors, with --strict also warnings; 2 bad usage"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = OptionParser("arena scenario check", "Find everything that is wrong with scenarios.", EXAMPLES)
    parser.add_argument("world", metavar="WORLD", help="name or path of the world")
    parser.add_argument("name", nargs="?", metavar="NAME", help="scenario to check; else all of them")
    parser.add_argument("--json", action="store_true", help="one JSON object per finding on stdout")
    parser.add_argument("--strict", action="store_true", help="warnings count as errors")
    parser.add_argument(
        "--radius", type=value_of(radius_value), metavar="M", help="of the robot that must get everywhere (0.267 m)"
    )
    options = parser.parse_args(list(words))
    from arena_cli.scenario_words import scenario_name
    from arena_cli.world_words import view_of

    view = view_of(options.world, os.environ)
    names = view.scenario_names() if options.name is None else (scenario_name(view, options.name),)
    problems = _of_scenarios(problems_of(view, options.radius), view, names)
    for problem in problems:
        print(json.dumps(row(problem), ensure_ascii=False) if options.json else problem.text)
    what = options.world if options.name is None else f"{options.world} {names[0]}"
    print(f"{what}: {summary(problems)}", file=sys.stderr if options.json else sys.stdout)
    refused = SEVERITIES[: 2 if options.strict else 1]
    return EXIT_FOUND if any(problem.severity in refused for problem in problems) else EXIT_CLEAN


def _of_scenarios(problems: "Sequence[Problem]", view: "MultiLevelWorldView", names: Sequence[str]) -> "list[Problem]":
    """Problems of these scenarios, and what kept the linter from looking at them."""
    from arena_simulation_setup.tree.views import SCENARIOS

    folder = view.directory / SCENARIOS
    wanted = {folder / name for name in names}
    incomplete = any(problem.code == "check.incomplete" for problem in problems)
    kept = []
    for problem in problems:
        place = Path(problem.file).parent
        stops = incomplete and (problem.severity == "error" or problem.code == "check.incomplete")
        if place in wanted or problem.code == "scenario.none" or (place.parent != folder and stops):
            kept.append(problem)
    return kept
