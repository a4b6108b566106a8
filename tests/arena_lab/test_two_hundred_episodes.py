"""Two hundred episodes of mixed worlds and scenarios: what was said online is what the recordings say."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from attrs import field, frozen
from drawn_episodes import Meddler, drawer, layout_of

from arena_evaluation.replay import replay
from arena_lab.resimulate import resimulate
from arena_lab.run import RunOptions, run_episode
from arena_runtime.simulation import Simulation
from arena_simulation_setup.conditions.clause import OPS
from arena_simulation_setup.frame import FrameLayout
from arena_simulation_setup.site import Site, open_site

SECONDS = 12.0
MEDDLING = 0.05
"""Orders from outside per tick, in every other episode."""
LIFTS = ("hospital_2", "three_storied_residential")
COUNTS = {
    "map_empty": (10, 10, 10),
    "reception": (10, 10, 10),
    "office_1": (10, 10, 10),
    "hospital_1": (10, 10, 10),
    "hospital_2": (10, 10, 10, 10),
    "three_storied_residential": (10, 10, 10),
    "airport": (5, 5),
}


@frozen
class Share:
    """Some of the episodes.

    Attributes:
        world: Where they happen.
        first: Number of the first one.
        count: How many.
    """

    world: str
    first: int
    count: int


@frozen
class Seen:
    """What happened in some episodes."""

    verdicts: Counter[tuple[str, str]] = field(factory=Counter)
    phases: Counter[tuple[str, str]] = field(factory=Counter)
    outcomes: Counter[str] = field(factory=Counter)
    orders: Counter[str] = field(factory=Counter)
    happenings: Counter[str] = field(factory=Counter)


def shares() -> list[Share]:
    found: list[Share] = []
    for world, counts in COUNTS.items():
        for count in counts:
            found.append(Share(world, sum(share.count for share in found), count))
    return found


SHARES = shares()


@cache
def site_of(world: str) -> tuple[Site, FrameLayout]:
    site = open_site(world, os.environ)
    return site, layout_of(site)


def run_and_judge_again(world: str, number: int, folder: Path, seen: Seen) -> None:
    """One episode, and its recording; with every tenth the recording is simulated again as well."""
    site, layout = site_of(world)
    own = drawer(site, layout, number)
    episode = own.episode(number + 1, SECONDS)
    meddlers: list[Meddler] = []

    def watch(_: Site, simulation: Simulation) -> Meddler:
        meddlers.append(Meddler(simulation, own, MEDDLING * (number % 2)))
        return meddlers[0]

    row = run_episode(site, episode, RunOptions(folder, watch=watch))
    (meddler,) = meddlers
    assert not row.failed_to_run, row.info
    again = replay(Path(str(row.recording)))
    assert again.differences == (), f"episode {number} in {world}"
    assert not again.truncated
    assert again.frames == meddler.simulation.frame.tick + 1
    assert again.judged_verdicts == row.verdicts == meddler.simulation.judge.verdicts()
    assert again.judged_phases == row.phases
    assert again.judged_outcome == meddler.simulation.outcome
    if number % 10 == 1:
        assert resimulate(site, Path(str(row.recording))).difference == ""
    seen.verdicts.update((verdict.op, verdict.state) for verdict in row.verdicts)
    seen.phases.update((phase.kind, phase.outcome) for phase in row.phases)
    seen.outcomes.update((row.outcome, row.info.split(" ")[0]))
    seen.orders.update(meddler.kinds)
    seen.happenings.update({"contacts": meddler.contacts, "rides": meddler.rides, "people": len(episode.people)})
    seen.happenings.update({"robots": len(episode.robots), "timeline": len(episode.timeline)})


@pytest.mark.slow
@pytest.mark.parametrize("share", SHARES, ids=[f"{share.world}-{share.first}" for share in SHARES])
def test_replay_says_what_was_said_online(share: Share, tmp_path: Path) -> None:
    seen = Seen()
    for number in range(share.first, share.first + share.count):
        run_and_judge_again(share.world, number, tmp_path, seen)
    # Equal is easy where nothing happens.
    assert {op for op, _ in seen.verdicts} == set(OPS)
    assert {state for _, state in seen.verdicts} == {"holds", "violated", "unknown"}
    assert len(seen.outcomes) > 2
    assert seen.happenings["robots"] > share.count
    assert seen.happenings["people"] > share.count
    assert seen.happenings["timeline"] > 0
    assert seen.happenings["contacts"] > 0 or share.count < 10
    assert seen.happenings["rides"] > 0 or share.world not in LIFTS
    assert len(seen.orders) > 2


def test_there_are_two_hundred() -> None:
    assert sum(share.count for share in SHARES) == 200
