"""People at elevators: who goes in, who waits beside the door, and who stands in the cabin until they are carried."""

from collections.abc import Sequence

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner, segment_distance_squared
from arena_simulation_setup.route import Cabin, RoutePlanner
from arena_simulation_setup.route.boarding import first_clear, standing_places, waiting_places

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Integers = NDArray[np.intp]

# Who is farther than this from a cabin's door, metres, does not look yet whether there is room.
LOOKING = 3.0
# A robot in a cabin that moved farther than this since the last look wants out, metres.
STILL = 0.02
NO_ROBOTS: Floats = np.empty((0, 3))


@define(eq=False)
class Steps:
    """Where everybody goes next; boarding changes it for those at elevators. Every field has shape (P,).

    Attributes:
        x: Metres, map frame.
        y: As ``x``.
        ends: Whether somebody stands still there.
    """

    x: Floats
    y: Floats
    ends: Bools


@define(eq=False)
class Boarding:
    """The rules at all cabins of a building.

    Whoever rides goes in where there is room and nobody inside wants out; else they wait beside the door, near enough
    to call the cabin. Inside they stand until they have been carried.

    Attributes:
        planner: Free space with cabins and lifts.
        radii: Radius of each person, metres.
    """

    planner: RoutePlanner
    radii: Sequence[float]
    _robots: Floats = field(default=NO_ROBOTS, init=False)
    _robots_before: Floats = field(default=NO_ROBOTS, init=False)
    _spots: dict[int, Corner] = field(factory=dict, init=False)
    _places: dict[tuple[int, float], tuple[Corner, ...]] = field(factory=dict, init=False)

    def take_over(self, before: "Boarding") -> None:
        """Remember of everybody in a smaller crowd where they stand in a cabin, and how robots moved."""
        self._robots, self._robots_before = before._robots, before._robots_before
        self._spots = dict(before._spots)

    def see_robots(self, robots: Floats) -> None:
        """Take over where robots are: shape (R, 3) of x, y, radius, metres, map frame."""
        before, self._robots = self._robots, robots.copy()
        self._robots_before = before if before.shape == robots.shape else self._robots

    def direct(self, lifts: Integers, present: Bools, at: tuple[Floats, Floats], steps: Steps) -> None:
        """Send everybody who wants a ride.

        Args:
            lifts: Shape (P,): index of the lift that each wants to ride in next, -1 for none.
            present: Shape (P,): who is there.
            at: Places x and y of all, shape (P,) each, metres, map frame.
            steps: Where they would go if nobody else were there; changed in place.
        """
        space = self.planner.space
        starts = np.array([lift.start for lift in space.lifts] + [-1])[lifts]
        self._spots = {index: spot for index, spot in self._spots.items() if starts[index] >= 0}
        for number in dict.fromkeys(starts[starts >= 0].tolist()):
            cabin = space.cabins[number]
            inside = np.flatnonzero(_held(cabin, *at) & present)
            riders = np.flatnonzero(starts == number)
            self._stand(cabin, np.intersect1d(inside, riders), at, steps)
            outside = np.setdiff1d(riders, inside).tolist()
            wants_out = np.setdiff1d(inside, riders).size > 0 or self._robot_leaves(cabin)
            self._board(number, outside, inside, wants_out, at, steps)

    def _stand(self, cabin: Cabin, riders: Integers, at: tuple[Floats, Floats], steps: Steps) -> None:
        """Let riders who are in the cabin stand on their spots."""
        for index in riders.tolist():
            here = (float(at[0][index]), float(at[1][index]))
            if not cabin.holds(*self._spots.get(index, (np.inf, np.inf))):
                past_door = cabin.ahead_of(*here) < -self.radii[index]
                self._spots[index] = here if past_door else cabin.center
            steps.x[index], steps.y[index] = self._spots[index]
            steps.ends[index] = True

    def _board(
        self, number: int, riders: list[int], inside: Integers, wants_out: bool, at: tuple[Floats, Floats], steps: Steps
    ) -> None:
        """Let riders in one by one, nearest first, as long as there is room, and the others wait."""
        cabin = self.planner.space.cabins[number]
        distances = {
            index: segment_distance_squared(float(at[0][index]), float(at[1][index]), *cabin.door) for index in riders
        }
        taken = [self._occupied(cabin, index, at) for index in inside.tolist()]
        taken += [row for row in self._robots.tolist() if cabin.holds(row[0], row[1])]
        waiting: list[tuple[float, float, float]] = []
        for index in sorted((i for i in riders if distances[i] < LOOKING * LOOKING), key=lambda i: (distances[i], i)):
            radius = self.radii[index]
            spot = first_clear(standing_places(cabin, radius), radius, _discs(taken))
            if spot is not None and not wants_out:
                self._spots[index] = spot
                taken.append((*spot, radius))
                continue
            self._spots.pop(index, None)
            place = first_clear(self._waiting_places(number, radius), radius, _discs(waiting))
            if place is not None:
                waiting.append((*place, radius))
                self._walk_to(index, place, at, steps)
            else:
                steps.x[index], steps.y[index], steps.ends[index] = at[0][index], at[1][index], True

    def _occupied(self, cabin: Cabin, index: int, at: tuple[Floats, Floats]) -> tuple[float, float, float]:
        """The disc that somebody in a cabin takes: their spot, or where they are."""
        spot = self._spots.get(index, (float(at[0][index]), float(at[1][index])))
        return (*spot, self.radii[index])

    def _walk_to(self, index: int, place: Corner, at: tuple[Floats, Floats], steps: Steps) -> None:
        """Send somebody to a place on the same level, round whatever stands between."""
        way = self.planner.field(place, self.radii[index])
        cells = way.graph.lattice_cells(np.array([at[0][index], place[0]]), np.array([at[1][index], place[1]]))
        ahead = np.array([way.cell_ahead(int(cells[0]))], dtype=np.intp)
        last = bool(ahead[0] == cells[1])
        x, y = way.graph.lattice_points(ahead)
        steps.x[index], steps.y[index] = place if last else (float(x[0]), float(y[0]))
        steps.ends[index] = last

    def _waiting_places(self, number: int, radius: float) -> tuple[Corner, ...]:
        key = (number, radius)
        if key not in self._places:
            cabin = self.planner.space.cabins[number]
            self._places[key] = waiting_places(cabin, radius, self.planner.clearance, self.planner.space.cabins)
        return self._places[key]

    def _robot_leaves(self, cabin: Cabin) -> bool:
        """Whether a robot in the cabin is on the move."""
        moved = np.hypot(*(self._robots[:, :2] - self._robots_before[:, :2]).T)
        return bool((_held(cabin, self._robots[:, 0], self._robots[:, 1]) & (moved > STILL)).any())


def _held(cabin: Cabin, x: Floats, y: Floats) -> Bools:
    held: Bools = (np.abs(x - cabin.center[0]) <= cabin.size[0] / 2) & (
        np.abs(y - cabin.center[1]) <= cabin.size[1] / 2
    )
    return held


def _discs(rows: Sequence[tuple[float, float, float]]) -> Floats:
    return np.array(rows, dtype=np.float64).reshape(-1, 3)
