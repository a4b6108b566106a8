"""The options of `arena campaign run`."""

import os
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from arena_cli.argument import UsageError, count_value, float_value
from arena_cli.campaign_words import add_data_dir
from arena_cli.option_parser import OptionParser, value_of

if TYPE_CHECKING:
    from arena_lab.campaign.engine import Engine

LATEST = ""
PROCESSES, RAY = "processes", "ray"

EXAMPLES = """\
  arena campaign run smoke robots
  arena campaign run my_suite.yaml my_contest.yaml --workers 4 --junit results.xml
  arena campaign run --resume                      # go on with the run that was begun last
  arena campaign run smoke robots --engine ray --address auto

A run is a folder DIR/benchmarks/<time>-<suite>-<contest> with manifest.yaml, progress.csv, runner.log, the
recordings and, at the end, combined_metrics.parquet: one row per episode and robot. docs/campaigns.md says
what stands in the files. An episode has passed when its outcome is SUCCESS, no condition is violated, and
there were fewer contacts than the suite allows.

exit codes: 0 every episode ran and has passed, 1 one has not, 2 bad usage, 130 interrupted"""


def run_parser() -> OptionParser:
    """What may be given."""
    parser = OptionParser("arena campaign run", "Run a suite with every contestant of a contest.", EXAMPLES)
    parser.add_argument("suite", nargs="?", metavar="SUITE", help="name or path of a suite")
    parser.add_argument("contest", nargs="?", metavar="CONTEST", help="name or path of a contest")
    parser.add_argument("--suite", dest="suite_option", metavar="SUITE", help="the same as an option")
    parser.add_argument("--contest", dest="contest_option", metavar="CONTEST", help="the same as an option")
    parser.add_argument(
        "--workers", type=value_of(count_value), metavar="N", help="episodes at once [as many as there are cores]"
    )
    parser.add_argument(
        "--engine", choices=(PROCESSES, RAY), default=PROCESSES, help="where episodes are run [processes]"
    )
    parser.add_argument("--address", default="", help="of the Ray cluster; local starts one on this machine")
    parser.add_argument(
        "--resume", nargs="?", const=LATEST, metavar="RUN_ID", help="go on with a run [the one begun last]"
    )
    parser.add_argument(
        "--retry-failed", action="store_true", help="with --resume: also episodes that did not run to their end"
    )
    parser.add_argument("--run-id", default="", help="name of the new run")
    parser.add_argument("--scale-episodes", type=value_of(_factor), metavar="X", help="factor on the episodes [1]")
    add_data_dir(parser)
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML, for continuous integration")
    parser.add_argument("--json", action="store_true", help="one JSON object per episode on stdout")
    return parser


def _factor(text: str) -> float:
    factor = float_value(text)
    if not 0.0 < factor <= 1e6:
        raise ValueError(f"expected a number above 0, at most 1000000, got {text!r}")
    return factor


def files_of(options: Namespace) -> tuple[str, str]:
    """Suite and contest as given, as words or as options; empty where they are not."""
    return options.suite or options.suite_option or "", options.contest or options.contest_option or ""


def workers_of(options: Namespace) -> int:
    """How many episodes at once."""
    return int(options.workers or len(os.sched_getaffinity(0)))


def engine_of(options: Namespace) -> "Engine":
    """Where episodes are run.

    Raises:
        UsageError: If an option has no meaning there.
        NoRayError: If it is Ray, which is not installed.
    """
    from arena_lab.campaign.process_engine import ProcessEngine
    from arena_lab.campaign.ray_engine import RayEngine, need_ray

    if options.address and options.engine != RAY:
        raise UsageError("--address needs --engine ray")
    if options.engine == RAY:
        need_ray()
        return RayEngine(workers_of(options), options.address)
    return ProcessEngine(workers_of(options))
