"""Loading scenarios from their directory."""

from pathlib import Path

from attrs import evolve

from arena_simulation_setup.files.cursor import Cursor, attempt
from arena_simulation_setup.files.problem import Loaded
from arena_simulation_setup.files.read_scenario import read_scenario
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.yaml_nodes import read_document
from arena_simulation_setup.scenario.scenario import Scenario

SCENARIO_FILES = ("scenario.yaml", "scenario.json")


def load_scenario(directory: Path) -> Loaded[Scenario]:
    """The scenario in a directory: its ``scenario.yaml``, else its ``scenario.json``.

    Raises:
        FileNotFoundError: If there is neither; the yaml path is named.
        FileProblems: If the file has errors; all of them are listed.
    """
    paths = [directory / name for name in SCENARIO_FILES]
    path = next((path for path in paths if path.is_file()), paths[0])
    report = Report(str(path))
    node = read_document(path, report)
    scenario = Scenario("")
    if node is not None:
        scenario = attempt(read_scenario, Cursor(node, "", report), scenario)
    report.raise_errors()
    return Loaded(evolve(scenario, name=directory.resolve().name, directory=str(directory)), report.warnings)
