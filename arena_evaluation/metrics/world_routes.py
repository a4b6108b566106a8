"""Ways through a recorded world, made from the recording alone."""

from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b

import shapely

from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.plan_outlines import occupied_outlines
from arena_simulation_setup.episode import EpisodeObject
from arena_simulation_setup.files.canonical import world_from_json
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.geometry import Corner, band_corners, rectangle_corners
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.recording.occupancy import OccupancyGrid
from arena_simulation_setup.route.cache import RouteCache
from arena_simulation_setup.route.planner import RoutePlanner
from arena_simulation_setup.route.space import free_space
from arena_simulation_setup.world.compaction import CompactedWorld, compacted
from arena_simulation_setup.world.footprints import authored_box
from arena_simulation_setup.world.realization import realize

REACH = 1.5
"""Height in metres below which a wall stops a robot."""
MOST_WORLDS = 4

Polygon = tuple[Corner, ...]


class RouteSource:
    """Makes planners and keeps the latest, so that many recordings of one world share the work."""

    def __init__(self) -> None:
        self._cache = RouteCache()
        self._known: OrderedDict[bytes, RoutePlanner] = OrderedDict()

    def planner(self, world_json: str, plan: OccupancyGrid | None, objects: Sequence[EpisodeObject]) -> RoutePlanner:
        """The ways through a world with its furniture.

        Walls, doors and elevators are those of the world's text; furniture is what the recorded map shows as occupied,
        less half a cell, which is also what its walls of one cell vanish by. Objects of the episode count where they
        have an authored box, since the recording does not hold their models.

        Args:
            world_json: Canonical text of the world.
            plan: Recorded map; None leaves furniture out.
            objects: Objects of the episode.

        Raises:
            NoValueError: If the text is no world, or one that is too large for routes, or if an object has no box.
        """
        planner = self._entry(world_json, plan)
        return planner.with_solids([corners for entry in objects for corners in _solid(entry)])

    def world(self, world_json: str) -> CompactedWorld:
        """The world of a text, in the map frame.

        Raises:
            NoValueError: If the text is no world.
        """
        try:
            return compacted(world_from_json(world_json))
        except FileProblems as problem:
            raise NoValueError(f"the recorded world can not be read: {problem.problems[0].message}") from None

    def _entry(self, world_json: str, plan: OccupancyGrid | None) -> RoutePlanner:
        key = blake2b(world_json.encode() + (b"" if plan is None else plan.cells.tobytes())).digest()
        if key not in self._known:
            world = self.world(world_json)
            solids = [*_walls(world), *(() if plan is None else _furniture(plan))]
            planner = RoutePlanner(free_space(world, solids), None, self._cache)
            try:
                planner.clearance.at(0.0, 0.0)
            except ValueError as problem:
                raise NoValueError(f"there are no routes through the recorded world: {problem}") from None
            self._known[key] = planner
            if len(self._known) > MOST_WORLDS:
                self._known.popitem(last=False)
        return self._known[key]


def _walls(world: CompactedWorld) -> list[Polygon]:
    # Without any asset folder every preset is the plain wall, whose thickness all walls share.
    catalogue = AssetCatalogue(())
    return [
        band_corners(slab.start, slab.end, slab.thickness / 2)
        for name, level in world.levels.items()
        for slab in realize(name, level, catalogue).walls
        if slab.solid and slab.bottom < REACH
    ]


def _furniture(plan: OccupancyGrid) -> list[Polygon]:
    """Outlines of all occupied cells that do not belong to the outside of the map."""
    outlines = occupied_outlines(plan).buffer(-0.5 * plan.resolution, join_style="mitre")
    origin = (plan.origin.x, plan.origin.y)
    return [
        tuple((x + origin[0], y + origin[1]) for x, y in shapely.get_coordinates(ring).tolist())
        for part in shapely.get_parts(shapely.constrained_delaunay_triangles(outlines))
        for ring in [shapely.get_exterior_ring(part)]
    ]


def _solid(entry: EpisodeObject) -> list[Polygon]:
    try:
        return object_corners(entry)
    except (TypeError, ValueError) as problem:
        raise NoValueError(f"the recorded bbox of {entry.name} can not be read: {problem}") from None


def object_corners(entry: EpisodeObject) -> list[Polygon]:
    """The outline of an object of the episode with an authored box, metres, map frame; none where it stops no robot."""
    box = authored_box(entry.extra)
    if box is None or entry.pose.z + box.z[0] * entry.scale[2] >= REACH:
        return []
    x_range = (box.x[0] * entry.scale[0], box.x[1] * entry.scale[0])
    y_range = (box.y[0] * entry.scale[1], box.y[1] * entry.scale[1])
    return [rectangle_corners(entry.pose, x_range, y_range)]
