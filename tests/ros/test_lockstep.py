"""Whose command each tick waits for, with the real simulation and without any ROS."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from attrs import evolve
from hall_episode import hall, hall_episode

from arena_runtime.ros.driver import Driver
from arena_runtime.ros.episode_run import EpisodeRun
from arena_runtime.ros.lockstep import CONTINUE, Lockstep, LockstepRules
from arena_runtime.simulation import Tick
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import CommandVelocity, Order

DEADLINE_S = 60.0
# Long enough that a test which waits for it would be seen, short enough to wait for it once.
SHORT_S = 0.3


class Seen:
    """Frames with their stamps and the orders that led to them."""

    def __init__(self) -> None:
        self.stamps: list[int] = []
        self.orders: list[Order] = []
        self.ending = ""
        self._news = threading.Condition()

    def began(self, run: EpisodeRun) -> None:
        self._note(run, run.simulation.first)

    def ticked(self, run: EpisodeRun, tick: Tick) -> None:
        self._note(run, tick)

    def ended(self, run: EpisodeRun) -> None:
        with self._news:
            self.ending = run.simulation.outcome.reason if run.simulation.outcome else "none"
            self._news.notify_all()

    def rested(self, run: EpisodeRun | None) -> None:
        pass

    def wait(self, condition: Callable[[Seen], bool]) -> None:
        with self._news:
            assert self._news.wait_for(lambda: condition(self), DEADLINE_S), (self.stamps[-3:], self.ending)

    def frames(self, count: int) -> int:
        """Wait for a number of frames; the stamp of the last of them."""
        self.wait(lambda seen: len(seen.stamps) >= count)
        return self.stamps[count - 1]

    def _note(self, run: EpisodeRun, tick: Tick) -> None:
        with self._news:
            self.stamps.append(run.stamp_ns)
            self.orders += tick.orders
            self._news.notify_all()


@pytest.fixture
def seen() -> Seen:
    return Seen()


@pytest.fixture
def start(seen: Seen) -> Iterator[Callable[[LockstepRules], tuple[Driver, Lockstep]]]:
    drivers: list[Driver] = []

    def begin(rules: LockstepRules) -> tuple[Driver, Lockstep]:
        lockstep = Lockstep(rules)
        drivers.append(Driver(seen, 0.0, print, lockstep=lockstep))
        drivers[-1].start()
        return drivers[-1], lockstep

    yield begin
    for driver in drivers:
        driver.stop()


Start = Callable[[LockstepRules], tuple[Driver, Lockstep]]


def two_robots() -> Episode:
    episode = hall_episode(1, adapter="external")
    (first,) = episode.robots
    return evolve(episode, robots=(first, evolve(first, name="jackal_1", start=Pose(5.0, 2.0))))


def velocity(robot: str = "jackal_0", forward: float = 0.3) -> CommandVelocity:
    return CommandVelocity(robot, forward, 0.0, 0.0)


def test_each_answer_to_the_latest_frame_is_one_tick(start: Start, seen: Seen) -> None:
    driver, _ = start(LockstepRules())
    driver.load(hall(), hall_episode(1, adapter="external"))
    for count in range(1, 6):
        driver.command(velocity(forward=0.1 * count), seen.frames(count)).result()
    seen.frames(6)
    assert [(order.tick, order.request.vx) for order in seen.orders] == [  # type: ignore[union-attr]
        (tick, 0.1 * tick) for tick in range(1, 6)
    ]
    assert len(seen.stamps) == 6, "nothing is simulated without an answer"


def test_the_first_answer_to_a_frame_counts_and_one_to_an_earlier_frame_is_none(start: Start, seen: Seen) -> None:
    driver, lockstep = start(LockstepRules())
    driver.load(hall(), two_robots())
    stamp_ns = seen.frames(1)
    driver.command(velocity(forward=0.2), stamp_ns).result()
    driver.command(velocity(forward=0.4), stamp_ns).result()
    assert lockstep.missing == ("jackal_1",)
    driver.command(velocity("jackal_1"), stamp_ns - 1).result()
    assert lockstep.missing == ("jackal_1",)
    driver.command(velocity("jackal_1", 0.1), None).result()
    seen.frames(2)
    assert [order.request for order in seen.orders] == [velocity("jackal_0", 0.2), velocity("jackal_1", 0.1)]
    assert lockstep.take_count().late == 1


def test_only_robots_that_are_named_are_waited_for(start: Start, seen: Seen) -> None:
    driver, lockstep = start(LockstepRules(channels=("jackal_1",)))
    driver.load(hall(), two_robots())
    assert lockstep.missing == lockstep.robots == ("jackal_1",)
    # Whoever is not waited for drives as without lockstep: from the next tick on.
    driver.command(velocity("jackal_0", 0.2), None).result()
    driver.command(velocity("jackal_1", 0.1), seen.frames(1)).result()
    driver.command(velocity("jackal_1", 0.3), seen.frames(2)).result()
    seen.frames(3)
    assert [(order.tick, order.request) for order in seen.orders] == [
        (1, velocity("jackal_0", 0.2)),
        (1, velocity("jackal_1", 0.1)),
        (2, velocity("jackal_1", 0.3)),
    ]


def test_an_episode_without_a_robot_that_is_waited_for_is_refused_and_the_one_before_goes_on(
    start: Start, seen: Seen
) -> None:
    driver, lockstep = start(LockstepRules(channels=("jackal_1",)))
    driver.load(hall(), two_robots())
    with pytest.raises(ValueError, match=r"lockstep\.channels: there is no robot 'jackal_1' \(did you mean 'jackal_0'"):
        driver.load(hall(), hall_episode(1, adapter="external"))
    assert (lockstep.robots, seen.ending) == (("jackal_1",), "")
    with pytest.raises(ValueError, match="jackal_0 is not driven from outside but has the adapter navigator"):
        Lockstep(LockstepRules(channels=("jackal_0",))).require(hall_episode(1))


def test_orders_stand_in_the_order_of_the_robots_whoever_answers_first(start: Start, seen: Seen) -> None:
    driver, _ = start(LockstepRules())
    driver.load(hall(), two_robots())
    driver.command(velocity("jackal_1"), None).result()
    driver.command(velocity("jackal_0"), None).result()
    seen.frames(2)
    assert [order.request.robot for order in seen.orders] == ["jackal_0", "jackal_1"]  # type: ignore[union-attr]


def test_without_an_answer_in_time_the_last_command_holds_where_that_is_asked_for(start: Start, seen: Seen) -> None:
    driver, lockstep = start(LockstepRules(SHORT_S, CONTINUE))
    # The first answer takes as long as it takes: while paused nobody is waited for.
    driver.set_paused(True)
    driver.load(hall(), hall_episode(1, adapter="external"))
    driver.command(velocity(), seen.frames(1)).result()
    driver.set_paused(False)
    seen.frames(3)
    assert len(seen.orders) == 1
    count = lockstep.take_count()
    assert count.timeouts >= 1
    assert count.longest_s >= SHORT_S
    assert seen.ending == ""


def test_an_episode_fails_with_the_stamp_that_was_wrong(start: Start, seen: Seen) -> None:
    driver, _ = start(LockstepRules(SHORT_S))
    driver.set_paused(True)
    driver.load(hall(), hall_episode(1, adapter="external"))
    driver.command(velocity(), 1_764_000_000_000_000_000).result()
    driver.set_paused(False)
    seen.wait(lambda seen: bool(seen.ending))
    assert seen.ending == (
        "lockstep: no command for jackal_0 after tick 0 within 0.3 s; "
        "a command for jackal_0 has the stamp 1764000000.000 s, expected 1.000 s"
    )


def test_a_pause_is_no_wait_and_steps_wait_as_well(start: Start, seen: Seen) -> None:
    driver, lockstep = start(LockstepRules(SHORT_S))
    driver.set_paused(True)
    driver.load(hall(), hall_episode(1, adapter="external"))
    time.sleep(2 * SHORT_S)
    assert (seen.ending, lockstep.missing) == ("", ("jackal_0",))
    driver.command(velocity(), seen.frames(1)).result()
    assert driver.step(1) == 1
    time.sleep(2 * SHORT_S)
    assert seen.ending == ""


def test_time_is_repeated_only_after_a_while_of_silence() -> None:
    lockstep = Lockstep(LockstepRules())
    assert [lockstep.rests(now, 0.25) for now in (10.0, 10.2, 10.25, 10.3, 10.49, 10.5)] == [
        False,
        False,
        True,
        False,
        False,
        True,
    ]


def test_nobody_waits_for_robots_that_the_navigator_drives(start: Start, seen: Seen) -> None:
    driver, lockstep = start(LockstepRules(SHORT_S))
    driver.load(hall(), hall_episode(1, distance=1.0))
    seen.wait(lambda seen: bool(seen.ending))
    assert seen.ending.startswith("finished after")
    assert lockstep.robots == ()
