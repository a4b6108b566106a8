"""Metrics of recordings as rows: one for each episode and robot."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

from arena_evaluation.metrics.catalogue import METRICS, measure
from arena_evaluation.metrics.episode_run import EpisodeRun
from arena_evaluation.metrics.measure import Measure
from arena_evaluation.metrics.robot_run import RobotRun
from arena_evaluation.metrics.world_routes import RouteSource
from arena_evaluation.references import References, read_paired
from arena_simulation_setup.recording.error import RecordingError

IDENTITY: Mapping[str, type] = {
    "recording": str,
    "episode": int,
    "world": str,
    "world_hash": str,
    "scenario": str,
    "seed": int,
    "obstacles_mode": str,
    "robots_mode": str,
    "robot": str,
    "model": str,
    "adapter": str,
    "frames": int,
    "complete": bool,
}
"""Columns that say what a row is about."""
REASONS = "reasons"
"""Column with the reason of each metric that has no value."""
_TYPES: Mapping[str, type] = {"bool": bool, "text": str, "count": int}


@frozen
class MetricRow:
    """One robot of one episode.

    Attributes:
        identity: Name to value of ``IDENTITY``.
        measures: Metric to what it says.
    """

    identity: Mapping[str, Any]
    measures: Mapping[str, Measure]

    def mapping(self) -> dict[str, Any]:
        """The row as plain values: identity, metrics (None without a value), and the reasons."""
        values = {name: found.value for name, found in self.measures.items()}
        reasons = {name: found.reason for name, found in self.measures.items() if found.value is None}
        return {**self.identity, **values, REASONS: reasons}


@frozen
class RecordingRows:
    """What one recording gave.

    Attributes:
        path: The recording.
        rows: One for each robot.
        problem: Why there are none; empty where there are.
        reference: The reference run that it was compared with; None without one.
        unpaired: Which recording has none and why, where one was looked for.
    """

    path: Path
    rows: tuple[MetricRow, ...] = ()
    problem: str = ""
    reference: Path | None = None
    unpaired: str = ""


@frozen
class RowMaker:
    """Reads recordings one by one; each is forgotten when its rows are made.

    Attributes:
        names: Metrics that are computed.
        references: Where reference runs are looked for; None looks for none.
        routes: Ways through the worlds of the recordings so far.
    """

    names: tuple[str, ...] = tuple(METRICS)
    references: References | None = None
    routes: RouteSource = field(factory=RouteSource, eq=False)

    def __call__(self, path: Path) -> RecordingRows:
        """The rows of a recording; one that can not be read stops nothing."""
        try:
            paired = read_paired(path, self.references, self.routes)
        except RecordingError as error:
            return RecordingRows(path, problem=str(error))
        rows = rows_of(paired.run, str(path), self.names)
        return RecordingRows(path, rows, reference=paired.reference, unpaired=paired.unpaired)


def rows_of(run: EpisodeRun, recording: str, names: Sequence[str] = tuple(METRICS)) -> tuple[MetricRow, ...]:
    """A row for each robot of an episode.

    Args:
        run: The episode.
        recording: What the column ``recording`` says.
        names: Metrics that are computed.
    """
    return tuple(
        MetricRow(_identity(run, robot, recording), measure(RobotRun(run, robot), names)) for robot in run.robots
    )


def column_types(names: Sequence[str]) -> dict[str, type]:
    """Column to the type of its values, the reasons left out."""
    return {**IDENTITY, **{name: _TYPES.get(METRICS[name].unit, float) for name in names}}


def _identity(run: EpisodeRun, robot: str, recording: str) -> dict[str, Any]:
    episode = run.start.episode
    described = next((entry for entry in episode.robots if entry.name == robot), None)
    values = (
        recording,
        episode.episode_id,
        episode.world.argument,
        episode.world.content_hash,
        episode.scenario,
        episode.seed,
        episode.obstacles_mode,
        episode.robots_mode,
        robot,
        "" if described is None else described.model,
        "" if described is None else described.adapter,
        len(run.times_ns),
        not run.incomplete(),
    )
    return dict(zip(IDENTITY, values, strict=True))
