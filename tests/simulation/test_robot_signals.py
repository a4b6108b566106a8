"""Signals of robots: what a goto with ``signal`` waits for."""

from __future__ import annotations

import pytest
from attrs import evolve
from two_rooms import crossing, two_room_site

from arena_runtime.orders import OrderRefused
from arena_runtime.simulation import Simulation
from arena_simulation_setup.episode import Episode, Limits
from arena_simulation_setup.episode_json import request_from_text, request_text
from arena_simulation_setup.frame import NO_CODE
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import SendSignal
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site
from arena_simulation_setup.timebase import seconds_to_ns


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return two_room_site(tmp_path_factory.mktemp("signals"))


def goto(x: float, y: float, signal: str) -> GotoPhase:
    return GotoPhase(pose=Pose(x, y), tolerance_radius=0.4, tolerance_angle=0.0, hold_time=0.0, signal=signal)


def signalling(site: Site, *phases: GotoPhase, adapter: str = "navigator") -> Episode:
    episode = crossing(site)
    robot = evolve(episode.robots[0], phases=phases, adapter=adapter)
    return evolve(episode, robots=(robot,), people=(), conditions=(), limits=Limits(seconds_to_ns(40.0)))


def test_the_navigator_signals_at_the_goal_and_each_phase_begins_without_a_signal(site: Site) -> None:
    simulation = Simulation(site, signalling(site, goto(2.0, 4.8, "here"), goto(3.5, 4.8, "here"), goto(3, 2, "there")))
    codes = []
    while simulation.outcome is None:
        codes.append(int(simulation.step().frame.signals[0]))
    assert simulation.start.layout.signals == ("here", "there")
    assert [phase.outcome for phase in simulation.judge.phases()] == ["met"] * 3
    seen = [code for at, code in enumerate(codes) if at == 0 or codes[at - 1] != code]
    assert seen == [NO_CODE, 0, NO_CODE, 0, NO_CODE, 1]


def test_being_at_the_goal_is_not_enough_for_a_robot_that_is_driven_from_outside(site: Site) -> None:
    simulation = Simulation(site, signalling(site, goto(1.0, 4.8, "here"), adapter="external"))
    for _ in range(30):
        simulation.step()
    assert simulation.judge.phases()[0].outcome == "pending"
    simulation.orders.request(SendSignal("jackal_0", "here"))
    simulation.step()
    assert simulation.judge.phases()[0].outcome == "met"


def test_a_signal_away_from_the_goal_ends_the_episode(site: Site) -> None:
    simulation = Simulation(site, signalling(site, goto(4.0, 4.8, "here"), adapter="external"))
    simulation.orders.request(SendSignal("jackal_0", "here"))
    simulation.step()
    assert simulation.outcome is not None
    assert (simulation.outcome.state, simulation.outcome.reason) == ("FAILED", "signaled here 3.00 m from goal")


def test_unknown_signals_are_refused_with_the_known_ones(site: Site) -> None:
    simulation = Simulation(site, signalling(site, goto(4.0, 4.8, "here"), adapter="external"))
    with pytest.raises(OrderRefused, match=r"signal of jackal_0: no signal 'hree' in this episode.*here"):
        simulation.orders.request(SendSignal("jackal_0", "hree"))


def test_a_signal_replays_as_it_was_sent() -> None:
    order = SendSignal("jackal_0", "here")
    assert request_from_text(request_text(order)) == order
    assert '"kind":"send_signal"' in request_text(order).replace(" ", "")


def test_a_signal_to_a_person_that_is_not_there_is_not_sent(site: Site) -> None:
    phase = GotoPhase(target="nobody", tolerance_radius=1.0, tolerance_angle=0.0, hold_time=0.0, signal="here")
    simulation = Simulation(site, signalling(site, phase))
    for _ in range(30):
        assert simulation.step().frame.signals[0] == NO_CODE
    assert simulation.outcome is None
