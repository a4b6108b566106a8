"""Loading scenarios from their directory."""

from pathlib import Path

from attrs import evolve, frozen

from arena_simulation_setup.files.cursor import Cursor, attempt
from arena_simulation_setup.files.nodes import Node
from arena_simulation_setup.files.problem import ERROR, FileProblems, Loaded, Problem
from arena_simulation_setup.files.read_scenario import read_scenario
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.yaml_nodes import read_document
from arena_simulation_setup.scenario.scenario import Scenario

SCENARIO_FILES = ("scenario.yaml", "scenario.json")


@frozen
class ScenarioReading:
    """What a scenario's file says, right or wrong.

    Attributes:
        scenario: The scenario as far as it could be read.
        file: The file.
        root: Its document; None where it is no YAML.
        problems: Everything that was noted, in the order of the file.
    """

    scenario: Scenario
    file: str
    root: Node | None
    problems: tuple[Problem, ...]

    @property
    def has_errors(self) -> bool:
        """Whether the scenario cannot be used."""
        return any(problem.severity == ERROR for problem in self.problems)


def load_scenario(directory: Path) -> Loaded[Scenario]:
    """The scenario in a directory: its ``scenario.yaml``, else its ``scenario.json``.

    Raises:
        FileNotFoundError: If there is neither; the yaml path is named.
        FileProblems: If the file has errors; all of them are listed.
    """
    reading = read_scenario_file(directory)
    if reading.has_errors:
        raise FileProblems(reading.problems)
    return Loaded(reading.scenario, reading.problems)


def read_scenario_file(directory: Path) -> ScenarioReading:
    """The same as ``load_scenario`` for those who look for problems: errors are listed instead of raised.

    Raises:
        FileNotFoundError: If there is neither file; the yaml path is named.
    """
    paths = [directory / name for name in SCENARIO_FILES]
    path = next((path for path in paths if path.is_file()), paths[0])
    report = Report(str(path))
    node = read_document(path, report)
    scenario = Scenario("")
    if node is not None:
        scenario = attempt(read_scenario, Cursor(node, "", report), scenario)
    scenario = evolve(scenario, name=directory.resolve().name, directory=str(directory))
    return ScenarioReading(scenario, str(path), node, report.ordered)
