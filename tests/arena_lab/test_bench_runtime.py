"""The benchmark of the running building: its episode, its larger building, its bounds."""

import os

import pytest

from arena_lab.bench_episode import CLAUSES, enlarged, moved_to, standard_episode
from arena_lab.bench_runtime import Figure, bare_tick_us, reset_figures
from arena_runtime.simulation import Simulation
from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.verdict import PENDING

PEOPLE = 4
TICKS = 90


@pytest.fixture(scope="module")
def site() -> Site:
    return open_site("hospital_1", os.environ)


def test_nothing_is_decided_while_it_is_measured(site: Site) -> None:
    simulation = Simulation(site, standard_episode(site, PEOPLE))
    for _ in range(TICKS):
        simulation.step()
    verdicts = simulation.judge.verdicts()
    assert len(verdicts) == CLAUSES
    assert {verdict.state for verdict in verdicts} == {PENDING}
    assert simulation.outcome is None


def test_the_larger_building_holds_the_first_level_where_it_was(site: Site) -> None:
    large = enlarged(site, 3)
    levels = list(large.world.levels)
    assert len(levels) == 3
    assert large.world.levels[levels[0]].zones == next(iter(site.world.levels.values())).zones
    assert len(large.footprints) == 3 * len(site.footprints)


def test_the_same_episode_goes_the_same_in_the_larger_building(site: Site) -> None:
    episode = standard_episode(site, PEOPLE, seconds=2.0)
    large = enlarged(site, 2)
    here, there = Simulation(site, episode), Simulation(large, moved_to(large, episode))
    for _ in range(20):
        here.step()
        there.step()
    assert abs(here.frame.robots - there.frame.robots).max() < 1e-6


@pytest.mark.parametrize(
    ("value", "at_most", "at_least", "holds", "words"),
    [
        (2.0, 2.0, None, True, "at most 2"),
        (2.1, 2.0, None, False, "at most 2"),
        (80.0, None, 80.0, True, "at least 80"),
        (79.9, None, 80.0, False, "at least 80"),
    ],
)
def test_a_figure_knows_its_bound(
    value: float, at_most: float | None, at_least: float | None, holds: bool, words: str
) -> None:
    figure = Figure("key", "meaning", value, at_most, at_least)
    assert figure.holds is holds
    assert figure.bound == words


def test_ratios_are_measured_on_the_same_scene(site: Site) -> None:
    episode = standard_episode(site, PEOPLE)
    assert bare_tick_us(site, episode) > 0.0
    (reset,) = reset_figures(site, episode, repeats=3)
    assert reset.key == "reset_over_build"
    # Far below what it is, for others may use the processor meanwhile.
    assert reset.value > 0.1
