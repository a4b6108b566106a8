"""Writing levels and scenarios back."""

import os
import tempfile
from pathlib import Path

from arena_simulation_setup.files.plain_form import plain_form, without_defaults
from arena_simulation_setup.files.yaml_text import yaml_text
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.world.level import LevelDescription


def level_text(level: LevelDescription) -> str:
    """The ``world.yaml`` of a level."""
    return yaml_text(plain_form(level))


def scenario_text(scenario: Scenario) -> str:
    """The ``scenario.yaml`` of a scenario."""
    written = without_defaults(scenario)
    written.pop("name", None)
    written.pop("directory", None)
    if scenario.regions:
        written["regions"] = {region.name: _region(region) for region in scenario.regions}
    return yaml_text(written)


def save_level(level: LevelDescription, path: Path) -> None:
    """Write the ``world.yaml`` of a level; a reader sees the old file or the new one, never a part."""
    write_atomically(path, level_text(level).encode())


def save_scenario(scenario: Scenario, path: Path) -> None:
    """Write the ``scenario.yaml`` of a scenario; a reader sees the old file or the new one, never a part."""
    write_atomically(path, scenario_text(scenario).encode())


def write_atomically(path: Path, content: bytes) -> None:
    """Put content into a file by way of a temporary one beside it; missing folders are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _region(region: object) -> dict[str, object]:
    written = without_defaults(region)
    del written["name"]
    return written
