"""From MuJoCo's contacts to rows of a frame."""

from collections.abc import Sequence
from typing import Any

NOT_A_ROBOT = -1

ContactRow = tuple[int, int, int]


class ContactTable:
    """What a contact with each geom means.

    Args:
        geom_count: Number of geoms of the model.
        owners: Geom id, kind code, partner index of every geom that contacts can name.
        robot_partners: Partner index of each robot, in order of the robots.
    """

    def __init__(self, geom_count: int, owners: Sequence[tuple[int, int, int]], robot_partners: Sequence[int]) -> None:
        self._kind = [NOT_A_ROBOT] * geom_count
        self._partner = [NOT_A_ROBOT] * geom_count
        self._robot = [NOT_A_ROBOT] * geom_count
        robots = {partner: index for index, partner in enumerate(robot_partners)}
        for geom, kind, partner in owners:
            self._kind[geom] = kind
            self._partner[geom] = partner
            self._robot[geom] = robots.get(partner, NOT_A_ROBOT)

    def rows(self, data: Any) -> list[ContactRow]:
        """Robot index, kind code, partner index of every touching pair, sorted, each once.

        Two robots that touch give two rows, one from the view of each.
        """
        if data.ncon == 0:
            return []
        pairs = data.contact.geom.tolist()
        rows = {
            (self._robot[own], self._kind[other], self._partner[other])
            for first, second in pairs
            for own, other in ((first, second), (second, first))
            if self._robot[own] != NOT_A_ROBOT
        }
        return sorted(rows)
