"""Where each person wants to go next."""

import math
from collections.abc import Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.people.itinerary import Itinerary
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.route import RoutePlanner

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

# A waypoint counts as reached within this distance, metres.
ARRIVAL_RADIUS = 0.3
# The last one is walked to until the person stands on it as exactly as this, metres.
FINAL_RADIUS = 0.05
# Who is blocked this near to a waypoint, by somebody who stands on it, has reached it, metres.
CROWDED_RADIUS = 1.0
# Approaching the last waypoint, speed is limited to this many metres per second per metre left.
SLOWING = 1.5


@frozen(eq=False)
class _Way:
    """The way of one person to the current waypoint.

    Attributes:
        goal: Where it ends, metres.
        final: Whether the person stays there.
        node_at: Shape (lattice points,): node of each lattice point.
        ahead: Shape (nodes, 2): point to walk towards from each node, metres.
        last: Shape (nodes,): whether that point is an end of the way.
    """

    goal: Corner
    final: bool
    node_at: NDArray[np.int32]
    ahead: Floats
    last: Bools


class Routes:
    """The itineraries of all people and the ways to their current waypoints.

    Args:
        people: People of the episode.
        planner: Free space of the episode.
        seed: Seed of the episode.
    """

    def __init__(self, people: Sequence[EpisodePerson], planner: RoutePlanner, seed: int) -> None:
        self._planner = planner
        self._radii = [person.radius for person in people]
        self._itineraries = [Itinerary(person, stream(seed, "people", person.name)) for person in people]
        self._ways: list[_Way | None] = [None] * len(people)
        self._known = [False] * len(people)

    def restart(self, index: int) -> None:
        """Search the way of a person anew, who stands somewhere else now."""
        self._known[index] = False

    def wishes(self, x: Floats, y: Floats, present: Bools, blocked: Bools) -> tuple[Floats, Floats, Floats]:
        """Where people want to walk; waypoints that were reached are done with.

        Args:
            x: Shape (P,), metres, map frame.
            y: As ``x``.
            present: Shape (P,): who is there at all.
            blocked: Shape (P,): who has not come forward for a while.

        Returns:
            Unit vector x, unit vector y, and the speed limit of the approach in m/s, infinite far from the last
            waypoint and 0 for who stands; shape (P,) each.
        """
        towards_x, towards_y, pace = np.zeros(len(x)), np.zeros(len(x)), np.zeros(len(x))
        if not self._ways:
            return towards_x, towards_y, pace
        cells = self._planner.graph(self._radii[0]).lattice_cells(x, y).tolist()
        places = zip(x.tolist(), y.tolist(), cells, present.tolist(), blocked.tolist(), strict=True)
        for index, (at_x, at_y, cell, is_present, is_blocked) in enumerate(places):
            if not is_present:
                continue
            way = self._way(index, at_x, at_y, is_blocked)
            if way is None:
                continue
            node = way.node_at[cell]
            last = bool(way.last[node])
            point = way.goal if last else way.ahead[node].tolist()
            step_x, step_y = point[0] - at_x, point[1] - at_y
            distance = math.sqrt(step_x * step_x + step_y * step_y)
            if distance > FINAL_RADIUS or not way.final:
                towards_x[index], towards_y[index] = step_x / max(distance, 1e-9), step_y / max(distance, 1e-9)
                pace[index] = max(SLOWING * distance, 0.1) if way.final and last else math.inf
        return towards_x, towards_y, pace

    def _way(self, index: int, x: float, y: float, blocked: bool) -> _Way | None:
        if not self._known[index]:
            self._ways[index] = self._new_way(index, x, y)
            self._known[index] = True
        way = self._ways[index]
        if way is None or way.final:
            return way
        left = (way.goal[0] - x) ** 2 + (way.goal[1] - y) ** 2
        near = CROWDED_RADIUS if blocked else ARRIVAL_RADIUS
        if left > near * near:
            return way
        self._itineraries[index].advance()
        self._ways[index] = self._new_way(index, x, y)
        return self._ways[index]

    def _new_way(self, index: int, x: float, y: float) -> _Way | None:
        itinerary, radius = self._itineraries[index], self._radii[index]
        if itinerary.target is None or not self._planner.graph(radius).size:
            return None
        goal = self._planner.nearest_reachable((x, y), itinerary.target, radius)
        field = self._planner.field(goal, radius)
        return _Way(goal, itinerary.final, field.graph.node_at.ravel(), field.ahead, field.ahead_is_last)
