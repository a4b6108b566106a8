"""`arena campaign list`: suites, contests and runs."""

import json
import os
from collections.abc import Iterator, Sequence

from arena_cli.campaign_words import add_data_dir
from arena_cli.option_parser import OptionParser

EXIT_OK = 0

EXAMPLES = """\
  arena campaign list
  arena campaign list --json

Suites and contests are found in the folders of ARENA_CAMPAIGN_PATH (each with suites/ and contests/ in it),
then among the shipped ones."""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = OptionParser("arena campaign list", "Suites, contests and runs.", EXAMPLES)
    add_data_dir(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object per entry on stdout")
    options = parser.parse_args(list(words))
    from arena_evaluation.table import text_table
    from arena_lab.campaign.run_folder import data_root, runs

    found = runs(data_root(options.data_root, os.environ))
    rows = [*_files(), *(("run", run.run_id, run.state) for run in found)]
    if options.json:
        for kind, name, detail in rows:
            print(json.dumps({"kind": kind, "name": name, "detail": detail}))
    else:
        print(text_table(("kind", "name", "file or state"), rows))
    return EXIT_OK


def _files() -> Iterator[tuple[str, str, str]]:
    from arena_lab.campaign.find import CONTEST, SUITE, files

    for kind in (SUITE, CONTEST):
        for name, path in files(kind, os.environ).items():
            yield kind, name, str(path)
