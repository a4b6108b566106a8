"""Loading scenarios from their directory."""

from pathlib import Path

from arena_simulation_setup.files.problem import Loaded
from arena_simulation_setup.scenario.scenario import Scenario


def load_scenario(directory: Path) -> Loaded[Scenario]:
    """The scenario in a directory: its ``scenario.yaml``, else its ``scenario.json``.

    Raises:
        FileNotFoundError: If there is neither; the yaml path is named.
        FileProblems: If the file has errors; all of them are listed.
    """
    raise NotImplementedError
