"""The last word on every step: nobody moves into a disc, a wall or a slab, and who cannot move stands."""

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.people.bodies import Bodies
from arena_simulation_setup.route import ClearanceField
from arena_simulation_setup.route.slabs import NOTHING_NEAR, NearSlabs, Slabs

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Integers = NDArray[np.intp]

# A body may come this much closer to a wall or a slab than its radius, metres.
WALL_TOLERANCE = 0.01
# Slabs within this distance of the farthest place a person can get to are watched, metres: the body and the slab's own
# step until people look round again.
SLAB_REACH = 0.5
# How far a slab and a robot may come by themselves until people look round again, metres.
SLAB_TRAVEL = 0.25
ROBOT_TRAVEL = 0.3
# The clearance field is exact to this at the distance where bodies touch, metres.
INTERPOLATION_MARGIN = 0.01
# Sliding along a wall may lengthen a step by this factor.
SLIDE_STRETCH = 1.05
# Two bodies are pushed apart by at most this much in one tick, metres.
PUSH_LIMIT = 0.05

_NOBODY: Integers = np.empty(0, dtype=np.intp)


@frozen(eq=False)
class _Watch:
    """Who may touch something before the next search.

    Attributes:
        origin: Shape (2, P): where everybody was, metres.
        slack: Shape (3, P): squared distance from there within which nobody can touch a wall, somebody else, or a
            slab, m^2.
        walls: People near a wall.
        crowd: People near somebody else.
        slabs: People and slabs near each other.
    """

    origin: Floats
    slack: Floats
    walls: Integers
    crowd: Integers
    slabs: NearSlabs


class Projection:
    """Turns wished steps into allowed ones.

    A body that already overlaps something, because a file put it there or because something else moved, may move away
    from it but not further in.

    Args:
        clearance: Walls and furniture.
        bodies: Everybody; people's places in it are those before the step.
    """

    def __init__(self, clearance: ClearanceField, bodies: Bodies) -> None:
        self._clearance = clearance
        self._bodies = bodies
        self._needed = bodies.radius[: bodies.people] - WALL_TOLERANCE
        self._watch = _Watch(
            bodies.place[:, : bodies.people], np.zeros((3, bodies.people)), _NOBODY, _NOBODY, NOTHING_NEAR
        )

    def look_round(self, travel: float, near_slabs: NearSlabs) -> None:
        """Find who can touch what before the next call.

        Args:
            travel: How far anybody can get until then, metres.
            near_slabs: People and slabs near each other.
        """
        bodies, people = self._bodies, self._bodies.people
        origin = bodies.place[:, :people].copy()
        slack = np.full((3, people), np.inf)
        slack[0] = self._clearance.at_points(origin[0], origin[1]) - self._needed - INTERPOLATION_MARGIN
        off = bodies.place[:, bodies.neighbours] - origin[:, :, None]
        off *= off
        gap = np.sqrt(off[0] + off[1]) - np.sqrt(bodies.touching)
        # Two people may close a gap together; a robot may close much of it alone.
        gap[bodies.neighbours >= people] -= ROBOT_TRAVEL
        slack[1] = 0.5 * gap.min(axis=1)
        near = near_slabs.within(travel + SLAB_REACH)
        np.minimum.at(slack[2], near.point, near.distance - self._needed[near.point] - SLAB_TRAVEL)
        walls, crowd = np.flatnonzero(slack[0] < travel), np.flatnonzero(slack[1] < travel)
        np.maximum(slack, 0.0, out=slack)
        self._watch = _Watch(origin, slack * slack, walls, crowd, near)

    def allowed(self, place: Floats, movable: Bools, corners: Floats) -> None:
        """Change wished places to those that people may end up at.

        Args:
            place: Shape (2, P): wished places, metres, map frame; changed in place.
            movable: Shape (P,): who may be moved aside a little to make room.
            corners: Shape (S, 4, 2): rectangles nobody may enter, in the order of the last ``look_round``.
        """
        watch, bodies = self._watch, self._bodies
        off = place - watch.origin
        off *= off
        at_wall, at_others, at_slab = ((off[0] + off[1]) > watch.slack).any(axis=1).tolist()
        x, y = place
        if at_wall:
            self._keep_off_walls(x, y)
        if at_slab:
            self._keep_off_slabs(x, y, corners)
        if not at_others:
            return
        for attempt in range(bodies.people + 1):
            row, other = self._collisions(place)
            if not len(row):
                return
            if attempt == 0:
                self._make_room(x, y, row, other, movable)
                self._keep_off_walls(x, y)
                self._keep_off_slabs(x, y, corners)
            else:
                x[row], y[row] = bodies.x[row], bodies.y[row]

    def _keep_off_walls(self, x: Floats, y: Floats) -> None:
        rows = self._watch.walls
        # The quick look first; it is off by half a cell's diagonal at most.
        low = self._clearance.nearest(x[rows], y[rows]) < self._needed[rows] + self._clearance.resolution
        rows = rows[low]
        if not len(rows):
            return
        room = self._clearance.at_points(x[rows], y[rows])
        low = room < self._needed[rows]
        rows, room = rows[low], room[low]
        if not len(rows):
            return
        old_x, old_y = self._bodies.x[rows], self._bodies.y[rows]
        deeper = room < self._clearance.at_points(old_x, old_y)
        rows, room, old_x, old_y = rows[deeper], room[deeper], old_x[deeper], old_y[deeper]
        if len(rows):
            x[rows], y[rows] = self._slid(x[rows], y[rows], old_x, old_y, self._needed[rows] - room)

    def _slid(self, x: Floats, y: Floats, old_x: Floats, old_y: Floats, missing: Floats) -> tuple[Floats, Floats]:
        """What leads into the wall is taken back along the direction that the clearance grows in; else stand."""
        away_x, away_y = self._clearance.gradient_at_points(x, y)
        missing = missing / np.maximum(away_x * away_x + away_y * away_y, 0.25)
        slid_x, slid_y = x + away_x * missing, y + away_y * missing
        wished, slid = np.hypot(x - old_x, y - old_y), np.hypot(slid_x - old_x, slid_y - old_y)
        before, after = self._clearance.at_points(x, y), self._clearance.at_points(slid_x, slid_y)
        fits = (after >= before + 0.9 * missing) & (slid <= SLIDE_STRETCH * wished + 1e-3)
        return np.where(fits, slid_x, old_x), np.where(fits, slid_y, old_y)

    def _keep_off_slabs(self, x: Floats, y: Floats, corners: Floats) -> None:
        if not len(self._watch.slabs):
            return
        slabs = Slabs.of(corners)
        people, slab = self._watch.slabs.point, self._watch.slabs.slab
        distance = slabs.distances(slab, x[people], y[people])
        low = distance < self._needed[people]
        if not low.any():
            return
        people, slab, distance = people[low], slab[low], distance[low]
        old_x, old_y = self._bodies.x[people], self._bodies.y[people]
        rows = people[distance < slabs.distances(slab, old_x, old_y)]
        x[rows], y[rows] = self._bodies.x[rows], self._bodies.y[rows]

    def _collisions(self, place: Floats) -> tuple[Integers, Integers]:
        """Pairs of somebody who would get deeper into somebody: the mover and the other."""
        bodies, people, crowd = self._bodies, self._bodies.people, self._watch.crowd
        after = bodies.place.copy()
        after[:, :people] = place
        neighbours = bodies.neighbours[crowd]
        off = after[:, neighbours] - place[:, crowd, None]
        off *= off
        squared = off[0] + off[1]
        low = squared < bodies.touching[crowd]
        if not low.any():
            return _NOBODY, _NOBODY
        in_crowd, column = np.nonzero(low)
        row, other = crowd[in_crowd], neighbours[in_crowd, column]
        was = bodies.place[:, other] - bodies.place[:, row]
        deeper = squared[in_crowd, column] < (was * was).sum(axis=0) - 1e-12
        deeper &= (place[:, row] != bodies.place[:, row]).any(axis=0)
        return row[deeper], other[deeper]

    def _make_room(self, x: Floats, y: Floats, row: Integers, other: Integers, movable: Bools) -> None:
        """Push those who meet apart; two who both move take half of what they overlap each."""
        bodies = self._bodies
        all_x = np.concatenate((x, bodies.x[bodies.people :]))
        all_y = np.concatenate((y, bodies.y[bodies.people :]))
        away_x, away_y = x[row] - all_x[other], y[row] - all_y[other]
        distance = np.maximum(np.hypot(away_x, away_y), 1e-6)
        missing = bodies.radius[row] + bodies.radius[other] - distance + 1e-4
        is_person = other < bodies.people
        share = np.where(is_person & movable[np.where(is_person, other, 0)], 0.5, 1.0)
        push = np.minimum(missing, PUSH_LIMIT) * share * movable[row] / distance
        x += np.bincount(row, push * away_x, minlength=len(x))
        y += np.bincount(row, push * away_y, minlength=len(y))
