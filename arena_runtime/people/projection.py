"""The last word on every step: nobody moves into a disc, a wall or a slab, and who cannot move stands."""

from collections.abc import Callable

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.people.bodies import Bodies
from arena_runtime.people.walls import WallContact
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
        row: Shape (C,): people near somebody else, once for each.
        other: Shape (C,): the disc that each is near.
        touching: Shape (C,): squared distance at which the two touch, m^2.
        slabs: People and slabs near each other.
    """

    origin: Floats
    slack: Floats
    row: Integers
    other: Integers
    touching: Floats
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
        self._bodies = bodies
        self._needed = bodies.radius[: bodies.people] - WALL_TOLERANCE
        self._walls = WallContact(clearance, self._needed)
        self._watch = _Watch(
            bodies.place[:, : bodies.people],
            np.zeros((3, bodies.people)),
            _NOBODY,
            _NOBODY,
            np.empty(0),
            NOTHING_NEAR,
        )

    @staticmethod
    def closeness(travel: float) -> float:
        """Bodies with more room between them than this, metres, do not touch before each has gone ``travel`` metres."""
        return max(2.0 * travel, travel + ROBOT_TRAVEL) + PUSH_LIMIT

    def look_round(self, travel: float, near_slabs: NearSlabs) -> None:
        """Find who can touch what before the next call.

        Args:
            travel: How far anybody can get until then, metres.
            near_slabs: People and slabs near each other.
        """
        bodies, people = self._bodies, self._bodies.people
        origin = bodies.place[:, :people].copy()
        slack = np.empty((3, people))
        slack[0] = self._walls.look_round(origin[0], origin[1], travel)
        gap = bodies.distances - bodies.radius[bodies.neighbours]
        if bodies.robots:
            # Two people may close a gap together; a robot may close much of it alone.
            gap[bodies.neighbours >= people] -= ROBOT_TRAVEL
        slack[1] = 0.5 * (gap.min(axis=1) - bodies.radius[:people])
        slack[2] = np.inf
        near = near_slabs.within(travel + SLAB_REACH)
        if len(near):
            np.minimum.at(slack[2], near.point, near.distance - self._needed[near.point] - SLAB_TRAVEL)
        np.maximum(slack, 0.0, out=slack)
        row, other = bodies.close_row, bodies.close_other
        touching = bodies.radius[row] + bodies.radius[other]
        self._watch = _Watch(origin, slack * slack, row, other, touching * touching, near)

    def allowed(self, place: Floats, movable: Bools, slabs: Callable[[], Slabs]) -> None:
        """Change wished places to those that people may end up at.

        Args:
            place: Shape (2, P): wished places, metres, map frame; changed in place.
            movable: Shape (P,): who may be moved aside a little to make room.
            slabs: Gives the rectangles nobody may enter, in the order of the last ``look_round``.
        """
        watch, bodies = self._watch, self._bodies
        off = place - watch.origin
        off *= off
        at_wall, at_others, at_slab = ((off[0] + off[1]) > watch.slack).any(axis=1).tolist()
        x, y = place
        if at_wall:
            self._keep_off_walls(x, y)
        if at_slab:
            self._keep_off_slabs(x, y, slabs)
        if not at_others or not len(watch.row):
            return
        for attempt in range(bodies.people + 1):
            row, other = self._collisions(place)
            if not len(row):
                return
            if attempt == 0:
                self._make_room(x, y, row, other, movable)
                self._keep_off_walls(x, y)
                self._keep_off_slabs(x, y, slabs)
            else:
                x[row], y[row] = bodies.x[row], bodies.y[row]

    def _keep_off_walls(self, x: Floats, y: Floats) -> None:
        self._walls.keep_off(x, y, self._bodies.x, self._bodies.y)

    def _keep_off_slabs(self, x: Floats, y: Floats, given: Callable[[], Slabs]) -> None:
        if not len(self._watch.slabs):
            return
        slabs, people, slab = given(), self._watch.slabs.point, self._watch.slabs.slab
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
        bodies, watch = self._bodies, self._watch
        after = bodies.place.copy()
        after[:, : bodies.people] = place
        off = after[:, watch.other] - place[:, watch.row]
        off *= off
        squared = off[0] + off[1]
        low = squared < watch.touching
        if not low.any():
            return _NOBODY, _NOBODY
        row, other = watch.row[low], watch.other[low]
        was = bodies.place[:, other] - bodies.place[:, row]
        deeper = squared[low] < (was * was).sum(axis=0) - 1e-12
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
