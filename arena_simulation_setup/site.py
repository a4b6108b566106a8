"""A loaded world with everything that follows from it: what generation and simulation share."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib.metadata import version
from typing import Any, TypeVar

from attrs import field, frozen

from arena_simulation_setup.episode import EpisodeObject, WorldReference
from arena_simulation_setup.files.canonical import world_hash, world_json
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.geometry import Corner, band_corners
from arena_simulation_setup.map.occupancy import OccupancyImage, rasterize
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.route import RouteCache, RoutePlanner
from arena_simulation_setup.route.space import free_space
from arena_simulation_setup.tree.closure import require_assets
from arena_simulation_setup.tree.network import DEFAULT_NETWORK, Network
from arena_simulation_setup.tree.views import MultiLevelWorldView
from arena_simulation_setup.tree.world_identifier import WorldIdentifier
from arena_simulation_setup.world.compaction import CompactedWorld, compacted
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.footprints import Footprint, object_footprint, world_footprints
from arena_simulation_setup.world.realization import RealizedLevel, realize

VERSIONED = ("arena_simulation_setup", "mujoco", "numpy", "scipy", "shapely")
ROBOT_REACH = 1.5
OVERHEAD = 2.0


Derived = TypeVar("Derived")


@frozen(eq=False, slots=False)
class Site:
    """A world that episodes can happen in.

    Attributes:
        argument: The world argument as given, level selection included.
        view: Where the world is.
        description: Its loaded levels, each in its own frame.
        catalogue: The assets that it sees.
        warnings: Doubts about its files.
    """

    argument: str
    view: MultiLevelWorldView
    description: WorldDescription
    catalogue: AssetCatalogue
    warnings: tuple[Problem, ...] = ()
    _cache: RouteCache = field(factory=RouteCache)
    _derived: dict[str, Any] = field(factory=dict)

    @cached_property
    def world(self) -> CompactedWorld:
        """The loaded levels in the map frame."""
        return compacted(self.description)

    @cached_property
    def content_hash(self) -> str:
        """Names the content of the loaded levels."""
        return world_hash(self.description)

    @cached_property
    def world_json(self) -> str:
        """The loaded levels as canonical text, for recordings."""
        return world_json(self.description)

    @cached_property
    def realized(self) -> Mapping[str, RealizedLevel]:
        """Walls, floors and ceilings of each level, map frame."""
        return {name: realize(name, level, self.catalogue) for name, level in self.world.levels.items()}

    @cached_property
    def footprints(self) -> tuple[Footprint, ...]:
        """Outlines of the world's own static entities and of the models on its walls, map frame."""
        return world_footprints(self.world, self.realized, self.catalogue)

    @cached_property
    def planner(self) -> RoutePlanner:
        """Routes through the world as built, without the objects of an episode."""
        walls = [
            band_corners(slab.start, slab.end, slab.thickness / 2)
            for level in self.realized.values()
            for slab in level.walls
            if slab.solid and slab.bottom < ROBOT_REACH
        ]
        furniture = [footprint.corners for footprint in self.footprints if footprint.bottom < ROBOT_REACH]
        areas: dict[str, tuple[Corner, ...]] = {}
        for area in self.world.areas():
            areas.setdefault(area.name, area.corners)
            areas[f"{area.name}/{area.level}"] = area.corners
        return RoutePlanner(free_space(self.world, walls, furniture), areas, self._cache)

    @cached_property
    def plan(self) -> OccupancyImage:
        """The map of all loaded levels with the world's furniture, map frame."""
        outlines = [outline.corners for outline in self.footprints if outline.bottom < OVERHEAD]
        return rasterize(self.world.levels.values(), footprints=outlines)

    @cached_property
    def versions(self) -> tuple[tuple[str, str], ...]:
        """Versions of what decides how an episode goes."""
        return tuple((name, version(name)) for name in VERSIONED)

    def derived(self, name: str, make: Callable[[], Derived]) -> Derived:
        """What a package computes from the world once and keeps for all episodes in it.

        Args:
            name: Under which it is kept.
            make: Computes it at the first request; depends on the site alone.
        """
        if name not in self._derived:
            self._derived[name] = make()
        value: Derived = self._derived[name]
        return value

    @property
    def reference(self) -> WorldReference:
        """What an episode says about its world."""
        return WorldReference(self.argument, self.content_hash)

    def planner_with(self, objects: Sequence[EpisodeObject]) -> RoutePlanner:
        """Routes around further objects."""
        return self.planner.with_solids(self.solid_outlines(objects))

    def solid_outlines(self, objects: Sequence[EpisodeObject]) -> tuple[tuple[Corner, ...], ...]:
        """Corners of those objects of an episode that bodies meet, metres, map frame."""
        outlines = self.object_outlines(objects)
        return tuple(tuple(outline.corners) for outline in outlines if outline.bottom < ROBOT_REACH)

    def object_outlines(self, objects: Sequence[EpisodeObject]) -> tuple[Footprint, ...]:
        """Outlines of the objects of an episode, map frame."""
        return tuple(object_footprint(entry, self.catalogue) for entry in objects)

    def require(self, reference: WorldReference) -> None:
        """Make sure that an episode belongs here.

        Raises:
            ValueError: If its world has another content.
        """
        if reference.content_hash != self.content_hash:
            raise ValueError(
                f"the episode was made for world {reference.argument} with content {reference.content_hash}, "
                f"but {self.argument} has content {self.content_hash}"
            )


def open_site(
    argument: str, environment: Mapping[str, str], network: Network = DEFAULT_NETWORK, strict: bool = False
) -> Site:
    """Find and load a world; it is fetched where only a bucket has it.

    Args:
        argument: ``name``, ``name[0,3]`` or a path.
        environment: Variables that name further places (``ARENA_WORLD_PATH``, ``ARENA_ASSETS_DIR``, ``WORLD_BUCKETS``).
        network: How buckets are reached.
        strict: Whether a missing asset is an error, of the world now and of an episode later.

    Raises:
        ValueError: If the argument has a wrong form.
        NotFoundError: If no place has the world; every place is listed and the nearest name is offered.
        MissingAssetError: If nothing may stand for an asset of the world that no place has.
        FileNotFoundError: If the path is no world.
        FileProblems: If its files have errors.
    """
    view = WorldIdentifier.parse(argument).resolve_sync(environment, network)
    site = Site(argument, view, view.load(), view.catalogue(environment, network, strict), view.warnings)
    if strict:
        require_assets(site.description.levels.values(), site.catalogue)
    return site
