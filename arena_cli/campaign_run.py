"""`arena campaign run`: every episode of a suite with every contestant, in many processes or on a cluster."""

import json
import os
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from contextlib import closing, redirect_stdout
from typing import TYPE_CHECKING, Any

from arena_cli.argument import UsageError
from arena_cli.campaign_options import engine_of, files_of, run_parser, workers_of
from arena_cli.campaign_words import campaign_of, delivery_mapping, delivery_text, loaded, run_of, standings_text
from arena_cli.error_text import check_target, sentence_of
from arena_cli.evaluation_paths import complain, show

if TYPE_CHECKING:
    from arena_lab.campaign.runner import CampaignRun

EXIT_OK, EXIT_FAILED = 0, 1


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    options = run_parser().parse_args(list(words))
    if options.junit is not None:
        check_target(options.junit)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    from arena_lab.campaign.ray_engine import NoRayError
    from arena_lab.campaign.run_folder import RunFolderError

    try:
        run = _resumed(options) if options.resume is not None else _begun(options)
        _perform(run, options)
        return _ended(run, options)
    except (NoRayError, RunFolderError) as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        complain(sentence_of(error))
        return EXIT_FAILED


def _begun(options: Namespace) -> "CampaignRun":
    from arena_lab.campaign.find import CONTEST, SUITE, find_file
    from arena_lab.campaign.run_folder import CONTEST_COPY, SUITE_COPY, data_root, new_run

    suite, contest = files_of(options)
    if not suite or not contest:
        raise UsageError("expected a SUITE and a CONTEST, or --resume (`arena campaign run --help` explains)")
    if options.retry_failed:
        raise UsageError("--retry-failed needs --resume")
    campaign = loaded(suite, contest, options.scale_episodes or 1.0).campaign
    engine = engine_of(options)
    files = (find_file(SUITE, suite, os.environ), find_file(CONTEST, contest, os.environ))
    root = data_root(options.data_root, os.environ)
    folder = new_run(root, campaign.names, time.time(), options.run_id)
    for file, copy in zip(files, (SUITE_COPY, CONTEST_COPY), strict=True):
        (folder.path / copy).write_bytes(file.read_bytes())
    from arena_lab.campaign.runner import CampaignRun

    run = CampaignRun(campaign, folder, engine, complain)
    sources = {"suite": str(files[0].resolve()), "contest": str(files[1].resolve())}
    run.begin({"files": sources, **_about(options)})
    return run


def _resumed(options: Namespace) -> "CampaignRun":
    from arena_lab.campaign.run_folder import data_root
    from arena_lab.campaign.runner import CampaignRun

    for option in ("run_id", "scale_episodes"):
        if getattr(options, option):
            raise UsageError(f"--{option.replace('_', '-')} belongs to a new run, not to --resume")
    suite, contest = files_of(options)
    if bool(suite) != bool(contest):
        raise UsageError("expected both SUITE and CONTEST, or neither, with --resume")
    given = loaded(suite, contest).campaign if suite else None
    folder = run_of(data_root(options.data_root, os.environ), options.resume, None if given is None else given.names)
    run = CampaignRun(campaign_of(folder, given), folder, engine_of(options), complain)
    run.check_same()
    return run


def _about(options: Namespace) -> dict[str, Any]:
    from importlib.metadata import version

    from arena_simulation_setup.site import VERSIONED

    versions = {name: version(name) for name in VERSIONED}
    return {"engine": options.engine, "workers": workers_of(options), "versions": versions}


def _perform(run: "CampaignRun", options: Namespace) -> None:
    from tqdm import tqdm

    silent = not sys.stderr.isatty()
    total = len(run.campaign.jobs())
    done = total - len(run.left(options.retry_failed))
    bar = tqdm(total=total, initial=done, unit="episode", file=sys.stderr, dynamic_ncols=True, disable=silent)
    rows = sys.stdout
    # What libraries print, such as Ray about processes that died, is no row.
    with bar, redirect_stdout(sys.stderr), closing(run.run(options.retry_failed)) as done_now:
        for job, delivery in done_now:
            bar.update(1)
            said = json.dumps(delivery_mapping(job, delivery)) if options.json else delivery_text(job, delivery)
            tqdm.write(said, file=rows)


def _ended(run: "CampaignRun", options: Namespace) -> int:
    from arena_lab.campaign.standings import standings

    if options.junit is not None:
        run.junit(options.junit)
    results = [case.result for case in run.cases()]
    if not options.json:
        show(f"\n{standings_text(standings(run.campaign.jobs(), results))}\n\nrun: {run.folder.path}")
    return EXIT_OK if all(result.passed for result in results) else EXIT_FAILED
