"""Contacts counted as intervals: the same number whatever the tick rate."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.simulation import Simulation
from arena_simulation_setup.conditions.contact_intervals import (
    MERGE_GAP_NS,
    ContactInterval,
    ContactLog,
    contact_intervals,
)
from arena_simulation_setup.episode import Episode, EpisodeObject, EpisodeRobot, Limits
from arena_simulation_setup.frame import CONTACT_KINDS, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import CommandVelocity
from arena_simulation_setup.site import open_site
from arena_simulation_setup.timebase import seconds_to_ns

LAYOUT = FrameLayout(robots=("jackal_0",), partners=("crate", "shelf"))
STATIC = CONTACT_KINDS.index("static")
CRATE, SHELF = (0, STATIC, 0), (0, STATIC, 1)
SECOND_NS = 1_000_000_000


def pushing(rate: int) -> Simulation:
    site = open_site("map_empty", {})
    robot = EpisodeRobot("jackal_0", "jackal", 0.267, Pose(5.0, 5.0), adapter="external")
    crate = EpisodeObject("crate", "crate", Pose(6.5, 5.0))
    limits = Limits(timeout_ns=seconds_to_ns(60.0))
    return Simulation(site, Episode(1, site.reference, "", 1, rate, robots=(robot,), objects=(crate,), limits=limits))


def drive(simulation: Simulation, log: ContactLog, speed: float, seconds: float) -> None:
    simulation.orders.request(CommandVelocity("jackal_0", speed, 0.0, 0.0))
    for _ in range(round(seconds * simulation.start.episode.rate)):
        frame = simulation.step().frame
        log.observe(frame.time_ns, frame.contacts)


@pytest.mark.parametrize("rate", [10, 30, 100])
def test_three_seconds_against_a_crate_are_one_contact_and_a_second_try_is_another(rate: int) -> None:
    simulation = pushing(rate)
    log = ContactLog(simulation.start.layout)
    drive(simulation, log, 0.5, 5.1)
    drive(simulation, log, -0.5, 1.5)
    (contact,) = log.intervals()
    assert (contact.robot, contact.kind, contact.partner) == ("jackal_0", "static", "crate")
    # The robot leaves with the first tick backwards, one tick of any length at most after it was told to.
    assert contact.end_ns - contact.start_ns == pytest.approx(3.0 * SECOND_NS, abs=0.15 * SECOND_NS)
    drive(simulation, log, 0.5, 4.0)
    drive(simulation, log, -0.5, 1.0)
    assert [one.partner for one in log.intervals()] == ["crate", "crate"]
    assert log.count == 2


def observed(times_ns: list[int], rows: tuple[tuple[int, int, int], ...] = (CRATE,)) -> ContactLog:
    log = ContactLog(LAYOUT)
    for time_ns in times_ns:
        log.observe(time_ns, np.array(rows, dtype=np.int32))
    return log


def test_half_a_second_without_contact_is_a_pause_and_more_is_an_end() -> None:
    assert observed([0, MERGE_GAP_NS]).intervals() == (ContactInterval("jackal_0", "static", "crate", 0, MERGE_GAP_NS),)
    assert observed([0, MERGE_GAP_NS + 1]).count == 2


def test_two_things_touched_at_once_are_two_contacts_in_the_order_of_their_indices() -> None:
    log = observed([0, 1], (SHELF, CRATE))
    assert [(one.partner, one.start_ns, one.end_ns) for one in log.intervals()] == [("crate", 0, 1), ("shelf", 0, 1)]


def test_what_has_no_name_is_touched_without_one() -> None:
    assert observed([7], ((0, CONTACT_KINDS.index("wall"), -1),)).intervals() == (
        ContactInterval("jackal_0", "wall", "", 7, 7),
    )


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 4000), st.integers(1, 4000)), min_size=1, max_size=5),
    st.sampled_from([10, 20, 30, 50, 100, 240]),
)
def test_contacts_longer_than_a_tick_with_long_pauses_are_counted_at_every_rate(
    spans_ms: list[tuple[int, int]], rate: int
) -> None:
    touching, start_ms = [], 0
    for length_ms, pause_ms in spans_ms:
        touching.append((start_ms, start_ms + 200 + length_ms))
        start_ms += 200 + length_ms + 800 + pause_ms
    log = ContactLog(LAYOUT)
    for tick in range(start_ms * rate // 1000 + 1):
        time_ns = tick * SECOND_NS // rate
        touches = any(begin * 1_000_000 <= time_ns <= end * 1_000_000 for begin, end in touching)
        log.observe(time_ns, np.array([CRATE] if touches else [], dtype=np.int32).reshape(-1, 3))
    assert log.count == len(touching) == len(log.intervals())


def test_an_episode_of_frames_gives_what_watching_them_gives() -> None:
    simulation = pushing(30)
    log, frames = ContactLog(simulation.start.layout), [simulation.first.frame]
    simulation.orders.request(CommandVelocity("jackal_0", 0.8, 0.0, 0.0))
    frames += [simulation.step().frame for _ in range(90)]
    for frame in frames:
        log.observe(frame.time_ns, frame.contacts)
    assert log.count == 1
    assert contact_intervals(frames, simulation.start.layout) == log.intervals()
