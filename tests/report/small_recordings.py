"""Recordings of the small episode, with names as somebody who means harm would choose them."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve
from judged_recording import record_judged
from small_episode import RATE, frame_at, start_of

from arena_simulation_setup.episode import EpisodePerson, WorldReference
from arena_simulation_setup.frame import EpisodeStart
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase

NAME = "</script><img src=x onerror=alert(1)> \u202eab \U0001f916 {{style}}"
LARGEST_SEED = 2**63 - 1
CROSSING = (GotoPhase(target="ward", hold_time=0.0, tolerance_radius=0.5, tolerance_angle=0.0, signal=""),)


def recorded(folder: Path, start: EpisodeStart | None = None, *, killed: bool = False, ticks: int = 6 * RATE) -> Path:
    path = folder / "episode.mcap"
    frames = (frame_at(tick, min(2, tick // RATE)) for tick in range(ticks))
    record_judged(path, start_of(phases=CROSSING) if start is None else start, frames, killed=killed)
    return path


def hostile_start() -> EpisodeStart:
    start = start_of()
    person = EpisodePerson(NAME, "adult", 0.25, 1.7, Pose(1.0, 2.0), 1.1)
    others = start.episode.people[1:]
    episode = evolve(
        start.episode, scenario=NAME, seed=LARGEST_SEED, world=WorldReference(NAME, "0"), people=(person, *others)
    )
    layout = evolve(start.layout, people=(NAME, "Bö"), partners=(NAME,))
    return evolve(start, episode=episode, layout=layout)
