"""The floor of one episode while it is being made: what stands where, and where one can still get to."""

from collections.abc import Mapping, Sequence

import numpy as np
from attrs import evolve, frozen
from numpy.random import Generator
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import RoutePlanner
from task_generator.candidates import Candidates, Polygon, Segment, candidates, inside
from task_generator.disc import Disc, DiscRows, disc_row
from task_generator.reach import Reach, Route

Floats = NDArray[np.float64]

# Candidates that are looked at together before all of them are; a crowded floor needs more than one draw.
DRAWS = 48
# Of these so many first, which mostly is enough.
FIRST_DRAWS = 8
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
        self._doors = doors
        self._narrow = False
        self._reaches: dict[float, Reach] = {}
        self._exhausted: dict[Demand, float] = {}

    def build(self, planner: RoutePlanner) -> None:
        """Take another planner, which knows more objects than the one before."""
        self.planner = planner
        self._reaches.clear()
        self._exhausted.clear()

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
        table = candidates(self.planner.room(demand.polygons), self._doors if demand.clear_of_doors else ())
        return inside(table, demand.polygons) if demand.polygons else table

    def find(self, demand: Demand, random: Generator) -> Corner | None:
        """A point that meets a demand, uniform over all of them; None exactly where there is none."""
        kind = evolve(demand, room=0.0)
        if demand.room >= self._exhausted.get(kind, np.inf):
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
        drawn = points[random.integers(len(points), size=DRAWS)]
        for some in (drawn[:FIRST_DRAWS], drawn[FIRST_DRAWS:]):
            fitting = some[self._fits(some, demand, taken)]
            if len(fitting):
                return _corner(fitting[0])
        if len(points) > MANY:
            some = points[random.integers(len(points), size=MORE_DRAWS)]
            fitting = some[self._fits(some, demand, taken)]
            if len(fitting):
                return _corner(fitting[0])
        fitting = points[self._fits(points, demand, taken)]
        return _corner(fitting[random.integers(len(fitting))]) if len(fitting) else None

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

    def _fits(self, points: Floats, demand: Demand, taken: Floats) -> NDArray[np.bool_]:
        if demand.avoid:
            taken = np.concatenate((taken, [disc_row(disc) for disc in demand.avoid]))
        gaps = taken[:, 2] + demand.room + demand.passage * taken[:, 3]
        fits = _are_clear(points, taken[:, :2], gaps)
        if demand.reach is not None and fits.any():
            start, radius = demand.reach
            fits &= self.reach(radius).reachable(points, start)
        return fits

    def _stays_open(self, disc: Disc) -> bool:
        return all(self.reach(radius).stays_open(disc, routes) for radius, routes in self._routes.items())


def _are_clear(points: Floats, centers: Floats, gaps: Floats) -> NDArray[np.bool_]:
    """Which points (N, 2) keep the gap (D,) of every centre (D, 2), metres; disc by disc where the points are many."""
    clear: NDArray[np.bool_] = np.ones(len(points), dtype=np.bool_)
    many = len(points) > DRAWS
    for part in [slice(at, at + 1) for at in range(len(gaps))] if many else [slice(None)]:
        along_x = points[:, :1] - centers[part, 0]
        along_y = points[:, 1:] - centers[part, 1]
        clear &= (along_x * along_x + along_y * along_y >= gaps[part] * gaps[part]).all(axis=1)
    return clear


def _corner(point: Floats) -> Corner:
    return (float(point[0]), float(point[1]))
