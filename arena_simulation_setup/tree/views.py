"""Resolved worlds and scenarios: what is there, and loading it."""

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.world.description import WorldDescription


@frozen
class ScenarioView:
    """A scenario on disk.

    Attributes:
        directory: Its directory; the name of it is the scenario's name.
    """

    directory: Path

    def load(self) -> Scenario:
        """The scenario.

        Raises:
            FileProblems: If its file has errors.
        """
        raise NotImplementedError

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Doubts about its file."""
        raise NotImplementedError


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
        raise NotImplementedError


@frozen
class MultiLevelWorldView:
    """A world on disk.

    Attributes:
        directory: Its directory; the name of it is the world's name.
        selection: Ids of the levels to load; empty means all of them.
    """

    directory: Path
    selection: tuple[str, ...] = ()

    def load(self) -> WorldDescription:
        """The world's selected levels.

        Raises:
            FileProblems: If its files have errors.
        """
        raise NotImplementedError

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Doubts about its files."""
        raise NotImplementedError

    def scenario(self, name: str) -> ScenarioIdentifier:
        """A scenario of this world by name; an extension such as ``.json`` is dropped."""
        raise NotImplementedError

    def scenario_names(self) -> tuple[str, ...]:
        """Names of its scenarios in natural order."""
        raise NotImplementedError

    def catalogue(self, environment: Mapping[str, str] = {}) -> AssetCatalogue:
        """The assets that this world sees: its own first, then local ones, then the shipped ones."""
        raise NotImplementedError
