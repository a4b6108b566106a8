"""Everybody and everything that moves in an episode, for the player."""

from typing import Any

import numpy as np

from arena_evaluation.metrics.episode_run import EpisodeRun
from arena_evaluation.metrics.people import PERSON_RADIUS
from arena_evaluation.metrics.world_routes import object_corners
from arena_evaluation.report.moments import door_facts
from arena_evaluation.report.plan_shapes import CENTIMETRES, rounded
from arena_evaluation.report.track_code import (
    PERIOD_NS,
    Floats,
    Samples,
    encoded_shares,
    encoded_track,
    presence,
    samples_of,
)
from arena_simulation_setup.episode import EpisodeObject
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND

ROBOT_RADIUS = 0.27
"""Metres, of robots whom the episode does not describe."""

Plain = dict[str, Any]


def drawn_episode(run: EpisodeRun) -> tuple[Plain, bytes]:
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


def _object(entry: EpisodeObject) -> Plain:
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
