"""A recording as what the page holds of it."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from attrs import asdict, field, frozen

from arena_evaluation.metrics.catalogue import METRICS
from arena_evaluation.metrics.episode_run import EpisodeRun
from arena_evaluation.metrics.people import PERSON_RADIUS
from arena_evaluation.metrics.recorded_run import read_run
from arena_evaluation.metrics.world_routes import RouteSource, object_corners
from arena_evaluation.report.block import block
from arena_evaluation.report.moments import Moments, door_facts
from arena_evaluation.report.plan_shapes import CENTIMETRES, plan_shapes, rounded
from arena_evaluation.report.track_code import (
    PERIOD_NS,
    Floats,
    Samples,
    encoded_shares,
    encoded_track,
    presence,
    samples_of,
)
from arena_evaluation.tables import MetricRow, rows_of
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.metadata import read_metadata
from arena_simulation_setup.recording.occupancy import OccupancyGrid
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND
from arena_simulation_setup.verdict import UNKNOWN, VIOLATED

ROBOT_RADIUS = 0.27
"""Metres, of robots whom the episode does not describe."""
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
    """

    recording: str
    problem: str = ""
    rows: tuple[Plain, ...] = ()
    summary: Plain = field(factory=dict)
    detail: str = ""
    world: str = ""
    plan: str = ""


@frozen
class PageMaker:
    """Reads recordings one by one; each is forgotten when its part of the page is made.

    Attributes:
        names: Metrics that are computed.
        routes: Ways through the worlds of the recordings so far.
    """

    names: tuple[str, ...] = tuple(METRICS)
    routes: RouteSource = field(factory=RouteSource, eq=False)

    def __call__(self, path: Path) -> RecordedPage:
        """The part of a recording; one that can not be read stops nothing."""
        try:
            run = read_run(path, self.routes)
        except RecordingError as error:
            return RecordedPage(str(path), str(error))
        if not len(run.times_ns):
            return RecordedPage(str(path), f"{path}: {run.incomplete()}")
        return page_of(run, str(path), self.names, _label(path))


def _label(path: Path) -> str:
    """Who drove, as the run that recorded it was told; empty where it was not, or where the file stands alone."""
    try:
        labels = read_metadata(path).get("labels")
    except RecordingError:
        return ""
    known = labels if isinstance(labels, dict) else {}
    return next((str(known[name]) for name in PLANNER_LABELS if known.get(name)), "")


@frozen
class _Map:
    """A recorded map that can be compared."""

    resolution: float
    origin: Pose
    shape: tuple[int, ...]
    cells: bytes


@lru_cache(maxsize=8)
def _packed_plan(world_json: str, drawn: _Map | None) -> tuple[str, str]:
    """Key and packed plan of a world: many recordings in a row are of one."""
    grid = None
    if drawn is not None:
        cells = np.frombuffer(drawn.cells, np.int8).reshape(drawn.shape)
        grid = OccupancyGrid(drawn.resolution, drawn.origin, cells)
    plan = block(asdict(plan_shapes(world_json, grid)))
    return blake2b(plan.encode(), digest_size=8).hexdigest(), plan


def _plan_of(run: EpisodeRun) -> tuple[str, str]:
    grid = run.plan
    drawn = None if grid is None else _Map(grid.resolution, grid.origin, grid.cells.shape, grid.cells.tobytes())
    return _packed_plan(run.start.world_json, drawn)


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
    detail, tracks = _drawn(run)
    told = {
        "verdicts": verdicts,
        "phases": moments.phases(),
        "contacts": moments.contacts(),
        "doors": moments.doors(),
        "gaps": moments.gaps(),
    }
    rows = tuple(_row(row, verdicts, planner) for row in rows_of(run, recording, names))
    world, plan = _plan_of(run)
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


def _drawn(run: EpisodeRun) -> tuple[Plain, bytes]:
    """What is drawn, and the tracks of it in the same order."""
    samples = samples_of(run.times_ns)
    episode = run.start.episode
    radii = {person.name: person.radius for person in episode.people}
    radii |= {robot.name: robot.radius for robot in episode.robots}
    robots = [("robot", name, run.robot(name)) for name in run.robots]
    people = [("person", name, rows) for name, rows in run.people.items()]
    agents, parts = [], []
    for kind, name, rows in (*robots, *people):
        poses = rows[samples.rows, :3]
        radius = radii.get(name, ROBOT_RADIUS if kind == "robot" else PERSON_RADIUS)
        agents.append(
            {"kind": kind, "name": name, "radius": round(radius * CENTIMETRES), "runs": presence(poses[:, 0])}
        )
        parts.append(encoded_track(poses))
    doors, shares = _door_tracks(run, samples)
    detail = {
        "duration": round(run.duration, 3),
        "period": PERIOD_NS / NANOSECONDS_PER_SECOND,
        "samples": len(samples.rows),
        "tick": run.tick,
        "agents": agents,
        "moving": doors,
        "objects": [_object(entry) for entry in episode.objects],
    }
    return detail, b"".join((*parts, *shares))


def _object(entry: Any) -> Plain:
    """An object of the episode: its outline, or only its place where the recording does not say how large it is."""
    outlines = object_corners(entry)
    return {"name": entry.name, "place": rounded([entry.pose.xy]), "shape": rounded(outlines[0]) if outlines else []}


def _door_tracks(run: EpisodeRun, samples: Samples) -> tuple[list[Plain], list[bytes]]:
    found, parts = [], []
    for entity, _, progress in door_facts(run):
        values: Floats | None = run.fact(entity, progress)
        if values is not None and np.nanmax(values, initial=0.0) > 0.0:
            kept = values[samples.rows]
            found.append({"name": entity, "runs": presence(kept)})
            parts.append(encoded_shares(kept))
    return found, parts
