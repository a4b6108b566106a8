"""What people do who cannot get on."""

import numpy as np
from numpy.typing import NDArray

from arena_runtime.people.bodies import Bodies
from arena_runtime.people.kernels_patience import DESPAIR_NS, notice_blocked
from arena_simulation_setup.route import ClearanceField

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Times = NDArray[np.int64]

# A step aside takes this long, and so long afterwards the person passes on the side of the step.
ASIDE_NS = 2_000_000_000
SIDE_NS = 4_000_000_000
# Someone else within this distance of touching, metres, who has stood for this time, is taken as the reason.
BLOCKER_REACH = 0.5
MUTUAL_NS = 1_500_000_000
# Direction of a step aside against the wanted one: back and to the right, then back and to the left, and so on.
_ASIDE_COS, _ASIDE_SIN = -0.5, -0.866
_KEPT = (
    "_anchored_ns",
    "_got_on_ns",
    "_aside_until_ns",
    "_side",
    "shunned",
    "blocked",
    "fluency",
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
        fluency: Shape (P,): share of the own pace that each has got on with lately.
    """

    def __init__(self, bodies: Bodies, clearance: ClearanceField) -> None:
        people = bodies.people
        self._bodies = bodies
        self._clearance = clearance
        self._anchor = bodies.place[:, :people].copy()
        self._anchored_ns: Times = np.zeros(people, dtype=np.int64)
        self._got_on_ns: Times = np.zeros(people, dtype=np.int64)
        self._aside_until_ns: Times = np.full(people, -1, dtype=np.int64)
        self._side = -np.ones(people)
        self.shunned = np.ones(people)
        self.blocked: Bools = np.zeros(people, dtype=np.bool_)
        self.fluency = np.ones(people)

    def take_over(self, before: "Patience") -> None:
        """Remember of everybody in a smaller crowd what was known of them."""
        known = len(before.blocked)
        for name in _KEPT:
            getattr(self, name)[:known] = getattr(before, name)
        self._anchor[:, :known] = before._anchor

    def turn_aside(self, now_ns: int, walking: Bools, towards: Floats) -> None:
        """Notice who is blocked and turn the wishes of those who step aside.

        Args:
            now_ns: Episode time, nanoseconds.
            walking: Shape (P,): who wants to get on; who waits at a door does not.
            towards: Shape (2, P): wished directions, changed in place.
        """
        since = self._anchored_ns, self._got_on_ns
        anybody = notice_blocked(now_ns, self._bodies.place, walking, self._anchor, *since, self.blocked)
        self.shunned[self._aside_until_ns + SIDE_NS < now_ns] = 1.0
        if anybody:
            for index in np.flatnonzero(self.blocked & (self._aside_until_ns < now_ns)).tolist():
                if self._anchored_ns[index] < now_ns:
                    self._lose_patience(index, now_ns)
        aside = self._aside_until_ns >= now_ns
        if aside.any():
            sin, (x, y) = _ASIDE_SIN * self._side[aside], towards[:, aside]
            towards[:, aside] = _ASIDE_COS * x - sin * y, sin * x + _ASIDE_COS * y

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
