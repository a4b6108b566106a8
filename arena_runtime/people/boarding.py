"""People at elevators: who goes in, who waits beside the door, and who stands in the cabin until they are carried."""

from collections.abc import Sequence

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from arena_runtime.rider import Rider
from arena_simulation_setup.geometry import Corner, segment_distance_squared
from arena_simulation_setup.route import Cabin, RoutePlanner
from arena_simulation_setup.route.boarding import (
    QUEUE,
    first_clear,
    front_place,
    is_open_to,
    parking_places,
    places_behind,
    standing_places,
    waiting_places,
)

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Integers = NDArray[np.intp]

# A robot in a cabin that moved farther than this since the last look wants out, metres.
STILL = 0.02
# Points at which a robot's way to the door is kept free.
WAY_POINTS = 6
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
    to call the cabin. Who came first goes in first, robots among them: nobody follows a robot that has room until it is
    inside, and those inside make room for it. Inside they stand until they have been carried.

    Attributes:
        planner: Free space with cabins and lifts.
        radii: Radius of each person, metres.
    """

    planner: RoutePlanner
    radii: Sequence[float]
    _robots: Floats = field(default=NO_ROBOTS, init=False)
    _robots_before: Floats = field(default=NO_ROBOTS, init=False)
    _waiting_robots: tuple[Rider, ...] = field(default=(), init=False)
    _now_ns: int = field(default=0, init=False)
    _line: dict[int, Rider] = field(factory=dict, init=False)
    _spots: dict[int, Corner] = field(factory=dict, init=False)
    _places: dict[tuple[int, float], tuple[Corner, ...]] = field(factory=dict, init=False)

    def take_over(self, before: "Boarding") -> None:
        """Remember of everybody in a smaller crowd where they stand in a cabin, and how robots moved."""
        self._robots, self._robots_before = before._robots, before._robots_before
        self._spots, self._line = dict(before._spots), dict(before._line)

    @property
    def riders(self) -> tuple[Rider, ...]:
        """Everybody who waits at a cabin, in order of their index."""
        return tuple(self._line[index] for index in sorted(self._line))

    def see_robots(self, robots: Floats, waiting: Sequence[Rider] = (), now_ns: int = 0) -> None:
        """Take over where robots are.

        Args:
            robots: Shape (R, 3): x, y, radius, metres, map frame.
            waiting: Those of them that wait at cabins.
            now_ns: Episode time, nanoseconds.
        """
        self._waiting_robots, self._now_ns = tuple(waiting), now_ns
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
        line, self._line = self._line, {}
        for number in dict.fromkeys(starts[starts >= 0].tolist()):
            cabin = space.cabins[number]
            inside = np.flatnonzero(_held(cabin, *at) & present)
            riders = np.flatnonzero(starts == number)
            self._stand(cabin, np.intersect1d(inside, riders), at, steps)
            outside = np.setdiff1d(riders, inside).tolist()
            wants_out = np.setdiff1d(inside, riders).size > 0 or self._robot_leaves(cabin)
            self._queue(number, outside, line, at)
            self._board(number, outside, (inside, np.intersect1d(inside, riders)), wants_out, at, steps)

    def _stand(self, cabin: Cabin, riders: Integers, at: tuple[Floats, Floats], steps: Steps) -> None:
        """Let riders who are in the cabin stand on their spots."""
        for index in riders.tolist():
            here = (float(at[0][index]), float(at[1][index]))
            if not cabin.holds(*self._spots.get(index, (np.inf, np.inf))):
                past_door = cabin.ahead_of(*here) < -self.radii[index]
                self._spots[index] = here if past_door else cabin.center
            steps.x[index], steps.y[index] = self._spots[index]
            steps.ends[index] = True

    def _queue(self, number: int, riders: list[int], line: dict[int, Rider], at: tuple[Floats, Floats]) -> None:
        """Let those near the door stand in the line, where they stood in it or at its end."""
        door = self.planner.space.cabins[number].door
        for index in riders:
            place = (float(at[0][index]), float(at[1][index]))
            if segment_distance_squared(*place, *door) < QUEUE * QUEUE:
                before = line.get(index)
                since_ns = before.since_ns if before is not None and before.cabin == number else self._now_ns
                self._line[index] = Rider(number, since_ns, *place, self.radii[index])

    def _board(
        self,
        number: int,
        riders: list[int],
        inside: tuple[Integers, Integers],
        wants_out: bool,
        at: tuple[Floats, Floats],
        steps: Steps,
    ) -> None:
        """Let riders in one by one, in the order of the line, as long as there is room, and the others wait.

        Args:
            number: Index of the cabin.
            riders: Who is outside and wants to ride.
            inside: Who is inside, and those of them who ride.
            wants_out: Whether somebody inside wants out.
            at: As for ``direct``.
            steps: As for ``direct``.
        """
        cabin = self.planner.space.cabins[number]
        robots = [(x, y, radius) for x, y, radius in self._robots.tolist() if cabin.holds(x, y)]
        taken = [self._occupied(cabin, index, at) for index in inside[0].tolist()] + robots
        waiting = self._taken_by_robots(number)
        is_held_up = wants_out
        for index, rider in self._in_line(number, riders):
            if index < 0:
                is_held_up = is_held_up or self._has_room(cabin, rider, (inside, robots), at, steps)
                continue
            radius = self.radii[index]
            spot = None if is_held_up else first_clear(standing_places(cabin, radius), radius, _discs(taken))
            if spot is not None:
                self._spots[index] = spot
                taken.append((*spot, radius))
                continue
            self._spots.pop(index, None)
            self._wait(number, index, waiting, at, steps)

    def _taken_by_robots(self, number: int) -> list[tuple[float, float, float]]:
        """Where nobody should wait: where robots are, and on their way to where they turn before they go in."""
        cabin = self.planner.space.cabins[number]
        taken = [(x, y, radius) for x, y, radius in self._robots.tolist()]
        for rider in self._waiting_robots:
            if rider.cabin == number:
                x, y = front_place(cabin, rider.radius)
                steps = np.linspace(0.0, 1.0, WAY_POINTS).tolist()
                taken += [(x + (rider.x - x) * step, y + (rider.y - y) * step, rider.radius) for step in steps]
        return taken

    def _in_line(self, number: int, riders: list[int]) -> list[tuple[int, Rider]]:
        """Everybody in the line before a cabin, first come first; robots have the index -1."""
        line = [(index, self._line[index]) for index in riders if index in self._line]
        line += [(-1, rider) for rider in self._waiting_robots if rider.cabin == number]
        return sorted(line, key=lambda entry: (entry[1].place_in_line, entry[0]))

    def _has_room(
        self,
        cabin: Cabin,
        robot: Rider,
        inside: tuple[tuple[Integers, Integers], list[tuple[float, float, float]]],
        at: tuple[Floats, Floats],
        steps: Steps,
    ) -> bool:
        """Whether a robot has room in a cabin, where need be since those inside step aside for it."""
        (people, riders), robots = inside
        standing = [self._occupied(cabin, index, at) for index in people.tolist()]
        if _is_free(cabin, robot.radius, _discs(standing + robots)):
            return True
        stay = [self._occupied(cabin, index, at) for index in np.setdiff1d(people, riders).tolist()] + robots
        for place in parking_places(cabin, robot.radius):
            spots = self._packed(cabin, riders.tolist(), [*stay, (*place, robot.radius)])
            if len(spots) == len(riders) and _is_free(cabin, robot.radius, _discs([*stay, *spots.values()])):
                for index, (x, y, _) in spots.items():
                    self._spots[index] = (x, y)
                    steps.x[index], steps.y[index] = x, y
                return True
        return False

    def _packed(
        self, cabin: Cabin, riders: list[int], taken: list[Sequence[float]]
    ) -> dict[int, tuple[float, float, float]]:
        """Places of riders, the largest first, clear of some discs; fewer where there is no room for all."""
        spots: dict[int, tuple[float, float, float]] = {}
        for index in sorted(riders, key=lambda row: (-self.radii[row], row)):
            radius = self.radii[index]
            spot = first_clear(standing_places(cabin, radius), radius, _discs([*taken, *spots.values()]))
            if spot is not None:
                spots[index] = (*spot, radius)
        return spots

    def _wait(
        self,
        number: int,
        index: int,
        waiting: list[tuple[float, float, float]],
        at: tuple[Floats, Floats],
        steps: Steps,
    ) -> None:
        """Send somebody to a place to wait at that nobody before them in the line has taken."""
        radius = self.radii[index]
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
            clearance, cabins = self.planner.clearance, self.planner.space.cabins
            calling = waiting_places(cabin, radius, clearance, cabins)
            self._places[key] = calling + places_behind(cabin, radius, clearance)
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


def _is_free(cabin: Cabin, radius: float, discs: Floats) -> bool:
    """Whether a robot finds a place in a cabin and a straight way there."""
    places = (place for place in parking_places(cabin, radius) if is_open_to(place, cabin, radius, discs))
    return first_clear(tuple(places), radius, discs) is not None


def _discs(rows: Sequence[Sequence[float]]) -> Floats:
    return np.array(rows, dtype=np.float64).reshape(-1, 3)
