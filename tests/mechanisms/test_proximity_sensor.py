"""Sensing of many doors at once agrees with the scalar definition, to the last bit."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.mechanisms.contract import Sensed, SensingArea
from arena_runtime.mechanisms.sensing import Agents, ProximitySensor
from arena_simulation_setup.geometry import segment_distance_squared

# Halves and quarters make exact boundary cases frequent; the others make rounding show.
coordinates = st.one_of(st.integers(-16, 16).map(lambda n: n / 4), st.floats(-4, 4, allow_nan=False))
distances = st.one_of(st.integers(-1, 12).map(lambda n: n / 4), st.floats(-1, 3, allow_nan=False))
points = st.tuples(coordinates, coordinates)
areas = st.builds(SensingArea, points, points, distances, st.floats(0, 2, allow_nan=False))


def agents(*rows: tuple[float, float, float]) -> Agents:
    array = np.array(rows, dtype=np.float64).reshape(-1, 3)
    return Agents(tuple(f"agent_{i}" for i in range(len(rows))), array[:, 0], array[:, 1], array[:, 2])


def names(sensed: Sensed) -> list[str]:
    return [disc.name for disc in sensed.triggering]


@given(
    st.lists(st.one_of(st.none(), areas), max_size=5),
    st.lists(st.tuples(coordinates, coordinates, st.floats(0.05, 1)), max_size=6),
)
@settings(deadline=None, max_examples=200)
def test_every_door_senses_what_the_scalar_definition_says(
    many: list[SensingArea | None], rows: list[tuple[float, float, float]]
) -> None:
    for area, sensed in zip(many, ProximitySensor(many).sense(agents(*rows)), strict=True):
        expected, reachable = [], set()
        if area is not None:
            limit = area.trigger_distance * area.trigger_distance
            for index, (x, y, radius) in enumerate(rows):
                squared = segment_distance_squared(x, y, area.start, area.end)
                if area.trigger_distance > 0 and squared <= limit:
                    expected.append(f"agent_{index}")
                if math.sqrt(squared) <= area.body_distance + radius:
                    reachable.add(f"agent_{index}")
        assert names(sensed) == expected
        assert reachable <= {disc.name for disc in sensed.nearby}


@pytest.mark.parametrize(
    ("x", "y", "distance", "triggers"),
    [
        (0, 1, 1.5, True),
        (10, 1, 1.5, True),
        (5, 1, 1.5, True),
        (0, 2, 1.5, False),
        (5, 1.5, 1.5, True),
        (5, math.nextafter(1.5, 2), 1.5, False),
        (5, 0, 1.5, True),
        (5, 0, 0.0, False),
        (5, 0, -1.0, False),
    ],
)
def test_the_centre_within_the_distance_triggers_boundary_included(
    x: float, y: float, distance: float, triggers: bool
) -> None:
    sensor = ProximitySensor([SensingArea((0, 0), (10, 0), distance, 10.05)])
    assert names(sensor.sense(agents((x, y, 0.3)))[0]) == (["agent_0"] if triggers else [])


def test_absent_people_are_nowhere() -> None:
    sensor = ProximitySensor([SensingArea((0, 0), (1, 0), 3, 1)])
    assert sensor.sense(agents((math.nan, math.nan, 0.3)))[0] is sensor.quiet[0]


def test_where_nobody_is_near_the_same_object_is_given_again() -> None:
    crate = ((0.2, -0.1), (0.4, -0.1), (0.4, 0.1), (0.2, 0.1))
    far_crate = tuple((x + 9, y) for x, y in crate)
    sensor = ProximitySensor([SensingArea((0, 0), (1, 0), 3, 1), None], [crate, far_crate])
    quiet = sensor.sense(agents((20, 20, 0.3)))
    assert quiet[0] is sensor.quiet[0]
    assert quiet[0].obstacles == (crate,)
    assert quiet[1] == Sensed()
    near = sensor.sense(agents((0.5, 0.5, 0.3)))
    assert (names(near[0]), near[0].obstacles) == (["agent_0"], (crate,))
