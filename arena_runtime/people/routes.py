"""Where each person wants to go next."""

from collections.abc import Sequence

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from arena_runtime.people.boarding import Boarding, Steps
from arena_runtime.people.groups import group_numbers
from arena_runtime.people.itinerary import Itinerary
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.route import CostToGo, RoutePlanner

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Integers = NDArray[np.intp]
Nodes = NDArray[np.int32]

# A waypoint counts as reached within this distance, metres.
ARRIVAL_RADIUS = 0.3
# The last one is walked to until the person stands on it as exactly as this, metres.
FINAL_RADIUS = 0.05
# Who is blocked this near to a waypoint, by somebody who stands on it, has reached it, metres.
CROWDED_RADIUS = 1.0
# Approaching the last waypoint, speed is limited to this many metres per second per metre left.
SLOWING = 1.5
# The last centimetres are walked at this speed, m/s.
SLOWEST = 0.1
_KEPT = ("_goal_x", "_goal_y", "_goal_cell", "_final", "_has_way", "_unknown")


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
        self._people = tuple(people)
        self._streams = [stream(seed, "people", person.name) for person in people]
        self.groups = group_numbers(people)
        own = [Itinerary(*both) for both in zip(people, self._streams, strict=True)]
        # A group walks to the waypoints of its first member.
        self._itineraries = [own[number] for number in self.groups.tolist()]
        # Graphs of all radii share one lattice.
        self._lattice = planner.graph(self._radii[0] if self._radii else 0.0)
        self._fields: list[CostToGo | None] = [None] * len(people)
        self._ahead: list[Nodes] = [np.empty(0, dtype=np.int32)] * len(people)
        self._goal_x, self._goal_y = np.zeros(len(people)), np.zeros(len(people))
        self._goal_cell: Integers = np.zeros(len(people), dtype=np.intp)
        self._final = np.ones(len(people), dtype=np.bool_)
        self._has_way = np.zeros(len(people), dtype=np.bool_)
        self._unknown = np.ones(len(people), dtype=np.bool_)
        self._boarding = Boarding(planner, self._radii) if planner.space.lifts else None
        self._lifts_on_way: list[Nodes] = [np.empty(0, dtype=np.int32)] * len(people)
        self._rides = ("",) * len(people)
        # The name behind the last lift stands for no ride, which is lift -1.
        self._destinations = (*(planner.space.cabins[lift.end].name for lift in planner.space.lifts), "")

    @property
    def rides(self) -> tuple[str, ...]:
        """Shape (P,): cabin (name on the wire) that each person's way leads to next; empty where it wants no ride."""
        return self._rides

    def take_over(self, before: "Routes") -> None:
        """Let everybody of a smaller crowd walk on; where furniture has changed they look for their ways anew."""
        known, count = len(before._people), len(self._people)
        numbers = before.groups.copy()
        # Who left a group has a number that nobody else has.
        alone = numbers >= known
        numbers[alone] = count + np.flatnonzero(alone)
        self.groups[:known] = numbers
        self._streams[:known], self._itineraries[:known] = before._streams, before._itineraries
        for index, number in enumerate(self.groups[known:].tolist(), known):
            if number < known:
                self._itineraries[index] = before._itineraries[number]
        self._fields[:known], self._ahead[:known] = before._fields, before._ahead
        self._lifts_on_way[:known] = before._lifts_on_way
        for name in _KEPT:
            getattr(self, name)[:known] = getattr(before, name)
        if self._planner is not before._planner:
            self._unknown[:] = True
        self._rides = (*before._rides, *("",) * (count - known))
        if self._boarding is not None and before._boarding is not None:
            self._boarding.take_over(before._boarding)

    def see_robots(self, robots: Floats) -> None:
        """Take over where robots are: shape (R, 3) of x, y, radius, metres, map frame."""
        if self._boarding is not None:
            self._boarding.see_robots(robots)

    def restart(self, index: int) -> None:
        """Search the way of a person anew, who stands somewhere else now."""
        self._unknown[index] = True

    def walk(self, index: int, waypoints: tuple[Corner, ...], mode: str) -> None:
        """Give a person another itinerary, from its first waypoint on.

        Raises:
            ValueError: If the mode is unknown.
        """
        person = evolve(self._people[index], waypoints=waypoints, waypoint_mode=mode)
        self._itineraries[index] = Itinerary(person, self._streams[index])
        # No row has a number beyond the last: whoever gets waypoints of the own is alone from now on.
        self.groups[index] = len(self.groups) + index
        self.restart(index)

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
        self._advance(x, y, present, blocked)
        steps = self._points_ahead(x, y, present & self._has_way)
        self._board(x, y, present, steps)
        step_x, step_y = steps.x - x, steps.y - y
        distance = np.sqrt(step_x * step_x + step_y * step_y)
        pace = np.where(steps.ends, np.maximum(SLOWING * distance, SLOWEST), np.inf)
        pace[(steps.ends & (distance <= FINAL_RADIUS)) | ~self._has_way | ~present] = 0.0
        scale = 1.0 / np.maximum(distance, 1e-9)
        return step_x * scale, step_y * scale, pace

    def remaining(self, rows: Integers, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """How far some people are from their waypoints, and whether they stay there.

        Args:
            rows: Shape (M,): who.
            x: Shape (P,), metres, map frame.
            y: As ``x``.

        Returns:
            Metres of the way (weighted where it runs along walls), infinite without a way; 1 for who stays, else 0.
        """
        costs = np.full(len(rows), np.inf)
        for place, index in enumerate(rows.tolist()):
            field = self._fields[index]
            if field is not None and self._has_way[index]:
                costs[place] = field.cost_at(float(x[index]), float(y[index]))
        return costs, self._final[rows].astype(np.float64)

    def _advance(self, x: Floats, y: Floats, present: Bools, blocked: Bools) -> None:
        off_x, off_y = self._goal_x - x, self._goal_y - y
        near = np.where(blocked, CROWDED_RADIUS, ARRIVAL_RADIUS)
        reached = (off_x * off_x + off_y * off_y <= near * near) & ~self._final
        due = (reached | self._unknown) & present
        for index in np.flatnonzero(due).tolist():
            if reached[index] and not self._unknown[index]:
                self._itineraries[index].advance()
                self._unknown[self.groups == self.groups[index]] = True
            self._set_out(index, float(x[index]), float(y[index]))

    def _set_out(self, index: int, x: float, y: float) -> None:
        """Search the way from a place to the current waypoint."""
        itinerary, radius = self._itineraries[index], self._radii[index]
        self._unknown[index] = False
        self._has_way[index] = itinerary.target is not None and self._planner.graph(radius).size > 0
        if itinerary.target is None or not self._has_way[index]:
            return
        goal = self._planner.nearest_reachable((x, y), itinerary.target, radius)
        field = self._planner.field(goal, radius)
        self._ahead[index] = field.ahead
        self._fields[index] = field
        if self._boarding is not None:
            self._lifts_on_way[index] = field.ride_on_lattice
        self._goal_cell[index] = field.graph.cell_of_node[field.graph.node_near(*goal)]
        self._goal_x[index], self._goal_y[index] = goal
        self._final[index] = itinerary.final

    def _points_ahead(self, x: Floats, y: Floats, active: Bools) -> Steps:
        """A visible point down the way of everybody, and whether they stay there."""
        ahead = self._goal_cell.copy()
        cells = self._lattice.lattice_cells(x, y).tolist()
        for index in np.flatnonzero(active).tolist():
            ahead[index] = self._ahead[index][cells[index]]
        last = ahead == self._goal_cell
        point_x, point_y = self._lattice.lattice_points(ahead)
        return Steps(np.where(last, self._goal_x, point_x), np.where(last, self._goal_y, point_y), self._final & last)

    def _board(self, x: Floats, y: Floats, present: Bools, steps: Steps) -> None:
        """Let those whose way rides follow the rules at cabins."""
        if self._boarding is None:
            return
        lifts = np.full(len(self._people), -1, dtype=np.intp)
        cells = self._lattice.lattice_cells(x, y).tolist()
        for index in np.flatnonzero(present & self._has_way).tolist():
            lifts[index] = self._lifts_on_way[index][cells[index]]
        self._boarding.direct(lifts, present, (x, y), steps)
        self._rides = tuple(self._destinations[lift] for lift in lifts.tolist())
