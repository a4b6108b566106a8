"""The floor of one episode while it is being made: what stands where, and where one can still get to."""

import math
from collections.abc import Hashable, Mapping, Sequence

import numpy as np
from attrs import evolve, frozen
from numpy.random import Generator
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import RoutePlanner
from task_generator.candidates import Candidates, Polygon, Segment, candidates, inside
from task_generator.disc import Disc, DiscRows, disc_row
from task_generator.fit_kernel import Wanted, all_fitting, first_fitting
from task_generator.reach import ANYWHERE, Reach, Route

Floats = NDArray[np.float64]

# Candidates that are drawn before all of them are looked at; a crowded floor needs more than one.
DRAWS = 48
# Of more places than this further ones are drawn before all are looked at.
MANY = 4000
MORE_DRAWS = 400


@frozen
class Demand:
    """What a place must offer.

    Attributes:
        room: Radius around the point that must be free of everything, metres.
        passage: Width that must stay free between the disc and everything solid, metres.
        polygons: Where it may lie; empty means anywhere. Metres, map frame.
        clear_of_doors: Whether it must keep away from doors.
        avoid: Further places to keep out of, for this demand only.
        reach: Point and radius (metres) of a body that must be able to get there; None means that nobody needs to.
    """

    room: float
    passage: float = 0.0
    polygons: tuple[Polygon, ...] = ()
    clear_of_doors: bool = True
    avoid: tuple[Disc, ...] = ()
    reach: tuple[Corner, float] | None = None


class Ground:
    """Free floor with taken places.

    Args:
        planner: Routes through the world with all objects whose place is known beforehand.
        doors: Lines of the doors, each with a length, metres, map frame.
    """

    def __init__(self, planner: RoutePlanner, doors: tuple[Segment, ...]) -> None:
        self.planner = planner
        self.taken: list[Disc] = []
        self._rows = DiscRows()
        self._solid_rows = DiscRows()
        self._routes: dict[float, list[Route]] = {}
        # What jams the door of a cabin keeps it open from the first frame on.
        self._doors = (*doors, *(cabin.open_door for cabin in planner.space.cabins if cabin.is_jammed))
        self._narrow = False
        self._reaches: dict[float, Reach] = {}
        self._exhausted: dict[Hashable, float] = {}
        self._tables: dict[Hashable, Candidates] = {}

    def build(self, planner: RoutePlanner) -> None:
        """Take another planner, which knows more objects than the one before."""
        self.planner = planner
        self._reaches.clear()
        self._exhausted.clear()
        self._tables.clear()

    def take(self, disc: Disc, *, narrow: bool = False) -> None:
        """Take a place; ``narrow`` says that it may close ways that were open before."""
        self.taken.append(disc)
        self._rows.add(disc)
        self._narrow |= narrow
        if disc.solid:
            self._solid_rows.add(disc)
            for reach in self._reaches.values():
                reach.add(disc, narrow=narrow)

    def require_route(self, start: Corner, end: Corner, radius: float) -> None:
        """Keep a way open for a body of a radius in metres."""
        self._routes.setdefault(radius, []).append((start, end))

    @property
    def routes(self) -> Mapping[float, Sequence[Route]]:
        """Ways that must stay open, by the radius of the body in metres."""
        return self._routes

    def reach(self, radius: float) -> Reach:
        """Where a body of a radius in metres gets to past everything that is taken for good."""
        if radius not in self._reaches:
            reach = Reach(self.planner.graph(radius))
            for disc in self.taken:
                if disc.solid:
                    reach.add(disc, narrow=self._narrow)
            self._reaches[radius] = reach
        return self._reaches[radius]

    def table(self, demand: Demand) -> Candidates:
        """All candidates that a demand may choose from, whatever is taken."""
        kind = (demand.polygons, demand.clear_of_doors)
        table = self._tables.get(kind)
        if table is None:
            table = candidates(self.planner.room(demand.polygons), self._doors if demand.clear_of_doors else ())
            table = inside(table, demand.polygons) if demand.polygons else table
            self._tables[kind] = table
        return table

    def find(self, demand: Demand, random: Generator) -> Corner | None:
        """A point that meets a demand, uniform over all of them; None exactly where there is none."""
        kind = (demand.passage, demand.polygons, demand.clear_of_doors, demand.avoid, demand.reach)
        if demand.room >= self._exhausted.get(kind, math.inf):
            return None
        point = self._find(demand, random, self._rows.values)
        if point is None:
            # Places are only ever taken, so whatever is as wide will not fit later either.
            self._exhausted[kind] = demand.room
        return point

    def _find(self, demand: Demand, random: Generator, taken: Floats) -> Corner | None:
        points = self.table(demand).with_room(demand.room + demand.passage)
        if not len(points):
            return None
        wanted = self._wanted(demand, taken)
        for draws in (DRAWS, MORE_DRAWS if len(points) > MANY else 0):
            order = random.integers(len(points), size=draws)
            index = first_fitting(points, order, wanted)
            if index >= 0:
                return _corner(points[order[index]])
        fitting = all_fitting(points, wanted)
        return _corner(points[fitting[random.integers(len(fitting))]]) if len(fitting) else None

    def find_passable(self, demand: Demand, random: Generator) -> Corner | None:
        """A point to pass by: only what is taken for good counts, and places may be shared."""
        return self._find(demand, random, self._solid_rows.values)

    def find_solid(self, demand: Demand, body: float, random: Generator, tries: int) -> tuple[Corner, bool] | None:
        """A point for something solid that leaves every required route open.

        A place with the demanded passage all around it closes no way. Where there is none left, narrower places are
        tried as long as the routes stay open.

        Args:
            demand: With the passage that bodies need.
            body: Radius that it closes to bodies, metres; the demanded room may be wider.
            random: Stream to draw from.
            tries: How many narrower places to look at.

        Returns:
            The point and whether it is a narrow one; None if no place was found.
        """
        point = self.find(demand, random)
        if point is not None:
            return point, False
        closing: tuple[Disc, ...] = ()
        for _ in range(tries):
            narrow = evolve(demand, passage=0.0, avoid=demand.avoid + closing)
            point = self.find(narrow, random)
            if point is None:
                return None
            if self._stays_open(Disc(*point, body, solid=True)):
                return point, True
            closing += (Disc(*point, demand.room / 2),)
        return None

    def _wanted(self, demand: Demand, taken: Floats) -> Wanted:
        if demand.avoid:
            taken = np.concatenate((taken, [disc_row(disc) for disc in demand.avoid]))
        reached = ANYWHERE if demand.reach is None else self.reach(demand.reach[1]).reached(demand.reach[0])
        return Wanted(taken, demand.room, demand.passage, *reached)

    def _stays_open(self, disc: Disc) -> bool:
        return all(self.reach(radius).stays_open(disc, routes) for radius, routes in self._routes.items())


def _corner(point: Floats) -> Corner:
    return (float(point[0]), float(point[1]))
