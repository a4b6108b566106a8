"""What a mode may ask of the world and do to its floor."""

from collections.abc import Sequence

from attrs import evolve
from numpy.random import Generator

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.world.compaction import CompactedWorld
from task_generator.candidates import Polygon
from task_generator.clearances import Clearances
from task_generator.disc import Disc
from task_generator.errors import PlacementError
from task_generator.ground import Demand, Ground

# Beside the diameter of the widest body, so that the lattice of the path search sees the way, metres.
PASSAGE_MARGIN = 0.2
# Clearances away from walls are known to half a cell, metres.
SOLID_MARGIN = 0.05
NARROW_TRIES = 8
# A comfortable place has at least this part of the room of the best one.
COMFORT = 0.7


class WorldManager:
    """The world of an episode as one mode sees it.

    Args:
        world: All loaded levels in the map frame.
        ground: The floor, shared by the modes of one episode.
        mode: Name of the mode, for messages.
        widest: Radius of the widest body that must get past obstacles, metres.
        clearances: Room around what is placed.
    """

    def __init__(
        self, world: CompactedWorld, ground: Ground, mode: str, widest: float, clearances: Clearances | None = None
    ) -> None:
        self.ground = ground
        self.clearances = clearances or Clearances()
        self._world = world
        self._mode = mode
        self._passage = 2.0 * widest + PASSAGE_MARGIN

    def world_compacted(self) -> CompactedWorld:
        """All loaded levels merged into the map frame."""
        return self._world

    def get_position_on_map(
        self,
        safe_dist: float,
        random: Generator,
        *,
        forbidden_zones: Sequence[Disc] = (),
        forbid: bool = True,
        polygon: Sequence[Corner] = (),
        level_id: str = "",
    ) -> Corner:
        """A free point; see ``get_positions_on_map``."""
        return self.get_positions_on_map(
            1,
            safe_dist,
            random,
            forbidden_zones=forbidden_zones,
            forbid=forbid,
            polygon=polygon,
            level_id=level_id,
        )[0]

    def get_positions_on_map(
        self,
        n: int,
        safe_dist: float,
        random: Generator,
        *,
        forbidden_zones: Sequence[Disc] = (),
        forbid: bool = True,
        polygon: Sequence[Corner] = (),
        level_id: str = "",
    ) -> list[Corner]:
        """Free points, uniform over the floor, clear of walls, furniture, doors and all that is taken.

        Args:
            n: How many.
            safe_dist: Radius in metres that is free around each of them; no two of these discs overlap.
            random: Stream to draw from.
            forbidden_zones: Further discs to keep out of.
            forbid: Whether the points are taken afterwards.
            polygon: Only points inside, metres, map frame.
            level_id: Only points on this level.

        Raises:
            PlacementError: If there is no room for all of them.
        """
        polygons = self._polygons(polygon, level_id)
        demand = Demand(safe_dist, polygons=polygons, avoid=tuple(forbidden_zones))
        points: list[Corner] = []
        for _ in range(n):
            picked = tuple(Disc(*point, safe_dist) for point in points)
            point = self.ground.find(evolve(demand, avoid=demand.avoid + picked), random)
            if point is None:
                raise self.no_room(f"{n} points", demand)
            points.append(point)
        if forbid:
            self.forbid([Disc(*point, safe_dist) for point in points])
        return points

    def place(self, demand: Demand, random: Generator, what: str) -> Corner:
        """A free point that nothing else will take.

        Args:
            demand: What the point must offer.
            random: Stream to draw from.
            what: What is placed, for the message.

        Raises:
            PlacementError: If there is no such point.
        """
        point = self.ground.find(demand, random)
        if point is None:
            raise self.no_room(what, demand)
        self.ground.take(Disc(*point, demand.room))
        return point

    def place_solid(self, radius: float, random: Generator, polygons: tuple[Polygon, ...] = ()) -> Corner | None:
        """A free point for an object, which is taken; all ways that robots need stay open. None without room.

        The object keeps its clearance to everything that was there before. A wider one than the largest has no room.

        Args:
            radius: Of the circle around the object, metres.
            random: Stream to draw from.
            polygons: Where it may stand; empty means anywhere. Metres, map frame.
        """
        if radius > self.clearances.largest_radius:
            return None
        body, room = radius + SOLID_MARGIN, radius + max(SOLID_MARGIN, self.clearances.obstacle)
        demand = Demand(room, passage=max(0.0, body + self._passage - room), polygons=polygons)
        found = self.ground.find_solid(demand, body, random, NARROW_TRIES)
        if found is None:
            return None
        point, narrow = found
        self.ground.take(Disc(*point, body, solid=True), narrow=narrow)
        return point

    def robot_demand(self, radius: float) -> Demand:
        """What the start or goal of a robot must offer.

        Args:
            radius: Of the robot, metres.
        """
        return Demand(radius + self.clearances.robot)

    def comfortable(self, demand: Demand, random: Generator) -> Corner | None:
        """A point that meets a demand with good room around it where there is; it is not taken."""
        roomy = max(demand.room, COMFORT * self.ground.table(demand).most_room)
        point = self.ground.find(evolve(demand, room=roomy), random)
        return self.ground.find(demand, random) if point is None else point

    def forbid(self, discs: Sequence[Disc]) -> None:
        """Take places."""
        for disc in discs:
            self.ground.take(disc)

    def no_room(self, what: str, demand: Demand) -> PlacementError:
        """The error for a demand that can not be met."""
        area = self.ground.table(demand).area(demand.room)
        where = "in its polygon" if demand.polygons else "on the whole map"
        return PlacementError(
            f"mode {self._mode}: no room for {what} with {demand.room:.2f} m around the centre {where}: "
            f"{area:.2f} m² of the floor have that much room, and {len(self.ground.taken)} places are taken"
        )

    def nothing_to_place(self, parameter: str) -> PlacementError:
        """The error for a list of models in which nothing can be placed."""
        return PlacementError(f"mode {self._mode}: {parameter} has no model that could stand on the floor")

    def _polygons(self, polygon: Sequence[Corner], level_id: str) -> tuple[Polygon, ...]:
        if polygon:
            return (tuple(polygon),)
        if not level_id:
            return ()
        level = self._world.levels.get(level_id)
        if level is None:
            raise PlacementError(
                f"mode {self._mode}: there is no level {level_id!r}, expected one of {', '.join(self._world.levels)}"
            )
        return tuple(zone.polygon for zone in level.zones if len(zone.corners) > 2)
