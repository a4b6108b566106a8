"""A recording as what the page holds of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve, field, frozen

from arena_evaluation.metrics.catalogue import METRICS
from arena_evaluation.metrics.episode_run import EpisodeRun
from arena_evaluation.metrics.world_routes import RouteSource
from arena_evaluation.references import References, read_paired
from arena_evaluation.report.block import block
from arena_evaluation.report.drawn_episode import drawn_episode
from arena_evaluation.report.moments import Moments
from arena_evaluation.report.packed_plans import packed_plan
from arena_evaluation.tables import MetricRow, rows_of
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.metadata import read_metadata
from arena_simulation_setup.verdict import UNKNOWN, VIOLATED

PLANNER_LABELS = ("planner", "contestant")
"""Labels in the metadata beside a recording that name what is compared."""
_DIGITS = 6

Plain = dict[str, Any]


@frozen
class RecordedPage:
    """What a page holds of one recording.

    Attributes:
        recording: Its path, as it was given.
        problem: Why it can not be shown; empty where it can.
        rows: One for each robot, for the overview.
        summary: What the overview says about the whole episode.
        detail: The episode, packed, for the player.
        world: Key of its plan.
        plan: Its plan, packed.
        reference: The reference run that it was compared with; None without one.
        unpaired: Which recording has none and why, where one was looked for.
    """

    recording: str
    problem: str = ""
    rows: tuple[Plain, ...] = ()
    summary: Plain = field(factory=dict)
    detail: str = ""
    world: str = ""
    plan: str = ""
    reference: Path | None = None
    unpaired: str = ""


@frozen
class PageMaker:
    """Reads recordings one by one; each is forgotten when its part of the page is made.

    Attributes:
        names: Metrics that are computed.
        references: Where reference runs are looked for; None looks for none.
        routes: Ways through the worlds of the recordings so far.
    """

    names: tuple[str, ...] = tuple(METRICS)
    references: References | None = None
    routes: RouteSource = field(factory=RouteSource, eq=False)

    def __call__(self, path: Path) -> RecordedPage:
        """The part of a recording; one that can not be read stops nothing."""
        try:
            paired = read_paired(path, self.references, self.routes)
        except RecordingError as error:
            return RecordedPage(str(path), str(error))
        if not len(paired.run.times_ns):
            return RecordedPage(str(path), f"{path}: {paired.run.incomplete()}")
        try:
            page = page_of(paired.run, str(path), self.names, _label(path))
        except ValueError as error:
            return RecordedPage(str(path), f"{path}: {error}")
        return evolve(page, reference=paired.reference, unpaired=paired.unpaired)


def _label(path: Path) -> str:
    """Who drove, as the run that recorded it was told; empty where it was not, or where the file stands alone."""
    try:
        labels = read_metadata(path).get("labels")
    except RecordingError:
        return ""
    known = labels if isinstance(labels, dict) else {}
    return next((str(known[name]) for name in PLANNER_LABELS if known.get(name)), "")


def page_of(run: EpisodeRun, recording: str, names: Sequence[str], planner: str = "") -> RecordedPage:
    """The part of an episode with one frame at least.

    Args:
        run: The episode.
        recording: What the page calls it.
        names: Metrics that are computed.
        planner: Who is compared; empty for the adapter of each robot.
    """
    moments = Moments(run)
    verdicts = moments.verdicts()
    detail, tracks = drawn_episode(run)
    told = {
        "verdicts": verdicts,
        "phases": moments.phases(),
        "contacts": moments.contacts(),
        "doors": moments.doors(),
        "gaps": moments.gaps(),
    }
    rows = tuple(_row(row, verdicts, planner) for row in rows_of(run, recording, names))
    world, plan = packed_plan(run)
    return RecordedPage(recording, "", rows, _summary(run, verdicts), block({**detail, **told}, tracks), world, plan)


def _summary(run: EpisodeRun, verdicts: Sequence[Plain]) -> Plain:
    end = run.outcome
    return {
        "world": run.start.episode.world.argument,
        "scenario": run.start.episode.scenario,
        "episode": run.start.episode.episode_id,
        # As text: numbers of JavaScript are exact up to 53 bits.
        "seed": str(run.start.episode.seed),
        "outcome": "CUT" if end is None else end.state,
        "reason": run.incomplete() if end is None else end.reason,
        "duration": run.duration,
        "people": len(run.people),
        "contacts": len(run.contacts),
        "clauses": len(verdicts),
        "violated": sum(verdict["state"] == VIOLATED for verdict in verdicts),
        "first": min((verdict["time"] for verdict in verdicts if verdict["state"] == VIOLATED), default=None),
        "unknown": sum(verdict["state"] == UNKNOWN for verdict in verdicts),
    }


def _row(row: MetricRow, verdicts: Sequence[Plain], planner: str) -> Plain:
    identity = row.identity
    own = [verdict for verdict in verdicts if verdict["robot"] == identity["robot"]]
    return {
        "robot": identity["robot"],
        "model": identity["model"],
        "planner": planner or identity["adapter"],
        "violated": sum(verdict["state"] == VIOLATED for verdict in own),
        "metrics": {name: _plain(found.value) for name, found in row.measures.items()},
        "why": {name: found.reason for name, found in row.measures.items() if found.value is None},
    }


def _plain(value: Any) -> Any:
    """A value that JSON holds, with as many digits as anybody reads."""
    if isinstance(value, bool | str) or value is None:
        return value
    if not np.isfinite(value):
        return None
    return int(value) if isinstance(value, int) else float(f"{float(value):.{_DIGITS}g}")
