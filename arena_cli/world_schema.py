"""`arena world schema`: JSON Schemas for editors."""

import json
from collections.abc import Sequence

from arena_cli.option_parser import OptionParser

EXIT_OK = 0

EXAMPLES = """\
  arena world schema > world.schema.json
  arena world schema scenario > scenario.schema.json

An editor with the YAML language server completes and checks a file that begins with
  # yaml-language-server: $schema=world.schema.json"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = OptionParser("arena world schema", "Print the JSON Schema (draft 2020-12) of a file.", EXAMPLES)
    parser.add_argument("file", nargs="?", choices=("world", "scenario"), default="world", help="which file (world)")
    options = parser.parse_args(list(words))
    from arena_simulation_setup.files.schema.scenario import scenario_schema
    from arena_simulation_setup.files.schema.world import world_schema

    schema = world_schema() if options.file == "world" else scenario_schema()
    print(json.dumps(schema, indent=2, ensure_ascii=False))
    return EXIT_OK
