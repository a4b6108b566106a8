import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from arena_simulation_setup.route.search_kernel import COLUMN_STEPS, HERE, RIDE, ROW_STEPS, Found, open_steps, search

SPACING = 0.1
STEPS = tuple(zip(ROW_STEPS, COLUMN_STEPS, strict=True))
NO_RIDES = np.empty((2, 0), dtype=np.int64)
FLOORS = arrays.arrays(
    np.float64,
    st.tuples(st.integers(3, 9), st.integers(3, 9)),
    elements=st.sampled_from([np.inf, 1.0, 1.0, 1.5, 4.0]),
)


def walled(floor: NDArray[np.float64]) -> NDArray[np.float64]:
    """The floor with an edge that nobody stands on."""
    return np.pad(floor, 1, constant_values=np.inf)


def searched_plainly(
    prices: NDArray[np.float64], goal: int, rides: NDArray[np.int64], ride_prices: NDArray[np.float64]
) -> NDArray[np.float64]:
    columns = prices.shape[1]
    steps = [(*step, goal_price) for step, goal_price in zip(rides.T.tolist(), ride_prices.tolist(), strict=True)]
    for (row, column), price in np.ndenumerate(prices):
        for up, right in STEPS:
            beside = [(row + up, column + right), (row + up, column), (row, column + right)]
            if np.isfinite(
                [price, *(prices[place] for place in beside if min(place) >= 0 and np.isfinite(price))]
            ).all():
                cost = SPACING * math.hypot(up, right) * (price + prices[beside[0]]) / 2
                steps.append((row * columns + column, beside[0][0] * columns + beside[0][1], cost))
    starts, ends, costs = zip(*steps, strict=True) if steps else ((), (), ())
    back = csr_matrix((costs, (ends, starts)), shape=(prices.size, prices.size))
    found: NDArray[np.float64] = dijkstra(back, indices=goal)
    return found


@settings(max_examples=200, deadline=None)
@given(FLOORS, st.data())
def test_prices_are_those_of_a_plain_search(floor: NDArray[np.float64], data: st.DataObject) -> None:
    prices = walled(floor)
    free = np.flatnonzero(np.isfinite(prices.ravel())).tolist()
    if not free:
        return
    goal = data.draw(st.sampled_from(free))
    ends = st.tuples(st.sampled_from(free), st.sampled_from(free)).filter(lambda both: both[0] != both[1])
    pairs = dict.fromkeys(data.draw(st.lists(ends, max_size=3 if len(free) > 1 else 0)))
    rides = np.array(list(pairs), dtype=np.int64).reshape(-1, 2).T.copy()
    ride_prices = np.linspace(0.5, 0.9, len(pairs))
    columns = prices.shape[1]
    found = search(
        np.array([goal]), prices.ravel(), open_steps(prices.ravel(), columns), columns, SPACING, rides, ride_prices
    )
    # A sparse matrix adds up what stands twice, so a ride beside a step is left out of the comparison.
    beside = {(cell, cell + up * columns + right) for cell in free for up, right in STEPS}
    if not beside & set(pairs):
        assert found.costs == pytest.approx(searched_plainly(prices, goal, rides, ride_prices), rel=1e-12)
    for cell in free:
        walked = price_walked(cell, goal, prices.ravel(), columns, found, rides, ride_prices)
        assert walked == pytest.approx(found.costs[cell])


def price_walked(
    cell: int,
    goal: int,
    prices: NDArray[np.float64],
    columns: int,
    found: Found,
    rides: NDArray[np.int64],
    ride_prices: NDArray[np.float64],
) -> float:
    """Adds up the steps from a place to the goal; infinite where they end before it."""
    total, promised = 0.0, found.first_ride[cell]
    for _ in range(len(prices)):
        direction = found.toward[cell]
        if direction == HERE:
            assert promised == -1
            return total if cell == goal else np.inf
        if direction == RIDE:
            assert promised == found.first_ride[cell]
            total, cell = total + ride_prices[found.first_ride[cell]], int(rides[1, found.first_ride[cell]])
            promised = found.first_ride[cell]
        else:
            up, right = ROW_STEPS[direction], COLUMN_STEPS[direction]
            after = cell + up * columns + right
            total += SPACING * float(np.hypot(up, right)) * (prices[cell] + prices[after]) / 2
            cell = after
    raise AssertionError("the way leads round in circles")


def test_nobody_squeezes_between_two_corners() -> None:
    prices = walled(np.array([[1.0, np.inf], [np.inf, 1.0]]))
    columns = prices.shape[1]
    steps = open_steps(prices.ravel(), columns)
    costs = search(np.array([columns + 1]), prices.ravel(), steps, columns, SPACING, NO_RIDES, np.empty(0))[0]
    assert costs.reshape(prices.shape)[2, 2] == np.inf


def test_of_several_goals_the_nearest_counts() -> None:
    prices = walled(np.ones((1, 9)))
    columns = prices.shape[1]
    steps = open_steps(prices.ravel(), columns)
    goals = np.array([columns + 1, columns + 9])
    costs = search(goals, prices.ravel(), steps, columns, SPACING, NO_RIDES, np.empty(0))[0].reshape(prices.shape)[1]
    assert costs[1:-1] == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4, 0.3, 0.2, 0.1, 0.0])
