"""Names and level frames of scenarios, turned into the map frame."""

from collections.abc import Sequence
from functools import cached_property

from attrs import frozen

from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.frame import Area
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.lifts import cabins_and_lifts
from arena_simulation_setup.world.compaction import CompactedWorld
from task_generator.candidates import Segment
from task_generator.errors import GenerationError


@frozen(slots=False)
class Places:
    """The named places and the levels of a world.

    Attributes:
        world: All loaded levels in the map frame.
        all_levels: Ids of every level on disk, also those that are not loaded.
    """

    world: CompactedWorld
    all_levels: tuple[str, ...]

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """Every named polygon, map frame, in the order in which names are looked up."""
        return self.world.areas()

    @cached_property
    def door_lines(self) -> tuple[Segment, ...]:
        """Lines of all doors that have a length, those of cabins included, metres, map frame."""
        lines = ((door.start.xy, door.end.xy) for _, door in self.world.doors())
        cabins, _ = cabins_and_lifts(self.world)
        return (*(line for line in lines if line[0] != line[1]), *(cabin.door for cabin in cabins))

    def is_loaded(self, level: str) -> bool:
        """Whether a level takes part; an empty id always does."""
        return not level or level in self.world.levels

    def origin(self, level: str, user: str) -> Corner:
        """Shift of a level into the map frame, metres; without a level poses are in the map frame already.

        Args:
            level: Level id; may be empty.
            user: Who asks, for the message.

        Raises:
            GenerationError: If the level is unknown or not loaded.
        """
        if not level:
            return (0.0, 0.0)
        if level in self.world.levels:
            return self.world.origins[level]
        if level in self.all_levels:
            loaded = ", ".join(self.world.levels)
            raise GenerationError(f"{user}: level {level!r} of {self.world.name} is not loaded (loaded: {loaded})")
        known = ", ".join(self.all_levels)
        raise GenerationError(f"{user}: {self.world.name} has no level {level!r}, expected one of {known}")

    def find(self, name: str, level: str = "") -> Area | None:
        """The place of a name or of ``name/level``; of several the one on the given level, else the first."""
        found = [area for area in self.areas if name in (area.name, f"{area.name}/{area.level}")]
        on_level = [area for area in found if area.level == level]
        return next(iter(on_level or found), None)

    def full_name(self, name: str, level: str) -> str:
        """A name of a place that means one level only: ``name/level`` where places of several levels are called so.

        Args:
            name: Name of a place that exists.
            level: Level to prefer; may be empty.
        """
        levels = {area.level for area in self.areas if area.name == name}
        found = self.find(name, level)
        return name if found is None or len(levels) < 2 else f"{found.name}/{found.level}"

    def require(self, name: str, level: str, user: str, others: Sequence[str] = ()) -> Area:
        """The place of a name.

        Args:
            name: Name of a zone, door or elevator.
            level: Level to prefer; may be empty.
            user: Who asks, for the message.
            others: Further names that would have been right.

        Raises:
            GenerationError: If nothing has the name; the nearest one is offered.
        """
        area = self.find(name, level)
        if area is not None:
            return area
        known = tuple(dict.fromkeys([*(area.name for area in self.areas), *others]))
        near = nearest(name, known)
        hint = f"did you mean {near!r}?" if near else f"known: {', '.join(known) or 'none'}"
        raise GenerationError(f"{user}: there is no zone, door, elevator or person {name!r} ({hint})")

    def zone_polygons(self, name: str, user: str) -> tuple[tuple[Corner, ...], ...]:
        """The floors of all zones of a name, on whatever level; ``name/level`` means one of them. Metres, map frame.

        Args:
            name: Name of a zone.
            user: Who asks, for the message.

        Raises:
            GenerationError: If no zone has the name; the nearest one is offered.
        """
        zones = [area for area in self.areas if area.kind == "zone"]
        found = tuple(area.corners for area in zones if name in (area.name, f"{area.name}/{area.level}"))
        if not found:
            known = tuple(dict.fromkeys(area.name for area in zones))
            near = nearest(name, known)
            hint = f"did you mean {near!r}?" if near else f"known: {', '.join(known) or 'none'}"
            raise GenerationError(f"{user}: there is no zone {name!r} ({hint})")
        return found
