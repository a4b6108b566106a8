"""`arena world list`: the worlds that can be used by name."""

import json
import os
import sys
from collections.abc import Mapping, Sequence

from arena_cli.option_parser import OptionParser

EXIT_OK = 0


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    examples = "Worlds are looked for in the folders of ARENA_WORLD_PATH, then among the shipped ones, then in buckets."
    parser = OptionParser("arena world list", "List the worlds that can be used by name.", examples)
    parser.add_argument("--json", action="store_true", help="one JSON object per world on stdout")
    options = parser.parse_args(list(words))
    rows = world_rows(os.environ)
    if options.json:
        for row in rows:
            print(json.dumps(row, ensure_ascii=False))
    elif rows:
        print(_table(rows))
    else:
        print("there are no worlds", file=sys.stderr)
    return EXIT_OK


def world_rows(environment: Mapping[str, str]) -> list[dict[str, object]]:
    """A row per world: name, directory, levels, number of zones, scenarios, number of errors in its files."""
    from arena_cli.world_words import view_of
    from arena_simulation_setup.files.load_world import read_world
    from arena_simulation_setup.tree.search_paths import world_names

    rows: list[dict[str, object]] = []
    for name in world_names(environment):
        view = view_of(name, environment)
        reading = read_world(view.directory)
        levels = reading.description.levels
        rows.append(
            {
                "name": name,
                "directory": str(view.directory),
                "levels": list(levels),
                "zones": sum(len(level.zones) for level in levels.values()),
                "scenarios": list(view.scenario_names()),
                "errors": sum(problem.severity == "error" for problem in reading.problems),
            }
        )
    return rows


def _table(rows: Sequence[Mapping[str, object]]) -> str:
    from arena_evaluation.table import text_table

    header = ("name", "levels", "zones", "scenarios", "directory")
    return text_table(header, [[_cell(row, column) for column in header] for row in rows])


def _cell(row: Mapping[str, object], column: str) -> str:
    value = row[column]
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"{text} ({row['errors']} errors)" if column == "name" and row["errors"] else text or "-"
