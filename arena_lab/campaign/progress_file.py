"""`progress.csv` of a run: a line for each episode that is done, written at once."""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

from attrs import frozen

from arena_lab.campaign.job_result import Delivery
from arena_lab.campaign.plan import Job
from arena_lab.campaign.read_values import namespace_of

FILE = "progress.csv"
COLUMNS = (
    "ts_iso",
    "run_id",
    "step_key",
    "contestant",
    "stage",
    "env_id",
    "episode_id",
    "world",
    "seed",
    "tm_obstacles",
    "tm_robots",
    "robots",
    "outcome_state",
    "outcome_info",
    "started_at",
    "ended_at",
    "runtime_s",
    "robots_params_json",
    "obstacles_params_json",
    "error_kind",
    "error_detail",
)

Line = Mapping[str, str]


@frozen
class Progress:
    """What a progress file says.

    Attributes:
        lines: Its whole lines, the last one of each episode.
        damaged: Numbers of the lines that are cut or of another form.
    """

    lines: Mapping[tuple[str, int], Line]
    damaged: tuple[int, ...] = ()


def line_of(run_id: str, job: Job, delivery: Delivery, now_s: float) -> dict[str, str]:
    """The line for an episode.

    Args:
        run_id: Name of the run.
        job: The episode.
        delivery: What it gave.
        now_s: Seconds since 1970.
    """
    result, request = delivery.result, job.request
    values = (
        iso(now_s),
        run_id,
        job.step,
        job.contestant,
        job.stage,
        delivery.worker,
        job.episode,
        job.world,
        request.seed,
        request.obstacles_mode,
        request.robots_mode,
        job.robots,
        result.outcome_state,
        result.outcome_info,
        iso(delivery.started_s),
        iso(delivery.ended_s),
        f"{delivery.ended_s - delivery.started_s:.3f}",
        _parameters(job, request.robots_mode),
        _parameters(job, request.obstacles_mode),
        result.error_kind,
        result.error_detail,
    )
    # One line each, so that a cut one is seen.
    return {name: " ".join(str(value).split()) for name, value in zip(COLUMNS, values, strict=True)}


def append_line(path: Path, line: Line) -> None:
    """Write a line, and the header before the first one; it is with the operating system when this returns."""
    text = StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    if not path.exists() or path.stat().st_size == 0:
        writer.writeheader()
    writer.writerow(line)
    with path.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text.getvalue())


def read_progress(path: Path) -> Progress:
    """The lines of a file, those left out that were cut or damaged; no file has no lines."""
    if not path.exists():
        return Progress({})
    texts = path.read_text(encoding="utf-8", errors="replace").split("\n")
    # What follows the last line break was cut, unless it is nothing.
    damaged = [len(texts)] if texts[-1] else []
    lines: dict[tuple[str, int], Line] = {}
    for number, words in _rows(texts[:-1]):
        if words == list(COLUMNS):
            continue
        line = dict(zip(COLUMNS, words, strict=False))
        if len(words) == len(COLUMNS) and line["episode_id"].isdecimal():
            lines[line["step_key"], int(line["episode_id"])] = line
        else:
            damaged.append(number)
    return Progress(lines, tuple(sorted(damaged)))


def mend(path: Path, progress: Progress) -> None:
    """Write a file anew without its damaged lines, whole or not at all."""
    text = StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(progress.lines.values())
    part = path.with_name(f".{path.name}.part")
    part.write_text(text.getvalue(), encoding="utf-8")
    part.replace(path)


def iso(seconds: float) -> str:
    """A moment in UTC, to the millisecond."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def _rows(texts: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    for number, text in enumerate(texts, start=1):
        try:
            yield number, next(csv.reader([text], strict=True), [])
        except csv.Error:
            yield number, []


def _parameters(job: Job, mode: str) -> str:
    prefix = f"{namespace_of(mode)}."
    own = {
        name.removeprefix(prefix): value for name, value in job.request.parameters.items() if name.startswith(prefix)
    }
    return json.dumps(own, sort_keys=True)
