"""Time is counted in whole ticks and nanoseconds."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_simulation_setup.timebase import DEFAULT_RATE, ns_to_seconds, seconds_to_ns, tick_time_ns


@pytest.mark.parametrize(
    ("seconds", "nanoseconds"), [(0.0, 0), (0.1, 100_000_000), (2.0, 2_000_000_000), (1e-9, 1), (300.0, 300 * 10**9)]
)
def test_durations_become_whole_nanoseconds(seconds: float, nanoseconds: int) -> None:
    assert seconds_to_ns(seconds) == nanoseconds
    assert isinstance(seconds_to_ns(seconds), int)
    assert ns_to_seconds(nanoseconds) == seconds


@given(st.integers(0, 10**7), st.integers(1, 1000))
@settings(max_examples=200, deadline=None)
def test_whole_seconds_fall_exactly_on_their_tick(second: int, rate: int) -> None:
    assert tick_time_ns(second * rate, rate) == second * 10**9


@given(st.integers(0, 10**9), st.integers(1, 1000))
@settings(max_examples=200, deadline=None)
def test_ticks_never_drift_by_a_nanosecond(tick: int, rate: int) -> None:
    assert 0 <= tick * 10**9 - tick_time_ns(tick, rate) * rate < rate
    assert tick_time_ns(tick + 1, rate) > tick_time_ns(tick, rate)


def test_two_seconds_are_sixty_ticks() -> None:
    assert [tick_time_ns(tick, DEFAULT_RATE) - tick_time_ns(tick - 60, DEFAULT_RATE) for tick in range(60, 3060)] == [
        seconds_to_ns(2.0)
    ] * 3000


@pytest.mark.parametrize("seconds", [1e10, -1e308, math.inf, math.nan])
def test_what_no_64_bit_number_holds_is_no_duration(seconds: float) -> None:
    with pytest.raises(ValueError, match="is no duration"):
        seconds_to_ns(seconds)
