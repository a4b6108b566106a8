"""`arena evaluation report`: recordings as one page."""

from collections.abc import Sequence
from pathlib import Path

from arena_cli.argument import UsageError
from arena_cli.error_text import check_target, sentence_of
from arena_cli.evaluation_paths import add_paths, complain, results, show
from arena_cli.option_parser import OptionParser
from arena_cli.reference_option import add_reference, references_of, told_partners

EXIT_OK, EXIT_FAILED, EXIT_NOTHING = 0, 1, 2
SUFFIXES = (".html", ".htm")

EXAMPLES = """\
  arena evaluation report recordings -o report.html
  arena evaluation report runs/first runs/second -o report.html --title "Two planners" --workers 2
  arena evaluation report recordings --reference references -o report.html

One HTML file that needs no network and nothing beside it: overview, distributions, radar, trajectories, and a player
for each episode. A recording that is damaged has a row that says so; reference runs are no episodes of their own.

exit codes: 0 done, 1 the page could not be written, 2 bad usage or no recording that can be shown"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = OptionParser("arena evaluation report", "Make one page of recorded episodes.", EXAMPLES)
    add_paths(parser)
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", default=Path("report.html"), help="[report.html]")
    parser.add_argument("--title", default="Evaluation of recorded episodes", help="heading of the page")
    add_reference(parser)
    parser.add_argument("--json", action="store_true", help="a summary as one JSON object on stdout")
    options = parser.parse_args(list(words))
    if options.output.suffix not in SUFFIXES:
        raise UsageError(f"{options.output}: expected a name that ends in {' or '.join(SUFFIXES)}")
    check_target(options.output)
    from arena_evaluation.metrics.catalogue import METRICS
    from arena_evaluation.references import recordings_with_robots
    from arena_evaluation.report.page import NothingToShowError, summary_json, write_report
    from arena_evaluation.report.recorded_page import PageMaker

    try:
        references = references_of(options.reference)
        recordings = recordings_with_robots(options.paths)
        pages = results(PageMaker(references=references), recordings, options.workers)
        summary = write_report(options.output, told_partners(pages, references), options.title, METRICS)
    except (FileNotFoundError, NothingToShowError) as error:
        complain(sentence_of(error))
        return EXIT_NOTHING
    except (OSError, ModuleNotFoundError) as error:
        complain(sentence_of(error))
        return EXIT_FAILED
    for problem in summary.problems:
        complain(problem)
    if options.json:
        show(summary_json(summary))
    else:
        damaged = f", {len(summary.problems)} damaged" if summary.problems else ""
        episodes = f"{summary.episodes} {'episode' if summary.episodes == 1 else 'episodes'}"
        show(f"{summary.path}: {episodes}{damaged}, {summary.bytes / 1e6:.1f} MB")
    return EXIT_OK
