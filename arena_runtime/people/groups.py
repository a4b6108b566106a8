"""People of one group walk beside each other, at the pace of the slowest, and wait for who falls behind."""

from collections.abc import Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.people.bodies import Bodies
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.route import ClearanceField

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

GROUP_KEY = "group"
"""Key of the agent block that names the group."""

# Free space between two who walk side by side, metres.
SIDE_GAP = 0.2
# Who would be farther apart than this, metres, is not in the same row yet.
ROW_REACH = 2.5
# Who is so far ahead of the last one, metres of the way, slows down; from the second distance on they stand and wait.
LEAD = 1.0
LONGEST_LEAD = 2.5
# How hard people turn to their place in the row, tangent per metre, and at most.
SIDE_GAIN = 0.8
SIDE_LIMIT = 0.6
# How much slower people walk per metre that they are ahead of the row, and at most; and how much faster behind it.
ALONG_GAIN = 0.6
ALONG_LIMIT = 0.5
HURRY = 0.3
# The row looks so far ahead for narrow places, metres.
AHEAD = 1.0
# Who is so near to the last waypoint, metres for each of the group, has arrived once one of them stands there.
GATHERED = 0.6
ARRIVED = 0.35


def group_numbers(people: Sequence[EpisodePerson]) -> Integers:
    """Number of everybody's group, the row of its first member; the own row for who has none: shape (P,)."""
    first: dict[str, int] = {}
    return np.array(
        [
            index if person.agent.get(GROUP_KEY) is None else first.setdefault(str(person.agent[GROUP_KEY]), index)
            for index, person in enumerate(people)
        ],
        dtype=np.intp,
    )


@frozen(eq=False)
class _Company:
    """The members of all groups who are there, M people of G groups.

    Attributes:
        rows: Shape (M,): rows of the people.
        group: Shape (M,): 0 to G - 1.
        size: Shape (G,): members of each.
    """

    rows: Integers
    group: Integers
    size: Integers

    def mean(self, values: Floats) -> Floats:
        """Mean of each group, shape (G,)."""
        return np.bincount(self.group, values, len(self.size)) / self.size

    def extreme(self, values: Floats, largest: bool) -> Floats:
        """Largest or smallest value of each group, shape (G,)."""
        result = np.full(len(self.size), -np.inf if largest else np.inf)
        (np.maximum if largest else np.minimum).at(result, self.group, values)
        return result


class Groups:
    """Keeps the members of groups together.

    Args:
        numbers: As ``group_numbers`` gives them; who leaves a group has another number then.
        bodies: Everybody.
        speeds: Shape (P,): desired speeds, m/s.
        clearance: Walls and furniture.
    """

    def __init__(self, numbers: Integers, bodies: Bodies, speeds: Floats, clearance: ClearanceField) -> None:
        self._numbers = numbers
        self._bodies = bodies
        self._speeds = speeds
        self._clearance = clearance

    def members(self, present: NDArray[np.bool_]) -> Integers:
        """Rows of those who are with somebody."""
        numbers = np.where(present, self._numbers, -1)
        several = np.bincount(numbers + 1) > 1
        several[0] = False
        return np.flatnonzero(several[numbers + 1])

    def keep_together(self, rows: Integers, remaining: Floats, stays: Floats, towards: Floats, pace: Floats) -> None:
        """Turn and slow members so that they walk in a row where there is room, and wait for each other.

        Args:
            rows: Those who are with somebody, from ``members``.
            remaining: Shape (M,): length of everybody's way to the common waypoint, metres; infinite without a way.
            stays: Shape (M,): 1 where they stay at that waypoint, else 0.
            towards: Shape (2, P): wished directions, changed in place.
            pace: Shape (P,): preferred speed in m/s, changed in place.
        """
        _, group, size = np.unique(self._numbers[rows], return_inverse=True, return_counts=True)
        company = _Company(rows, group, size)
        last = company.extreme(np.where(np.isfinite(remaining), remaining, 0.0), largest=True)
        lead = np.maximum(last[group] - np.where(np.isfinite(remaining), remaining, np.inf), 0.0)
        limit = company.extreme(self._speeds[rows], largest=False)[group]
        limit *= np.clip((LONGEST_LEAD - lead) / (LONGEST_LEAD - LEAD), 0.0, 1.0)
        # The last one may hurry where the others wait.
        limit = np.where((lead < LEAD) & (company.extreme(lead, largest=True)[group] > LEAD), np.inf, limit)
        first = company.extreme(remaining, largest=False)[group]
        at_end = (stays > 0.0) & (first < GATHERED * size[group])
        limit *= self._fall_in(company, (lead < ROW_REACH) & ~at_end, towards)
        gathered = at_end & (first < ARRIVED) & (remaining < GATHERED * size[group])
        pace[rows] = np.where(gathered, 0.0, np.minimum(pace[rows], limit))

    def _fall_in(self, company: _Company, near: NDArray[np.bool_], towards: Floats) -> Floats:
        """Turn those who are near to their places in the row; returned is the factor of everybody's pace."""
        rows, group, size = company.rows, company.group, company.size
        x, y = self._bodies.x[rows], self._bodies.y[rows]
        center_x, center_y = company.mean(x), company.mean(y)
        head_x, head_y = company.mean(towards[0, rows]), company.mean(towards[1, rows])
        length = np.maximum(np.sqrt(head_x * head_x + head_y * head_y), 1e-3)
        head_x, head_y = head_x / length, head_y / length
        # They are under way together where their wishes agree; round a corner each follows the own way.
        together = near & (length > 0.8)[group]
        radius = company.extreme(self._bodies.radius[rows], largest=True)
        spacing = self._spacing(radius, size, (center_x, center_y), (head_x, head_y))[group]
        off_x, off_y = x - center_x[group], y - center_y[group]
        along = off_x * head_x[group] + off_y * head_y[group]
        left = off_y * head_x[group] - off_x * head_y[group]
        place = (_rank(left, group, size) - 0.5 * (size[group] - 1)) * spacing
        turn = np.clip(SIDE_GAIN * (place - left), -SIDE_LIMIT, SIDE_LIMIT)
        scale = 1.0 / np.sqrt(1.0 + turn * turn)
        in_row = together & (spacing > 0.0)
        wish_x, wish_y = head_x[group] - turn * head_y[group], head_y[group] + turn * head_x[group]
        towards[0, rows] = np.where(in_row, wish_x * scale, towards[0, rows])
        towards[1, rows] = np.where(in_row, wish_y * scale, towards[1, rows])
        factor: Floats = np.where(in_row, 1.0 - np.clip(ALONG_GAIN * along, -HURRY, ALONG_LIMIT), 1.0)
        return factor

    def _spacing(
        self, radius: Floats, size: Integers, center: tuple[Floats, Floats], head: tuple[Floats, Floats]
    ) -> Floats:
        """Distance of neighbours in the row of each group, metres; 0 where the row does not fit."""
        here = self._clearance.nearest(center[0], center[1])
        ahead = self._clearance.nearest(center[0] + AHEAD * head[0], center[1] + AHEAD * head[1])
        spacing = 2.0 * radius + SIDE_GAP
        half_width = 0.5 * (size - 1) * spacing + radius
        fitting: Floats = np.where(np.minimum(here, ahead) >= half_width, spacing, 0.0)
        return fitting


def _rank(left: Floats, group: Integers, size: Integers) -> Floats:
    """Place of everybody within the group, from the right, counted from 0."""
    order = np.lexsort((left, group))
    first = np.cumsum(size) - size
    rank = np.empty(len(left))
    rank[order] = np.arange(len(left)) - np.repeat(first, size)
    return rank
