"""What the actions of `arena campaign` share: finding, loading and showing."""

import os
import time
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena_cli.argument import UsageError
from arena_cli.error_text import sentence_of
from arena_cli.evaluation_paths import complain

if TYPE_CHECKING:
    from arena_lab.campaign.job_result import Delivery
    from arena_lab.campaign.load import LoadedCampaign
    from arena_lab.campaign.plan import Campaign, Job
    from arena_lab.campaign.run_folder import RunFolder
    from arena_lab.campaign.standings import Standing

HEADER = ("contestant", "stage", "episodes", "done", "passed", "failed", "errors")


def add_data_dir(parser: ArgumentParser) -> None:
    """Let a command be told where runs are."""
    parser.add_argument(
        "-o",
        "--data-root",
        "--output",
        dest="data_root",
        type=Path,
        metavar="DIR",
        help="folder of data; runs are in DIR/benchmarks [$ARENA_DATA_DIR, else data]",
    )


def loaded(suite: str, contest: str, scale: float = 1.0) -> "LoadedCampaign":
    """A campaign by the names or paths of its files; doubts go to stderr.

    Raises:
        UsageError: If a file is not found or has errors; all of them are listed.
    """
    from arena_lab.campaign.find import CONTEST, SUITE, find_file
    from arena_lab.campaign.load import load_campaign
    from arena_simulation_setup.files.problem import FileProblems
    from arena_simulation_setup.tree.network import Network

    network = Network(time.time, lambda sentence: complain(f"warning: {sentence}"))
    try:
        files = (find_file(SUITE, suite, os.environ), find_file(CONTEST, contest, os.environ))
        found = load_campaign(*files, os.environ, scale, network)
    except FileProblems as problems:
        raise UsageError(f"suite {suite} and contest {contest} have errors:\n{problems}") from None
    except OSError as error:
        raise UsageError(sentence_of(error)) from None
    for warning in found.warnings:
        complain(warning.text)
    return found


def run_of(root: Path, run_id: str, names: tuple[str, str] | None = None) -> "RunFolder":
    """A run by name; empty for the latest, of a suite and a contest where their names are given.

    Raises:
        UsageError: If there is none, or its manifest can not be read.
    """
    from arena_lab.campaign.run_folder import RunFolderError, find_run

    try:
        found = find_run(root, run_id, names)
        found.manifest()
    except RunFolderError as error:
        raise UsageError(str(error)) from None
    return found


def campaign_of(folder: "RunFolder", given: "Campaign | None" = None) -> "Campaign":
    """The campaign of a run, under the names and with the scale that it was begun with.

    Args:
        folder: The run.
        given: What its files say, where they were given; None for the copies in the run.

    Raises:
        UsageError: If they have errors.
    """
    from attrs import evolve

    from arena_lab.campaign.run_folder import CONTEST_COPY, SUITE_COPY

    found = given or loaded(str(folder.path / SUITE_COPY), str(folder.path / CONTEST_COPY)).campaign
    # A copy has another name than the file.
    suite, contest = folder.names
    renamed = evolve(found.suite, name=suite), evolve(found.contest, name=contest)
    return evolve(found, scale=folder.scale, suite=renamed[0], contest=renamed[1])


def standings_text(found: "Sequence[Standing]") -> str:
    """Steps as a table."""
    from arena_evaluation.table import text_table

    numbers = ("episodes", "done", "passed", "failed", "errors")
    rows = [(row.contestant, row.stage, *(str(getattr(row, name)) for name in numbers)) for row in found]
    return text_table(HEADER, rows)


def standing_mapping(row: "Standing") -> Mapping[str, Any]:
    """A step as JSON values."""
    return {name: getattr(row, name) for name in HEADER}


def delivery_mapping(job: "Job", delivery: "Delivery") -> Mapping[str, Any]:
    """An episode as JSON values."""
    result = delivery.result
    return {
        "contestant": job.contestant,
        "stage": job.stage,
        "episode": job.episode,
        "world": job.world,
        "seed": job.request.seed,
        "outcome": result.outcome_state,
        "info": result.outcome_info,
        "passed": result.passed,
        "failure": result.failure,
        "error_kind": result.error_kind,
        "error_detail": result.error_detail,
        "runtime_s": round(delivery.ended_s - delivery.started_s, 3),
    }


def delivery_text(job: "Job", delivery: "Delivery") -> str:
    """An episode in a line."""
    result = delivery.result
    said = result.error_detail or result.failure or result.outcome_info
    verdict = "passed" if result.passed else "error" if result.error_kind else "failed"
    return f"{job.step}, episode {job.episode}, seed {job.request.seed}: {verdict} ({said})"
