"""Intervals and chances of differences, on samples whose truth is known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import PCG64, Generator

from arena_evaluation import comparing_statistics
from arena_evaluation.comparing_statistics import (
    Difference,
    Floats,
    holm,
    paired_difference,
    rate_interval,
    unpaired_difference,
)
from arena_simulation_setup.randomness import stream

Method = Callable[[Floats, Floats, float, Generator], Difference]
BOTH = pytest.mark.parametrize("method", [paired_difference, unpaired_difference])


def rng(seed: int = 1) -> Generator:
    return Generator(PCG64(seed))


def test_chances_of_small_samples_are_those_of_all_permutations() -> None:
    # Four steps of one sign out of 16 choices of signs, to either side.
    paired = paired_difference(np.zeros(4), np.ones(4), 0.95, rng())
    assert (paired.mean, paired.low, paired.high, paired.p) == (1.0, 1.0, 1.0, 2 / 16)
    # One of the 20 ways to take three out of six, to either side.
    unpaired = unpaired_difference(np.array([0.0, 1.0, 2.0]), np.array([10.0, 11.0, 12.0]), 0.95, rng())
    assert (unpaired.mean, unpaired.p) == (10.0, 2 / 20)


@BOTH
@pytest.mark.parametrize("values", [[1.0, 2.0, 5.0], [0.0, 0.0], [3.0]])
def test_equal_samples_do_not_differ(method: Method, values: list[float]) -> None:
    found = method(np.array(values), np.array(values), 0.95, rng())
    assert (found.mean, found.p) == (0.0, 1.0)
    assert found.low is None or found.low <= 0.0 <= (found.high or 0.0)


@BOTH
def test_one_value_has_no_interval_and_proves_nothing(method: Method) -> None:
    found = method(np.array([1.0]), np.array([5.0]), 0.95, rng())
    assert (found.mean, found.low, found.high, found.p, found.testable) == (4.0, None, None, 1.0, False)


@BOTH
@pytest.mark.parametrize(("draw", "truth"), [("normal", 0.7), ("exponential", 0.5), ("truths", 0.2)])
def test_intervals_hold_the_true_difference_about_as_often_as_they_say(
    method: Method, draw: str, truth: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 150 experiments at 90 %, 135 are expected; bootstrap intervals of 30 values are a little too short."""
    monkeypatch.setattr(comparing_statistics, "RESAMPLES", 300)
    monkeypatch.setattr(comparing_statistics, "_chance", lambda *_: 1.0)
    held = 0
    for trial in range(150):
        numbers = stream(trial, draw)
        first, second = {
            "normal": lambda numbers=numbers: (numbers.normal(0, 1, 30), numbers.normal(truth, 1, 30)),
            "exponential": lambda numbers=numbers: (numbers.exponential(1, 30), numbers.exponential(1 + truth, 30)),
            "truths": lambda numbers=numbers: (
                (numbers.random(30) < 0.4).astype(float),
                (numbers.random(30) < 0.4 + truth).astype(float),
            ),
        }[draw]()
        found = method(first, second, 0.9, numbers)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= truth <= found.high
    assert 122 <= held <= 146


@BOTH
def test_equal_distributions_seldom_look_different(method: Method, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 150 experiments at 10 %, 15 are expected; 26 and more happen once in 500 times."""
    monkeypatch.setattr(comparing_statistics, "RESAMPLES", 300)
    monkeypatch.setattr(comparing_statistics, "_interval", lambda *_: (0.0, 1.0))
    found = 0
    for trial in range(150):
        numbers = stream(trial, "alike")
        found += method(numbers.exponential(1, 15), numbers.exponential(1, 15), 0.95, numbers).p <= 0.1
    assert 5 <= found <= 25


@BOTH
def test_the_same_seed_gives_the_same_figures(method: Method) -> None:
    first, second = rng(5).normal(0, 1, 20), rng(6).normal(1, 1, 20)
    assert method(first, second, 0.95, rng()) == method(first, second, 0.95, rng())


def test_pairs_see_what_differs_less_than_the_episodes_do() -> None:
    episodes = rng(3).normal(0, 100, 30)
    later = episodes + rng(4).normal(1, 0.5, 30)
    assert paired_difference(episodes, later, 0.95, rng()).p < 0.001
    assert unpaired_difference(episodes, later, 0.95, rng()).p > 0.5


def test_holm_gives_the_figures_of_the_textbook() -> None:
    found = holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005})
    assert found == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06, "d": 0.02}, abs=1e-12)
    assert holm({}) == {}


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=12))
def test_adjusting_keeps_the_order_and_never_makes_a_chance_smaller(chances: list[float]) -> None:
    given_chances = {str(number): chance for number, chance in enumerate(chances)}
    adjusted = holm(given_chances)
    assert list(adjusted) == list(given_chances)
    assert all(given_chances[name] <= adjusted[name] <= 1.0 for name in adjusted)
    ordered = sorted(given_chances, key=lambda name: given_chances[name])
    assert [adjusted[name] for name in ordered] == sorted(adjusted.values())


def test_a_family_of_tests_errs_as_seldom_as_one() -> None:
    """Of 1,000 families of 20 true nulls at 5 %, 50 are expected to have a finding; 75 would be 3.6 sigma more."""
    numbers = rng(7)
    families = [holm({str(index): chance for index, chance in enumerate(numbers.random(20))}) for _ in range(1_000)]
    assert 25 <= sum(min(family.values()) <= 0.05 for family in families) <= 75


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    # Of the score interval as in Newcombe 1998, table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_of_rates_are_those_of_the_literature(hits: int, tries: int, low: float, high: float) -> None:
    assert rate_interval(hits, tries, 0.95) == pytest.approx((low, high), abs=5e-5)
    mirrored = rate_interval(tries - hits, tries, 0.95)
    assert mirrored == pytest.approx((1.0 - high, 1.0 - low), abs=5e-5)
