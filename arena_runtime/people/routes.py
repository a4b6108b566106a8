"""Where each person wants to go next."""

import math
from collections.abc import Sequence

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from arena_runtime.people.boarding import Boarding, Steps
from arena_runtime.people.groups import group_numbers
from arena_runtime.people.itinerary import Itinerary
from arena_runtime.people.kernels_ways import Lattice, find_reached, lattice_cells, points_ahead, wishes_towards
from arena_runtime.rider import Rider
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.route import CostToGo, RoutePlanner

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Integers = NDArray[np.intp]

# Straight stretches of the way beyond the next point that are looked along to tell where it leads in the long run.
STRETCHES = 2

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
        graph = planner.graph(self._radii[0] if self._radii else 0.0)
        self._lattice: Lattice = (*map(float, (*graph.origin, graph.spacing)), *graph.node_at.shape)
        self._fields: list[CostToGo | None] = [None] * len(people)
        self._goal_x, self._goal_y = np.zeros(len(people)), np.zeros(len(people))
        self._goal_cell: Integers = np.zeros(len(people), dtype=np.intp)
        self._ahead = self._goal_cell
        self._cells: list[int] = []
        self._final = np.ones(len(people), dtype=np.bool_)
        self._next = Steps(self._goal_x, self._goal_y, self._final)
        self._has_way = np.zeros(len(people), dtype=np.bool_)
        self._unknown = np.ones(len(people), dtype=np.bool_)
        self._boarding = Boarding(planner, self._radii) if planner.space.lifts else None
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
        self._fields[:known] = before._fields
        for name in _KEPT:
            getattr(self, name)[:known] = getattr(before, name)
        if self._planner is not before._planner:
            self._unknown[:] = True
        self._rides = (*before._rides, *("",) * (count - known))
        if self._boarding is not None and before._boarding is not None:
            self._boarding.take_over(before._boarding)

    @property
    def riders(self) -> tuple[Rider, ...]:
        """Everybody who waits at a cabin for a ride."""
        return () if self._boarding is None else self._boarding.riders

    def see_robots(self, robots: Floats, waiting: Sequence[Rider] = (), now_ns: int = 0) -> None:
        """Take over where robots are.

        Args:
            robots: Shape (R, 3): x, y, radius, metres, map frame.
            waiting: Those of them that wait at cabins.
            now_ns: Episode time, nanoseconds.
        """
        if self._boarding is not None:
            self._boarding.see_robots(robots, waiting, now_ns)

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

    def wishes(self, place: Floats, speeds: Floats, present: Bools, blocked: Bools) -> tuple[Floats, Floats]:
        """Direction and speed that everybody would walk with if nobody else were there.

        Args:
            place: Shape (2, P or more): where people are, metres, map frame.
            speeds: Shape (P,): desired speeds, m/s.
            present: Shape (P,): who is there at all.
            blocked: Shape (P,): who has not come forward for a while.

        Returns:
            Unit vectors, shape (2, P), and speeds in m/s, shape (P,): lower near the last waypoint, 0 for who stands.
        """
        self._advance(place, present, blocked)
        under_way = present & self._has_way
        self._next = steps = self._steps(place, under_way)
        self._board(place, present, steps)
        return wishes_towards(place, steps.x, steps.y, steps.ends, under_way, speeds)

    def onward(self, index: int, x: float, y: float) -> tuple[float, float, float]:
        """Where the way of a person leads in the long run, which beside a wall is not the next point's direction.

        Follows ``wishes`` of the same decision. Who is to stay at the next point, as before a cabin, heads for it.

        Args:
            index: Row of the person, who has a way.
            x: Where the person is, metres, map frame.
            y: As ``x``.

        Returns:
            A unit vector, and how far the end of the way is, metres; infinite where it is not in view.
        """
        field, stays = self._fields[index], bool(self._next.ends[index])
        if stays or field is None:
            to_x, to_y = self._next.x.item(index) - x, self._next.y.item(index) - y
        else:
            origin_x, origin_y, spacing, _, columns = self._lattice
            cell = self._ahead.item(index)
            for _ in range(STRETCHES):
                cell = field.cell_ahead(cell)
            row, column = divmod(cell, columns)
            to_x, to_y = origin_x + column * spacing - x, origin_y + row * spacing - y
            stays = cell == self._goal_cell.item(index)
        distance = math.sqrt(to_x * to_x + to_y * to_y)
        scale = 1.0 / max(distance, 1e-9)
        return to_x * scale, to_y * scale, distance if stays else math.inf

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

    def _advance(self, place: Floats, present: Bools, blocked: Bools) -> None:
        reached = np.empty(len(present), dtype=np.bool_)
        find_reached(place, self._goal_x, self._goal_y, self._final, blocked, reached)
        for index in np.flatnonzero((reached | self._unknown) & present).tolist():
            if reached[index] and not self._unknown[index]:
                self._itineraries[index].advance()
                self._unknown[self.groups == self.groups[index]] = True
            self._set_out(index, float(place[0, index]), float(place[1, index]))

    def _set_out(self, index: int, x: float, y: float) -> None:
        """Search the way from a place to the current waypoint."""
        itinerary, radius = self._itineraries[index], self._radii[index]
        self._unknown[index] = False
        self._has_way[index] = itinerary.target is not None and self._planner.graph(radius).size > 0
        if itinerary.target is None or not self._has_way[index]:
            return
        goal = self._planner.nearest_reachable((x, y), itinerary.target, radius)
        field = self._planner.field(goal, radius)
        self._fields[index] = field
        self._goal_cell[index] = field.graph.cell_of_node[field.graph.node_near(*goal)]
        self._goal_x[index], self._goal_y[index] = goal
        self._final[index] = itinerary.final

    def _steps(self, place: Floats, under_way: Bools) -> Steps:
        """A visible point down the way of everybody, and whether they stay there."""
        ahead = self._goal_cell.copy()
        self._cells = cells = lattice_cells(place, len(self._people), self._lattice).tolist()
        for index in np.flatnonzero(under_way).tolist():
            field = self._fields[index]
            if field is not None:
                ahead[index] = field.cell_ahead(cells[index])
        self._ahead = ahead
        return Steps(*points_ahead(ahead, self._goal_cell, self._goal_x, self._goal_y, self._final, self._lattice))

    def _board(self, place: Floats, present: Bools, steps: Steps) -> None:
        """Let those whose way rides follow the rules at cabins."""
        if self._boarding is None:
            return
        lifts, cells = np.full(len(self._people), -1, dtype=np.intp), self._cells
        for index in np.flatnonzero(present & self._has_way).tolist():
            field = self._fields[index]
            if field is not None:
                lifts[index] = field.next_ride_at(cells[index])
        x, y = place[:, : len(self._people)]
        self._boarding.direct(lifts, present, (x, y), steps)
        self._rides = tuple(self._destinations[lift] for lift in lifts.tolist())
