"""Many long episodes in one page."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest
from browser import opened_browser

from arena_evaluation.metrics.episode_run import EpisodeRun, Segment
from arena_evaluation.report.page import write_report
from arena_evaluation.report.recorded_page import page_of
from arena_simulation_setup.conditions.atom import MembershipAtom
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.episode import Episode, EpisodePerson, EpisodeRobot, WorldReference
from arena_simulation_setup.files.canonical import world_json
from arena_simulation_setup.frame import EpisodeStart, FactColumn, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.recording.codec import VerdictSnapshot
from arena_simulation_setup.site import open_site
from arena_simulation_setup.verdict import EpisodeOutcome, PhaseOutcome, Verdict

EPISODES, SECONDS, PEOPLE, DOORS, RATE = 200, 60, 8, 15, 30
LARGEST_BYTES = 20_000_000
NAMES = ("success", "path_length", "jerk_mean", "distance_min", "collisions", "unsafe")


def wandering(rng: np.random.Generator, count: int, ticks: int) -> np.ndarray:
    """Shape (ticks, count, 3): walks at about 1 m/s whose headings change all the time."""
    yaws = np.cumsum(rng.normal(0.0, 0.12, (ticks, count)), axis=0) + rng.uniform(-np.pi, np.pi, count)
    speeds = rng.uniform(0.6, 1.4, (ticks, count)) / RATE
    steps = np.stack((speeds * np.cos(yaws), speeds * np.sin(yaws)), axis=2)
    return np.concatenate((np.cumsum(steps, axis=0) + rng.uniform(0, 20, (count, 2)), yaws[:, :, None]), axis=2)


def generated(number: int, world_text: str) -> EpisodeRun:
    rng = stream(number, "report", "size")
    ticks = SECONDS * RATE + 1
    people = tuple(f"visitor_{index}" for index in range(PEOPLE))
    doors = tuple(f"door_{index}/0" for index in range(DOORS))
    layout = FrameLayout(
        robots=("jackal_0",),
        people=people,
        numbers=tuple(FactColumn(door, "door", "progress", "continuous") for door in doors),
        codes=tuple(FactColumn(door, "door", "state", "discrete", codes=("closed", "open")) for door in doors),
    )
    bodies = wandering(rng, 1 + PEOPLE, ticks)
    swing = np.clip(np.sin(np.arange(ticks)[:, None] / 90 + rng.uniform(0, 6, DOORS)) * 3, 0.0, 1.0)
    segment = Segment(
        layout,
        0,
        np.concatenate((bodies[:, :1], np.zeros((ticks, 1, 3))), axis=2),
        np.concatenate((bodies[:, 1:], np.zeros((ticks, PEOPLE, 2))), axis=2),
        swing,
        (swing > 0).astype(np.uint8),
    )
    clauses = tuple(
        Clause("never", MembershipAtom("jackal_0", f"room_{index}"), text=f"Rule {index}") for index in range(8)
    )
    robot = EpisodeRobot("jackal_0", "jackal", 0.27, Pose(0.0, 0.0), adapter=("navigator", "external")[number % 2])
    walkers = tuple(EpisodePerson(name, "adult", 0.25, 1.7, Pose(0.0, 0.0), 1.0) for name in people)
    world = WorldReference("hospital_1", "0")
    episode = Episode(
        number, world, f"s{number % 3}", number, RATE, robots=(robot,), people=walkers, conditions=clauses
    )
    verdicts = tuple(
        Verdict(f"e{index}", "never", f"robot in room_{index}", "", "jackal_0", *decided(rng, index, ticks))
        for index in range(len(clauses))
    )
    said = VerdictSnapshot(ticks - 1, 0, verdicts, (PhaseOutcome("jackal_0", 0, "goto", "met", ticks - 1, "there"),))
    times = np.arange(ticks, dtype=np.int64) * 1_000_000_000 // RATE
    end = EpisodeOutcome("SUCCESS", ticks - 1, "finished after 60.0s")
    return EpisodeRun(EpisodeStart(0, episode, layout, world_text), times, (segment,), (), said, end)


def decided(rng: np.random.Generator, index: int, ticks: int) -> tuple[str, int, str]:
    tick = int(rng.integers(1, ticks))
    place = f"robot at ({rng.uniform(0, 20):.2f}, {rng.uniform(0, 20):.2f})"
    return (
        "violated" if index < 2 else "holds",
        tick,
        f"never robot in room_{index}: true at {tick / RATE:.2f} s, {place}",
    )


@pytest.mark.slow
def test_two_hundred_episodes_of_a_minute_stay_below_twenty_megabytes(tmp_path: Path) -> None:
    text = world_json(open_site("hospital_1", {}).description)
    pages = (page_of(generated(number, text), f"runs/{number}.mcap", NAMES) for number in range(EPISODES))
    summary = write_report(tmp_path / "r.html", pages, "Two hundred", NAMES)
    assert summary.episodes == EPISODES
    assert summary.bytes == (tmp_path / "r.html").stat().st_size
    # Not without tracks either: half a byte for each of nine bodies five times a second and more.
    assert 2_500_000 < summary.bytes < LARGEST_BYTES
    with opened_browser(tmp_path) as browser:
        began = time.monotonic()
        browser.open(tmp_path / "r.html")
        browser.click("#episodes .warned", 0)
        browser.wait("document.querySelector('.player')")
        assert time.monotonic() - began < 40.0
        assert browser.complaints == []
