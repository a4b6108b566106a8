"""Where subjects and areas of conditions are: names resolved once against a layout."""

from attrs import frozen

from arena_simulation_setup.conditions.sample import Row, Sample
from arena_simulation_setup.frame import Area, FrameLayout

AREA_KINDS = ("zone", "door", "elevator")
LEAST_CORNERS = 3


@frozen
class Subject:
    """A robot or person of the layout.

    Attributes:
        is_robot: Whether the row is one of the robots.
        index: Number of the row.
    """

    is_robot: bool
    index: int

    def row(self, sample: Sample) -> Row:
        """The subject's numbers in a sample; NaN where it is absent."""
        return sample.robots[self.index] if self.is_robot else sample.people[self.index]


class Places:
    """Subjects and areas of a layout by name."""

    def __init__(self, layout: FrameLayout) -> None:
        self._layout = layout
        self._areas: dict[str, list[Area]] = {}
        for area in layout.areas:
            if len(area.corners) >= LEAST_CORNERS:
                self._areas.setdefault(area.name, []).append(area)

    def subject(self, name: str) -> Subject | None:
        """The robot or person of that name, robots first; None where the layout has neither."""
        if name in self._layout.robot_index:
            return Subject(True, self._layout.robot_index[name])
        if name in self._layout.person_index:
            return Subject(False, self._layout.person_index[name])
        return None

    def area(self, name: str) -> Area | None:
        """The zone, door or elevator called ``<name>`` or ``<name>/<level>``; None where there is none.

        On one level a zone comes before a door and a door before an elevator of the same name.

        Raises:
            ValueError: If the bare name stands for areas of several levels.
        """
        found = self._areas.get(name, [])
        bare, slash, level = name.rpartition("/")
        if not found and slash:
            found = [area for area in self._areas.get(bare, []) if area.level == level]
        levels = list(dict.fromkeys(area.level for area in found))
        if len(levels) > 1:
            choices = " or ".join(f"{name}/{level}" for level in levels)
            raise ValueError(f"{name!r} is a place on several levels; write {choices}")
        ordered = sorted(found, key=lambda area: AREA_KINDS.index(area.kind))
        return ordered[0] if ordered else None
