"""What people do who cannot get on."""

import numpy as np
from numpy.typing import NDArray

from arena_runtime.people.bodies import Bodies
from arena_simulation_setup.route import ClearanceField

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Times = NDArray[np.int64]

# Who has not come this far, metres, within this time is blocked.
PROGRESS_DISTANCE = 0.4
PATIENCE_NS = 3_000_000_000
# After this time even the one with less room steps aside, however often others have made way.
DESPAIR_NS = 9_000_000_000
# A step aside takes this long, and so long afterwards the person passes on the side of the step.
ASIDE_NS = 2_000_000_000
SIDE_NS = 4_000_000_000
# Someone else within this distance of touching, metres, who has stood for this time, is taken as the reason.
BLOCKER_REACH = 0.5
MUTUAL_NS = 1_500_000_000
# Who gets on slower than this share of the own pace minds coming collisions less and less, down to the least caution:
# in a throng nobody would move otherwise, and the projection keeps bodies apart in any case.
FLUENT = 0.6
LEAST_CAUTION = 0.25
# Share of what was got on with lately that is replaced at every decision.
_FORGETTING = 0.2
# Direction of a step aside against the wanted one: back and to the right, then back and to the left, and so on.
_ASIDE_COS, _ASIDE_SIN = -0.5, -0.866
_KEPT = (
    "_anchor_x",
    "_anchor_y",
    "_anchored_ns",
    "_got_on_ns",
    "_aside_until_ns",
    "_side",
    "shunned",
    "blocked",
    "_fluency",
)


class Patience:
    """Notices who is blocked and lets some of them step aside for a moment, to the right first, then to the left.

    Where two people block each other the one with more room steps aside (the later one in the list where that is
    equal), so that whoever stands in a doorway goes first.

    Args:
        bodies: Everybody.
        clearance: Walls and furniture.

    Attributes:
        blocked: Shape (P,): who has not got on for a while.
        shunned: Shape (P,): 1 for who would rather not pass on the left, -1 for who would rather not on the right.
    """

    def __init__(self, bodies: Bodies, clearance: ClearanceField) -> None:
        people = bodies.people
        self._bodies = bodies
        self._clearance = clearance
        self._anchor_x, self._anchor_y = bodies.x[:people].copy(), bodies.y[:people].copy()
        self._anchored_ns: Times = np.zeros(people, dtype=np.int64)
        self._got_on_ns: Times = np.zeros(people, dtype=np.int64)
        self._aside_until_ns: Times = np.full(people, -1, dtype=np.int64)
        self._side = -np.ones(people)
        self.shunned = np.ones(people)
        self.blocked: Bools = np.zeros(people, dtype=np.bool_)
        self._fluency = np.ones(people)

    def take_over(self, before: "Patience") -> None:
        """Remember of everybody in a smaller crowd what was known of them."""
        known = len(before.blocked)
        for name in _KEPT:
            getattr(self, name)[:known] = getattr(before, name)

    def caution(self, pace: Floats) -> Floats:
        """How much everybody minds a coming collision, from ``LEAST_CAUTION`` to 1: shape (P,).

        Args:
            pace: Shape (P,): preferred speed, m/s; 0 for who stands.
        """
        people = len(pace)
        speed = np.sqrt(self._bodies.vx[:people] ** 2 + self._bodies.vy[:people] ** 2)
        got_on = np.minimum(speed / np.maximum(pace, 1e-3), 1.0)
        self._fluency += _FORGETTING * (got_on - self._fluency)
        return LEAST_CAUTION + (1.0 - LEAST_CAUTION) * np.minimum(self._fluency * (1.0 / FLUENT), 1.0)

    def turn_aside(self, now_ns: int, walking: Bools, towards: Floats) -> None:
        """Notice who is blocked and turn the wishes of those who step aside.

        Args:
            now_ns: Episode time, nanoseconds.
            walking: Shape (P,): who wants to get on; who waits at a door does not.
            towards: Shape (2, P): wished directions, changed in place.
        """
        self._notice(now_ns, walking)
        self.shunned[self._aside_until_ns + SIDE_NS < now_ns] = 1.0
        if self.blocked.any():
            for index in np.flatnonzero(self.blocked & (self._aside_until_ns < now_ns)).tolist():
                if self._anchored_ns[index] < now_ns:
                    self._lose_patience(index, now_ns)
        aside = self._aside_until_ns >= now_ns
        if aside.any():
            sin, (x, y) = _ASIDE_SIN * self._side[aside], towards[:, aside]
            towards[:, aside] = _ASIDE_COS * x - sin * y, sin * x + _ASIDE_COS * y

    def _notice(self, now_ns: int, walking: Bools) -> None:
        x, y = self._bodies.x[: len(walking)], self._bodies.y[: len(walking)]
        dx, dy = x - self._anchor_x, y - self._anchor_y
        onward = (dx * dx + dy * dy > PROGRESS_DISTANCE * PROGRESS_DISTANCE) | ~walking
        if onward.any():
            self._anchor_x[onward], self._anchor_y[onward] = x[onward], y[onward]
            self._anchored_ns[onward] = self._got_on_ns[onward] = now_ns
        self.blocked = now_ns - self._anchored_ns > PATIENCE_NS
        self.blocked |= now_ns - self._got_on_ns > DESPAIR_NS

    def _lose_patience(self, index: int, now_ns: int) -> None:
        """Step aside, unless somebody with more room is the reason."""
        blocker = self._blocker(index, now_ns)
        if blocker is None or now_ns - self._got_on_ns[index] > DESPAIR_NS:
            aside, self._got_on_ns[index] = index, now_ns
        else:
            aside = max(index, blocker, key=self._room)
        # Whoever of the two stays has the way free now and starts to count anew.
        self._anchored_ns[[index, aside if blocker is None else blocker]] = now_ns
        self._aside_until_ns[aside] = now_ns + ASIDE_NS
        self._side[aside] = -self._side[aside]
        self.shunned[aside] = self._side[aside]

    def _blocker(self, index: int, now_ns: int) -> int | None:
        """Somebody near who wants to get on and cannot either."""
        bodies = self._bodies
        for other in bodies.neighbours[index].tolist():
            if other >= bodies.people or now_ns - self._anchored_ns[other] < MUTUAL_NS:
                continue
            distance = np.hypot(bodies.x[other] - bodies.x[index], bodies.y[other] - bodies.y[index])
            if distance < bodies.radius[index] + bodies.radius[other] + BLOCKER_REACH:
                return int(other)
        return None

    def _room(self, index: int) -> tuple[float, int]:
        return (round(self._clearance.at(self._bodies.x[index], self._bodies.y[index]), 2), index)
