"""`arena scenario judge`: a log of poses in CSV, judged without any simulator."""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arena_cli.argument import UsageError
from arena_cli.error_text import sentence_of
from arena_cli.option_parser import OptionParser

if TYPE_CHECKING:
    from arena_evaluation.csv_judging import LogVerdicts

EXIT_FINE, EXIT_FAILED, EXIT_VIOLATED = 0, 1, 3

EXAMPLES = """\
  arena scenario judge log.csv --world hospital_1 --scenario demo
  arena scenario judge log.csv --world ./my_world --conditions rules.yaml --json

columns of the log, in any order: t (seconds, never decreasing), name, kind (robot, person or fact), x, y (metres,
map frame), yaw (radians), and value where there are facts, whose name is <entity>.<field>. Rows of one time are one
sample. Who is not mentioned keeps the last pose; a row with empty x, y and yaw says that nobody is there.

exit codes: 0 every condition holds or is unknown; 1 a file can not be read; 2 bad usage; 3 a condition is violated"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = OptionParser("arena scenario judge", "Judge a log of poses, without any simulator.", EXAMPLES)
    parser.add_argument("log", type=Path, metavar="LOG.csv", help="log to judge")
    parser.add_argument("--world", required=True, metavar="WORLD", help="name or path of the world with the zones")
    parser.add_argument("--scenario", metavar="NAME", help="judge its tasks and conditions")
    parser.add_argument("--conditions", type=Path, metavar="FILE.yaml", help="judge its `conditions:` on the whole log")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    options = parser.parse_args(list(words))
    if (options.scenario is None) == (options.conditions is None):
        raise UsageError("arena scenario judge needs either --scenario NAME or --conditions FILE.yaml")
    try:
        judged = _judged(options.log, options.world, options.scenario, options.conditions)
    except (OSError, ValueError) as error:
        print(f"arena: {sentence_of(error)}", file=sys.stderr)
        return EXIT_FAILED
    print(json.dumps(_mapping(options.log, judged)) if options.json else _text(options.log, judged))
    return EXIT_VIOLATED if judged.is_violated else EXIT_FINE


def _judged(path: Path, world_word: str, scenario: str | None, conditions: Path | None) -> "LogVerdicts":
    from arena_cli.scenario_episode import conditions_episode, scenario_episode
    from arena_cli.scenario_words import scenario_of, world_of
    from arena_cli.world_words import view_of
    from arena_evaluation.csv_judging import judge_log, missing_names
    from arena_evaluation.csv_log import read_csv_log
    from arena_simulation_setup.conditions.names import entity_fields
    from arena_simulation_setup.world.compaction import compacted

    view = view_of(world_word, os.environ)
    world = compacted(world_of(world_word, view))
    played = None if scenario is None else scenario_of(view, scenario)
    log = read_csv_log(path)
    layout = log.layout(world.areas(), entity_fields(world))
    if not layout.robots:
        raise ValueError(f"{path} has no row of kind 'robot'; conditions are judged for each robot")
    if played is not None:
        episode, warnings = scenario_episode(played, log.names("robot"), world)
    else:
        episode, warnings = conditions_episode(conditions or Path(), log, world)
    for warning in (*warnings, *missing_names(episode, layout, world)):
        print(f"warning: {warning}", file=sys.stderr)
    return judge_log(log, layout, episode)


def _mapping(path: Path, judged: "LogVerdicts") -> dict[str, object]:
    from attrs import asdict

    from arena_simulation_setup.timebase import ns_to_seconds

    return {
        "log": str(path),
        "frames": judged.frames,
        "judged_until_s": ns_to_seconds(judged.end_ns),
        "violated": judged.is_violated,
        "verdicts": [asdict(verdict) for verdict in judged.verdicts],
        "phases": [asdict(phase) for phase in judged.phases],
    }


def _text(path: Path, judged: "LogVerdicts") -> str:
    from arena_evaluation.table import phase_table, verdict_table
    from arena_simulation_setup.timebase import ns_to_seconds

    parts = [verdict_table(judged.verdicts)] if judged.verdicts else ["no conditions"]
    parts += [phase_table(judged.phases)] if judged.phases else []
    frames = "1 frame" if judged.frames == 1 else f"{judged.frames} frames"
    states = [verdict.state for verdict in judged.verdicts]
    counts = ", ".join(f"{states.count(state)} {word}" for state, word in _WORDS.items() if state in states)
    until = f"judged until {ns_to_seconds(judged.end_ns):.2f} s"
    return "\n\n".join((*parts, f"{path}: {frames}, {until}: {counts or 'no conditions'}"))


_WORDS = {"holds": "held", "violated": "violated", "unknown": "unknown", "pending": "pending"}
