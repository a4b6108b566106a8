import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.people.arrivals import NEVER_NS, Arrivals
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.scenario.region import RateStep

SECOND = 1_000_000_000


def steps(*profile: tuple[float, float]) -> tuple[RateStep, ...]:
    return tuple(RateStep(round(start * SECOND), rate) for start, rate in profile)


def times(rates: tuple[RateStep, ...], seed: int, until_s: float) -> list[int]:
    arrivals = Arrivals(rates, stream(seed, "region", "door"))
    found, now = [], 0
    while (now := arrivals.after(now)) <= until_s * SECOND:
        found.append(now)
    return found


def test_arrivals_are_a_poisson_process_of_the_rate() -> None:
    counts = np.array([len(times(steps((0.0, 0.5)), seed, 100.0)) for seed in range(300)])
    # Mean and variance of a Poisson number are both 50; four standard errors either way.
    assert abs(counts.mean() - 50.0) < 4.0 * math.sqrt(50.0 / 300)
    assert abs(counts.var(ddof=1) - 50.0) < 4.0 * 50.0 * math.sqrt(2.0 / 299)


def test_gaps_are_exponential() -> None:
    gaps = np.concatenate([np.diff(times(steps((0.0, 2.0)), seed, 200.0)) for seed in range(20)]) / SECOND
    share = np.mean(gaps > 0.5 * math.log(2.0))
    assert abs(share - 0.5) < 4.0 * 0.5 / math.sqrt(len(gaps))


def test_every_step_of_the_profile_has_its_own_rate_and_the_last_one_holds() -> None:
    rates = steps((10.0, 1.0), (20.0, 0.0), (30.0, 3.0))
    found = np.concatenate([times(rates, seed, 50.0) for seed in range(200)]) / SECOND
    counts = [np.sum((found >= start) & (found < start + 10.0)) / 200 for start in (0.0, 10.0, 20.0, 30.0, 40.0)]
    assert counts[0] == counts[2] == 0.0
    for count, mean in zip((counts[1], counts[3], counts[4]), (10.0, 30.0, 30.0), strict=True):
        assert abs(count - mean) < 4.0 * math.sqrt(mean / 200)


@pytest.mark.parametrize("rates", [(), steps((0.0, 0.0)), steps((0.0, 5.0), (1.0, 0.0))])
def test_after_the_last_rate_above_zero_nobody_comes(rates: tuple[RateStep, ...]) -> None:
    assert Arrivals(rates, stream(1, "region", "door")).after(1_000_000_001) == NEVER_NS


def test_a_vanishing_rate_is_never() -> None:
    assert Arrivals(steps((0.0, 1e-300)), stream(1, "region", "door")).after(0) == NEVER_NS


def test_steps_out_of_order_are_an_error() -> None:
    with pytest.raises(ValueError, match=r"0 ns on follows one from 5000000000 ns on"):
        Arrivals(steps((5.0, 1.0), (0.0, 1.0)), stream(1, "region", "door"))


@given(
    st.lists(st.tuples(st.integers(1, 10**10), st.floats(0.0, 50.0)), max_size=5),
    st.integers(0, 10**11),
    st.integers(0, 2**32),
)
@settings(max_examples=60, deadline=None)
def test_an_arrival_comes_later_and_only_at_a_rate_above_zero(
    stretches: list[tuple[int, float]], now_ns: int, seed: int
) -> None:
    rates, start = [], 0
    for length, rate in stretches:
        rates.append(RateStep(start, rate))
        start += length
    found = Arrivals(rates, stream(seed, "region", "door")).after(now_ns)
    again = Arrivals(rates, stream(seed, "region", "door")).after(now_ns)
    assert found == again
    assert isinstance(found, int)
    assert found >= now_ns
    if found != NEVER_NS:
        # An arrival at the very end of a stretch belongs to it.
        assert any(step.rate > 0.0 for step in rates if step.start_ns <= found)
