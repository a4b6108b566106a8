"""`arena scenario list`: the scenarios of a world."""

import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena_cli.option_parser import OptionParser

if TYPE_CHECKING:
    from arena_simulation_setup.files.load_scenario import ScenarioReading
    from arena_simulation_setup.tree.views import MultiLevelWorldView

EXIT_OK = 0
COLUMNS = ("name", "robots", "phases", "people", "objects", "conditions", "timeline")

EXAMPLES = """\
  arena scenario list hospital_1
  arena scenario list ./my_world --json"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = OptionParser("arena scenario list", "List the scenarios of a world.", EXAMPLES)
    parser.add_argument("world", metavar="WORLD", help="name or path of the world")
    parser.add_argument("--json", action="store_true", help="one JSON object per scenario on stdout")
    options = parser.parse_args(list(words))
    from arena_cli.scenario_words import world_of
    from arena_cli.world_words import view_of
    from arena_evaluation.table import text_table

    view = view_of(options.world, os.environ)
    world_of(options.world, view)
    rows = scenario_rows(view)
    if options.json:
        for row in rows:
            print(json.dumps(row, ensure_ascii=False))
    elif rows:
        print(text_table(COLUMNS, [[_cell(row, column) for column in COLUMNS] for row in rows]))
    else:
        print(f"{options.world} has no scenarios", file=sys.stderr)
    return EXIT_OK


def scenario_rows(view: "MultiLevelWorldView") -> list[dict[str, object]]:
    """A row per scenario: its name, how much of everything is in it, its file, number of errors in that."""
    from arena_simulation_setup.files.load_scenario import read_scenario_file
    from arena_simulation_setup.tree.views import SCENARIOS

    return [_row(read_scenario_file(view.directory / SCENARIOS / name)) for name in view.scenario_names()]


def _row(reading: "ScenarioReading") -> dict[str, object]:
    scenario = reading.scenario
    phases = [phase for robot in scenario.robots for phase in robot.phases]
    scopes = (scenario, *scenario.robots, *phases)
    return {
        "name": scenario.name,
        "robots": len(scenario.robots),
        "phases": len(phases),
        "people": len(scenario.dynamic),
        "objects": len(scenario.static),
        "conditions": sum(len(scope.conditions) for scope in scopes),
        "timeline": len(scenario.timeline),
        "file": reading.file,
        "errors": sum(problem.severity == "error" for problem in reading.problems),
    }


def _cell(row: dict[str, object], column: str) -> str:
    text = str(row[column])
    return f"{text} ({row['errors']} errors)" if column == "name" and row["errors"] else text
