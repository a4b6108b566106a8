"""The picture of a recorded episode: plan, tracks and what came out."""

import os
from pathlib import Path

from arena_evaluation.track_image import Legend, draw_tracks, with_legend
from arena_evaluation.tracks import collect_tracks
from arena_simulation_setup.map.plan_image import PlanWall, draw_names, draw_world
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.site import OVERHEAD, Site
from arena_simulation_setup.timebase import ns_to_seconds

MARKS = {"holds": "+", "violated": "x", "unknown": "?", "pending": "…"}


def draw_episode(site: Site, recording_path: Path, picture_path: Path, pixels_per_metre: float = 40.0) -> None:
    """Draw a recording into a PNG file, written whole or not at all.

    Args:
        site: The world of the recording.
        recording_path: The recording.
        picture_path: File to write.
        pixels_per_metre: Resolution.

    Raises:
        RecordingError: If the recording can not be read.
        OSError: If the picture can not be written.
    """
    recording = open_recording(recording_path)
    *_, last = recording.starts()
    tracks = collect_tracks(recording.frames(), last.layout)
    walls = [
        PlanWall(slab.start, slab.end, slab.thickness)
        for level in site.realized.values()
        for slab in level.walls
        if slab.solid
    ]
    planner_objects = site.object_outlines(recording.start.episode.objects)
    outlines = [outline.corners for outline in (*site.footprints, *planner_objects) if outline.bottom < OVERHEAD]
    canvas = draw_world(site.world, walls, outlines, pixels_per_metre)
    draw_tracks(canvas, tracks)
    draw_names(canvas, site.world)
    picture = with_legend(canvas, tracks, _legend(recording_path))
    unfinished = picture_path.with_suffix(f".{os.getpid()}.part")
    try:
        picture.save(unfinished, format="PNG")
        unfinished.replace(picture_path)
    finally:
        unfinished.unlink(missing_ok=True)


def _legend(path: Path) -> Legend:
    recording = open_recording(path)
    episode = recording.start.episode
    last = None
    for snapshot in recording.verdicts():
        last = snapshot
    record = recording.outcome()
    name = episode.scenario or f"{episode.obstacles_mode} obstacles"
    ended = "truncated" if record is None else f"{record.outcome.state}: {record.outcome.reason}"
    title = f"{episode.world.argument} · {name} · seed {episode.seed} · {ended}"
    if last is None:
        return Legend(title)
    lines = tuple(f"[{MARKS[verdict.state]}] {verdict.id} {verdict.reason or verdict.op}" for verdict in last.verdicts)
    phases = tuple(
        f"[{phase.outcome}] {phase.robot} phase {phase.index} {phase.kind}: {phase.reason}"
        for phase in last.phases
        if phase.reason
    )
    timed = f"{ns_to_seconds(last.time_ns):.1f} s simulated"
    return Legend(title, (timed, *phases[:8], *lines[:12]))
