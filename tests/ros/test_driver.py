"""The simulation's thread with the real simulation, without any ROS."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from attrs import evolve
from hall_episode import hall, hall_episode

from arena_runtime.orders import OrderRefused
from arena_runtime.ros.driver import Driver, NotPossibleError
from arena_runtime.ros.episode_run import EpisodeRun
from arena_runtime.ros.mailbox import Mailbox, MailboxClosed
from arena_runtime.ros.meter import Meter
from arena_runtime.ros.pacing import Pacer
from arena_runtime.simulation import Tick
from arena_simulation_setup.episode import Episode, WorldReference
from arena_simulation_setup.order import CommandVelocity, SetField

DEADLINE_S = 60.0


class Diary:
    """Writes down what happens; a test waits for what it wants to have happened."""

    def __init__(self) -> None:
        self.stamps: list[int] = []
        self.frames: list[int] = []
        self.endings: list[tuple[int, str, str]] = []
        self.reports: list[str] = []
        self.fail_at = -1
        self._news = threading.Condition()

    def began(self, run: EpisodeRun) -> None:
        self._note(run, run.simulation.first)

    def ticked(self, run: EpisodeRun, tick: Tick) -> None:
        self._note(run, tick)

    def ended(self, run: EpisodeRun) -> None:
        outcome = run.simulation.outcome
        assert outcome is not None
        with self._news:
            self.endings.append((run.episode.episode_id, outcome.state, outcome.reason))
            self._news.notify_all()

    def rested(self, run: EpisodeRun | None) -> None:
        pass

    def wait(self, condition: Callable[[Diary], bool]) -> None:
        with self._news:
            assert self._news.wait_for(lambda: condition(self), DEADLINE_S), (self.frames[-3:], self.endings)

    def _note(self, run: EpisodeRun, tick: Tick) -> None:
        if tick.frame.tick == self.fail_at:
            raise KeyError("the listener stumbled")
        with self._news:
            self.frames.append(tick.frame.tick)
            self.stamps.append(run.stamp_ns)
            self._news.notify_all()


def endless_episode(episode_id: int) -> Episode:
    """A robot that nobody drives, so that only others end the episode."""
    return hall_episode(episode_id, adapter="external", timeout_s=1e6)


@pytest.fixture
def diary() -> Diary:
    return Diary()


@pytest.fixture
def driver(diary: Diary) -> Iterator[Driver]:
    driver = Driver(diary, 0.0, diary.reports.append)
    driver.start()
    yield driver
    driver.stop()


def test_an_episode_runs_to_its_outcome(driver: Driver, diary: Diary) -> None:
    driver.load(hall(), hall_episode(1, distance=1.0))
    diary.wait(lambda diary: bool(diary.endings))
    assert diary.endings[0][:2] == (1, "SUCCESS")
    assert diary.frames == list(range(len(diary.frames)))


def test_time_goes_on_over_episodes_that_replace_one_another(driver: Driver, diary: Diary) -> None:
    for episode_id in (1, 2, 3):
        driver.load(hall(), endless_episode(episode_id))
        seen = len(diary.frames)
        diary.wait(lambda diary, seen=seen: len(diary.frames) > seen + 5)
    driver.end("SKIPPED", "cancelled")
    assert diary.endings == [(1, "SKIPPED", "reset"), (2, "SKIPPED", "reset"), (3, "SKIPPED", "cancelled")]
    assert all(before < after for before, after in zip(diary.stamps, diary.stamps[1:], strict=False))
    assert diary.stamps[0] > 0


def test_a_listener_that_raises_fails_the_episode_and_the_next_one_runs(driver: Driver, diary: Diary) -> None:
    diary.fail_at = 3
    driver.load(hall(), hall_episode(1))
    diary.wait(lambda diary: bool(diary.endings))
    assert diary.endings == [(1, "FAILED", "tick 3: KeyError: 'the listener stumbled'")]
    assert "Traceback" in diary.reports[0]
    diary.fail_at = -1
    driver.load(hall(), hall_episode(2, distance=0.5))
    diary.wait(lambda diary: len(diary.endings) == 2)
    assert diary.endings[1][1] == "SUCCESS"


def test_an_episode_that_can_not_begin_leaves_the_one_before_alone(driver: Driver, diary: Diary) -> None:
    driver.set_paused(True)
    driver.load(hall(), hall_episode(1))
    foreign = evolve(hall_episode(2), world=WorldReference("map_empty", "no such content"))
    with pytest.raises(ValueError, match="no such content"):
        driver.load(hall(), foreign)
    assert driver.step(1) == 1
    assert diary.endings == []


def test_steps_need_a_pause_and_an_episode(driver: Driver, diary: Diary) -> None:
    with pytest.raises(NotPossibleError, match="no episode"):
        driver.step(1)
    driver.set_paused(True)
    driver.load(hall(), hall_episode(1, timeout_s=1.0))
    assert [driver.step(ticks) for ticks in (0, 1, 9)] == [0, 1, 10]
    assert diary.frames == list(range(11))
    with pytest.raises(NotPossibleError, match="the episode ended at tick 30"):
        driver.step(1000)
    driver.load(hall(), hall_episode(2))
    driver.set_paused(False)
    with pytest.raises(NotPossibleError, match="not paused"):
        driver.step(1)


def test_requests_are_checked_at_once_also_while_paused(driver: Driver) -> None:
    with pytest.raises(NotPossibleError):
        driver.request(CommandVelocity("jackal_0", 0.5, 0.0, 0.0)).result()
    driver.set_paused(True)
    driver.load(hall(), hall_episode(1))
    assert driver.request(CommandVelocity("jackal_0", 0.5, 0.0, 0.0)).result().vx == 0.5
    with pytest.raises(OrderRefused, match="jackal_1"):
        driver.request(CommandVelocity("jackal_1", 0.5, 0.0, 0.0)).result()
    with pytest.raises(OrderRefused, match="unknown entity"):
        driver.request(SetField("no_door", "locked", "true")).result()


def test_a_stopped_driver_has_ended_its_episode_and_takes_nothing_more(driver: Driver, diary: Diary) -> None:
    driver.load(hall(), endless_episode(1))
    driver.stop()
    assert diary.endings == [(1, "SKIPPED", "cancelled")]
    with pytest.raises(MailboxClosed):
        driver.set_paused(True)
    driver.stop()


def test_who_waits_for_a_closed_mailbox_is_told() -> None:
    mailbox = Mailbox()
    waiting = mailbox.ask(lambda: 1)
    mailbox.close()
    with pytest.raises(MailboxClosed):
        waiting.result(0.0)


def test_ticks_are_spread_by_the_pace() -> None:
    pacer = Pacer(2.0)
    assert pacer.wait_s(10.0) == 0.0
    assert not pacer.begin(10.0, 0.1)
    assert pacer.wait_s(10.0) == pytest.approx(0.05)
    assert not pacer.begin(10.06, 0.1)
    assert pacer.wait_s(10.06) == pytest.approx(0.04), "a little lateness is caught up"
    assert pacer.begin(12.0, 0.1), "more than its own length late"
    assert pacer.wait_s(12.0) == pytest.approx(0.05), "much lateness is not caught up"
    pacer.restart()
    assert pacer.wait_s(12.0) == 0.0


def test_no_pace_waits_for_nothing_and_is_never_late() -> None:
    pacer = Pacer(0.0)
    assert [pacer.begin(now, 0.1) for now in (0.0, 5.0)] == [False, False]
    assert pacer.wait_s(0.0) == 0.0


def test_a_meter_counts_between_two_looks() -> None:
    meter = Meter(100.0)
    meter.note(0.01, 0.5, late=False)
    meter.note(0.03, 0.5, late=True)
    health = meter.take(102.0)
    assert (health.ticks, health.late, health.real_time_factor) == (2, 1, 0.5)
    assert (health.mean_tick_s, health.longest_tick_s) == (pytest.approx(0.02), 0.03)
    assert meter.take(103.0).ticks == 0
