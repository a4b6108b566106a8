"""`arena evaluation reference`: recorded episodes simulated again without their robots."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arena_cli.error_text import sentence_of
from arena_cli.evaluation_paths import add_paths, complain, results, show
from arena_cli.option_parser import OptionParser

if TYPE_CHECKING:
    from arena_lab.reference import ReferenceRun

EXIT_OK, EXIT_FAILED = 0, 1

EXAMPLES = """\
  arena evaluation reference recordings -o references
  arena evaluation metrics recordings --reference references

People, objects, doors, seed and duration are those of the recording; robots, and orders to them, are left out. A
reference run that is there already is kept. Worlds are needed, ROS is not.

exit codes: 0 done, 1 a reference run could not be made, 2 bad usage"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = OptionParser("arena evaluation reference", "Simulate recordings again without their robots.", EXAMPLES)
    add_paths(parser)
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", required=True, help="folder of the reference runs")
    parser.add_argument("--json", action="store_true", help="one JSON object per recording on stdout")
    options = parser.parse_args(list(words))
    from arena_evaluation.references import recordings_with_robots
    from arena_lab.reference import ReferenceMaker, reference_targets

    failed = False
    try:
        recordings = recordings_with_robots(options.paths)
        maker = ReferenceMaker(reference_targets(recordings, options.output))
        for made in results(maker, recordings, options.workers):
            failed |= bool(made.problem)
            _tell(made, options.json)
    except OSError as error:
        complain(sentence_of(error))
        return EXIT_FAILED
    return EXIT_FAILED if failed else EXIT_OK


def _tell(made: "ReferenceRun", as_json: bool) -> None:
    if made.problem:
        complain(made.problem)
    elif as_json:
        show(json.dumps({"recording": str(made.recording), "reference": str(made.path), "frames": made.frames}))
    else:
        show(f"{made.path}: {f'{made.frames} frames' if made.frames else 'is there already'}")
