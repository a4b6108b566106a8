"""Writing levels and scenarios back."""

from pathlib import Path

from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.world.level import LevelDescription


def level_text(level: LevelDescription) -> str:
    """The ``world.yaml`` of a level."""
    raise NotImplementedError


def save_level(level: LevelDescription, path: Path) -> None:
    """Write the ``world.yaml`` of a level; a reader sees the old file or the new one, never a part."""
    raise NotImplementedError


def scenario_text(scenario: Scenario) -> str:
    """The ``scenario.yaml`` of a scenario."""
    raise NotImplementedError
