"""Resolved worlds and scenarios: what is there, and loading it."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from attrs import frozen

from arena_simulation_setup.files.load_scenario import SCENARIO_FILES, load_scenario
from arena_simulation_setup.files.load_world import load_world
from arena_simulation_setup.files.natural_order import natural_key
from arena_simulation_setup.files.problem import Loaded, Problem
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.tree.buckets import ASSET_BUCKETS
from arena_simulation_setup.tree.network import DEFAULT_NETWORK, Network
from arena_simulation_setup.tree.not_found import NotFoundError
from arena_simulation_setup.tree.search_paths import asset_roots, net_resolvers
from arena_simulation_setup.world.description import WorldDescription

SCENARIOS = "scenarios"


@frozen(slots=False)
class ScenarioView:
    """A scenario on disk; it is read once.

    Attributes:
        directory: Its directory; the name of it is the scenario's name.
    """

    directory: Path

    @cached_property
    def _loaded(self) -> Loaded[Scenario]:
        return load_scenario(self.directory)

    def load(self) -> Scenario:
        """The scenario.

        Raises:
            FileProblems: If its file has errors.
        """
        return self._loaded.value

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Doubts about its file."""
        return self._loaded.warnings


@frozen
class ScenarioIdentifier:
    """Name of a scenario of one world."""

    world: "MultiLevelWorldView"
    name: str

    def resolve_sync(self) -> ScenarioView:
        """Where it is.

        Raises:
            NotFoundError: If the world has no such scenario.
        """
        names = self.world.scenario_names()
        folder = self.world.directory / SCENARIOS
        if self.name not in names:
            raise NotFoundError("scenario", self.name, [str(folder)], names)
        return ScenarioView(folder / self.name)

    async def resolve(self) -> ScenarioView:
        """The same as ``resolve_sync``, for callers with an event loop."""
        return self.resolve_sync()


@frozen(slots=False)
class MultiLevelWorldView:
    """A world on disk; it is read once.

    Attributes:
        directory: Its directory; the name of it is the world's name.
        selection: Ids of the levels to load; empty means all of them.
    """

    directory: Path
    selection: tuple[str, ...] = ()

    @cached_property
    def _loaded(self) -> Loaded[WorldDescription]:
        return load_world(self.directory, self.selection)

    def load(self) -> WorldDescription:
        """The world's selected levels.

        Raises:
            FileProblems: If its files have errors.
        """
        return self._loaded.value

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Doubts about its files."""
        return self._loaded.warnings

    def scenario(self, name: str) -> ScenarioIdentifier:
        """A scenario of this world by name; an extension such as ``.json`` is dropped."""
        known = self.scenario_names()
        stem = name.removesuffix(".json").removesuffix(".yaml")
        return ScenarioIdentifier(self, name if name in known else stem)

    def scenario_names(self) -> tuple[str, ...]:
        """Names of its scenarios in natural order: the folders that hold a scenario file."""
        found = {path.parent.name for file in SCENARIO_FILES for path in (self.directory / SCENARIOS).glob(f"*/{file}")}
        return tuple(sorted(found, key=natural_key))

    def catalogue(
        self, environment: Mapping[str, str] = {}, network: Network = DEFAULT_NETWORK, strict: bool = False
    ) -> AssetCatalogue:
        """The assets that this world sees: its own first, then local ones, the shipped ones, and those of buckets.

        Args:
            environment: Variables that name further places (``ARENA_ASSETS_DIR``, ``ASSET_BUCKETS``).
            network: How buckets are reached.
            strict: Whether a missing asset is an error.
        """
        roots = asset_roots(self.directory, environment)
        return AssetCatalogue(roots, net_resolvers(ASSET_BUCKETS, environment, network), strict)
