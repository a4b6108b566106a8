"""`arena run`: episodes without ROS, as fast as possible."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from arena_cli.argument import (
    Argument,
    Parsed,
    UsageError,
    bool_value,
    check_options,
    count_value,
    help_lines,
    seed_value,
)
from arena_cli.argument import parse_arguments as parse
from arena_cli.error_text import check_folder
from arena_cli.platform_words import RUN_WORDS, platform_lines, without_platform_words
from arena_cli.robot_words import located
from arena_cli.run_worlds import RunWorlds, load_world
from arena_cli.scenario_words import listed_scenarios
from arena_cli.task_arguments import (
    PARAMETER_FILE,
    TASK_ARGUMENTS,
    TASK_CONFIG,
    check_models,
    checked_adapter,
    checked_human,
    checked_modes,
    checked_modules,
    clearances_of,
    limits_of,
    task_defaults,
    task_parameters,
)
from arena_cli.watching import WATCH_ARGUMENTS, begin_watching

if TYPE_CHECKING:
    from arena_cli.run_report import RunReport
    from arena_lab.batch import Batch, Result
    from arena_lab.row import EpisodeRow
    from arena_lab.run import RunOptions
    from arena_simulation_setup.site import Site

EXIT_OK, EXIT_FAILED, EXIT_DIFFERENT = 0, 1, 3
TIMEOUT_S = 300.0
NO_PROGRESS_S = 60.0

RUN_ARGUMENTS: tuple[Argument, ...] = (
    *TASK_ARGUMENTS,
    Argument("scenario", "", "short for both modes scenario: a name, a comma list of names, or all"),
    Argument("episodes", 1, "number of episodes (per scenario)", count_value, ("task.episode.count", "task.episodes")),
    Argument("env.n", 1, "number of processes that share the episodes out among them", count_value, ("env_n",)),
    Argument("seed", None, "seed; with several episodes each derives its own from it", seed_value, ("run_seed",)),
    Argument(
        "record.dir",
        "recordings",
        "folder for recordings, each run makes a folder of its own in it; empty for none",
        old_names=("record_data_dir",),
    ),
    Argument("record.auto", True, "whether to record", bool_value, ("!disable_auto_recorder",)),
    Argument("picture", True, "whether to draw a picture beside each recording", bool_value),
    Argument("recording", "", "re-simulate this recording and compare every frame instead"),
    PARAMETER_FILE,
    TASK_CONFIG,
    *WATCH_ARGUMENTS,
)
RUN_NAMES = tuple(argument.name for argument in RUN_ARGUMENTS)

USAGE = """usage: arena run [name:=value …] [--json] [--quiet]

Simulates episodes in a world and judges them, without ROS and as fast as the processor allows. Each episode
gives a row with its outcome and the verdict on every condition, a recording (MCAP) and a picture.

  arena run world:=hospital_1 scenario:=demo
  arena run world:=hospital_1 scenario:=all episodes:=3 seed:=7 --json
  arena run world:=hospital_1 episodes:=100 env.n:=4       # four processes, the same rows
  arena run world:=map_empty task.random.static.n:=[3,3]
  arena run recording:=FILE.mcap

arguments:
{arguments}

without a choice here, and answered with what there is instead:
{platform}

  --json   one JSON object per episode on stdout, everything else on stderr
  --quiet  no progress bar

exit codes: 0 every episode ran, 1 one failed to run, 2 bad usage, 3 a re-simulation differs"""


def main(words: Sequence[str]) -> int:
    """Run the verb and give its exit code."""
    if "-h" in words or "--help" in words:
        print(USAGE.format(arguments="\n".join(help_lines(RUN_ARGUMENTS)), platform=platform_lines(RUN_WORDS)))
        return EXIT_OK
    flags = {word for word in words if word.startswith("--")}
    check_options(flags, ("--json", "--quiet"), RUN_ARGUMENTS)
    left, told = without_platform_words([word for word in words if word not in flags], RUN_WORDS, RUN_NAMES)
    parsed = parse(RUN_ARGUMENTS, left)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    from arena_cli.run_report import RunReport

    report = RunReport(as_json="--json" in flags, bar="--quiet" not in flags)
    for warning in (*told, *parsed.warnings):
        report.note(f"warning: {warning}")
    return _resimulate(parsed, report) if parsed["recording"] else _run(parsed, report)


def open_world(argument: str, report: "RunReport", strict: bool = False) -> "Site":
    """Load a world and show the doubts about its files.

    Args:
        argument: Name or path of the world.
        report: Where doubts go.
        strict: Whether a missing asset is an error.

    Raises:
        UsageError: If there is no such world, its files have errors, or it lacks an asset that must not be missing.
    """
    site = load_world(argument, report.note, strict)
    for warning in site.warnings:
        report.note(warning.text)
    return site


def _run(parsed: Parsed, report: "RunReport") -> int:
    from arena_cli.file_arguments import OF_NODES, found_in_file, overlaid
    from arena_cli.task_config import configured
    from arena_lab.batch import run_folder
    from arena_lab.run import RunOptions
    from arena_runtime.simulation import SimulationOptions

    parsed = configured(parsed, RUN_ARGUMENTS, lambda said: report.note(f"warning: {said}"))
    parsed = overlaid(parsed, RUN_ARGUMENTS, found_in_file(parsed, RUN_ARGUMENTS, OF_NODES, report.note))
    worlds = RunWorlds(lambda argument: open_world(argument, report, parsed["assets.strict"]))
    site = worlds.of(parsed["world"])
    batch = _batch(parsed, site)
    if parsed["task.scenario.file"] and batch.scenarios != (parsed["task.scenario.file"],):
        report.note("warning: task.scenario.file is ignored, scenario is given")
    elif parsed["task.scenario.file"] and "scenario" not in (batch.template.obstacles_mode, batch.template.robots_mode):
        report.note("warning: task.scenario.file is ignored, neither task.obstacles nor task.robots is scenario")
    if parsed["seed"] is None:
        report.note(f"run seed: {batch.run_seed}")
    base = parsed["record.dir"] if parsed["record.auto"] else ""
    if base:
        check_folder("record.dir", base)
    folder = run_folder(Path(base), site) if base else None
    rows = []
    watching = begin_watching(parsed, batch.size, report.note)
    options = RunOptions(
        folder,
        simulation=SimulationOptions(scans=watching.scans),
        progress=report.progress,
        notice=lambda said: report.note(f"warning: {said}"),
        watch=watching.watch,
    )
    report.begin(batch.size)
    try:
        for result in _results(parsed, site, worlds.change_to, batch, options):
            for warning in result.warnings:
                report.note(f"warning: {warning}")
            rows.append(result.row)
            report.row(result.row, _picture(parsed, worlds.of, result.row, report))
    finally:
        report.end(rows)
        watching.stop()
    for used in worlds.opened:
        for missing in used.catalogue.missing:
            report.note(f"warning: {missing} is in no asset folder; a placeholder stands for it")
        for problem in used.catalogue.problems:
            report.note(f"warning: a plain wall stands for a preset: {problem.text}")
    return EXIT_FAILED if any(row.failed_to_run for row in rows) else EXIT_OK


def _results(
    parsed: Parsed, site: "Site", world_of: "Callable[[str], Site]", batch: "Batch", options: "RunOptions"
) -> "Iterator[Result]":
    from arena_lab.batch import run_batch
    from arena_lab.module_batch import ModuleBatch
    from arena_lab.parallel import run_in_processes

    modules = checked_modules(parsed)
    if modules and parsed["env.n"] > 1:
        raise UsageError("task.modules needs env.n:=1: what a module does depends on the episodes before")
    if modules:
        return ModuleBatch(site, batch, options, modules, world_of).results()
    if parsed["env.n"] == 1:
        return run_batch(site, batch, options)
    return run_in_processes(site, batch, parsed["env.n"], options.recordings, parsed["assets.strict"])


def _batch(parsed: Parsed, site: "Site") -> "Batch":
    from arena_lab.batch import Batch
    from task_generator.fleet import parse_fleet
    from task_generator.request import EpisodeRequest

    scenarios = listed_scenarios(parsed["scenario"], site)
    default_mode = "scenario" if parsed["scenario"] else "random"
    try:
        fleet = located(parse_fleet(parsed["robot"]))
    except ValueError as error:
        raise UsageError(f"robot:={parsed['robot']}: {error}") from None
    check_models(fleet, known_robots(fleet, site))
    obstacles_mode, robots_mode = checked_modes(parsed, default_mode)
    single = len(fleet) == 1 and "[" not in parsed["robot"]
    template = EpisodeRequest(
        episode_id=1,
        seed=0,
        obstacles_mode=obstacles_mode,
        robots_mode=robots_mode,
        fleet=None if single else fleet,
        default_model=fleet[0] if fleet else "jackal",
        parameters=task_parameters(parsed),
        defaults=task_defaults(parsed),
        limits=limits_of(parsed, TIMEOUT_S, NO_PROGRESS_S),
        adapter=checked_adapter(parsed, None if single else fleet),
        human=checked_human(parsed),
        clearances=clearances_of(parsed),
    )
    run_seed = uuid4().hex if parsed["seed"] is None else str(parsed["seed"])
    names = scenarios or (parsed["task.scenario.file"],)
    return Batch(template, names, parsed["episodes"], parsed["seed"], run_seed)


def known_robots(fleet: Sequence[str], site: "Site") -> tuple[str, ...]:
    """Models that are on this machine, and those of a fleet that a bucket has; they are fetched."""
    from arena_simulation_setup.tree.identifiers import RobotIdentifier

    here = site.catalogue.names(RobotIdentifier.asset_type)
    fetched = []
    for model in fleet:
        # What has a wrong form is nowhere.
        with suppress(ValueError):
            if model not in here and site.catalogue.folder(RobotIdentifier.parse(model)) is not None:
                fetched.append(model)
    return (*here, *fetched)


def _picture(parsed: Parsed, world_of: "Callable[[str], Site]", row: "EpisodeRow", report: "RunReport") -> Path | None:
    """The picture of an episode; where it can not be drawn, the episode counts all the same."""
    if row.recording is None or not parsed["picture"]:
        return None
    from arena_lab.picture import draw_episode

    path = Path(row.recording).with_suffix(".png")
    try:
        draw_episode(world_of(row.world), Path(row.recording), path)
    except (OSError, ValueError) as error:
        report.note(f"warning: no picture {path}: {error}")
        return None
    return path


def _resimulate(parsed: Parsed, report: "RunReport") -> int:
    from arena_lab.resimulate import resimulate
    from arena_runtime.simulation import SimulationOptions
    from arena_simulation_setup.recording.error import RecordingError
    from arena_simulation_setup.recording.reader import open_recording
    from arena_simulation_setup.tree.not_found import NotFoundError

    path = Path(parsed["recording"])
    watched = {argument.name for argument in WATCH_ARGUMENTS}
    for name in sorted({*parsed.given, *parsed.wildcard} - {"recording"} - watched):
        report.note(f"warning: {name} is ignored, the recording says what is simulated")
    try:
        argument = open_recording(path).start.episode.world.argument
        watching = begin_watching(parsed, 1, report.note)
        result = resimulate(open_world(argument, report), path, SimulationOptions(scans=watching.scans), watching.watch)
        watching.stop()
    except (RecordingError, ValueError, NotFoundError) as error:
        raise UsageError(str(error)) from None
    cut = " of a truncated recording" if result.truncated else ""
    if result.difference:
        said = f"{path}: different after {result.frames} equal frames{cut}: {result.difference}"
    else:
        said = f"{path}: all {result.frames} frames{cut} are equal to the bit"
    report.resimulation(result, said)
    return EXIT_DIFFERENT if result.difference else EXIT_OK


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
