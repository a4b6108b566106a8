"""`arena evaluation replay`: recordings judged again."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arena_cli.error_text import sentence_of
from arena_cli.evaluation_paths import add_paths, complain, results, show
from arena_cli.option_parser import OptionParser

if TYPE_CHECKING:
    from arena_evaluation.replay_further import Rejudged
    from arena_simulation_setup.conditions.clause import Clause

EXIT_OK, EXIT_FAILED, EXIT_DIFFERENT = 0, 1, 3

EXAMPLES = """\
  arena evaluation replay recordings/hospital_1_001/episode_001/episode_001.mcap
  arena evaluation replay recordings --workers 2 --json
  arena evaluation replay recordings --conditions rules.yaml

Neither ROS nor MuJoCo nor the world is needed. Prints the verdicts and whether they equal the recorded ones. Further
conditions are judged for each robot over the whole episode, as c0, c1 …, and change nothing else.

exit codes: 0 all verdicts equal the recorded ones and no further condition is violated, 1 a file can not be read,
2 bad usage, 3 verdicts differ or a further condition is violated"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = OptionParser("arena evaluation replay", "Judge recordings again, with the same judge.", EXAMPLES)
    add_paths(parser)
    parser.add_argument("--conditions", type=Path, metavar="FILE.yaml", help="judge its `conditions:` as well")
    parser.add_argument("--json", action="store_true", help="one JSON object per recording on stdout")
    options = parser.parse_args(list(words))
    from arena_evaluation.replay_further import Rejudge

    codes = [EXIT_OK]
    agreeing = 0
    try:
        clauses = () if options.conditions is None else _clauses(options.conditions)
        for rejudged in results(Rejudge(clauses), options.paths, options.workers):
            codes.append(_shown(rejudged, options.json))
            agreeing += rejudged.result is not None and rejudged.result.agrees
    except (OSError, ValueError) as error:
        complain(sentence_of(error))
        return EXIT_FAILED
    if len(codes) > 2 and not options.json:
        show(f"{agreeing} of {len(codes) - 1} recordings agree with their recorded verdicts")
    return EXIT_FAILED if EXIT_FAILED in codes else max(codes)


def _clauses(path: Path) -> "tuple[Clause, ...]":
    from arena_cli.scenario_episode import read_conditions

    clauses, warnings = read_conditions(path)
    for warning in warnings:
        complain(f"warning: {warning}")
    return clauses


def _shown(rejudged: "Rejudged", as_json: bool) -> int:
    from attrs import asdict

    from arena_evaluation.replay_text import replay_mapping, replay_text
    from arena_evaluation.table import verdict_table

    if rejudged.result is None:
        complain(rejudged.problem)
        return EXIT_FAILED
    for warning in rejudged.warnings:
        complain(f"warning: {rejudged.path}: {warning}")
    further = rejudged.further
    if as_json:
        more = {"further": [asdict(verdict) for verdict in further]} if further else {}
        show(json.dumps({**replay_mapping(rejudged.result), **more}))
    else:
        show("\n\n".join((replay_text(rejudged.result), *([verdict_table(further)] if further else []))))
    return EXIT_OK if rejudged.result.agrees and not rejudged.is_violated else EXIT_DIFFERENT
