"""Everything that is wrong with a world: files, geometry, references, assets, reachability, scenarios."""

from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

from arena_simulation_setup.check.assets import AssetCheck, entity_assets, level_assets, sound_assets
from arena_simulation_setup.check.attachments import attachment_problems
from arena_simulation_setup.check.checked_file import CheckedFile
from arena_simulation_setup.check.doors import door_problems
from arena_simulation_setup.check.elevators import elevator_problems
from arena_simulation_setup.check.entities import entity_problems
from arena_simulation_setup.check.level_plan import LevelPlan
from arena_simulation_setup.check.lights import light_problems
from arena_simulation_setup.check.names import name_problems
from arena_simulation_setup.check.people import person_problems
from arena_simulation_setup.check.reachability import DEFAULT_RADIUS, level_planner, reach_problems
from arena_simulation_setup.check.regimes import FileUses, regime_problems
from arena_simulation_setup.check.scenario_names import names_of
from arena_simulation_setup.check.scenarios import ScenarioCheck
from arena_simulation_setup.check.zones import zone_problems
from arena_simulation_setup.files.load_scenario import ScenarioReading, read_scenario_file
from arena_simulation_setup.files.load_world import WorldReading, read_world
from arena_simulation_setup.files.problem import ERROR, FileProblems, Problem
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.semantics.regimes import level_uses, sound_uses
from arena_simulation_setup.tree.views import SCENARIOS, MultiLevelWorldView
from arena_simulation_setup.world.description import WorldDescription

LEVEL_CHECKS: tuple[Callable[[LevelPlan], Iterator[Problem]], ...] = (
    zone_problems,
    door_problems,
    entity_problems,
    light_problems,
)


@frozen(eq=False)
class _Linter:
    """A world whose files have no errors."""

    world: WorldDescription
    plans: tuple[LevelPlan, ...]
    scenarios: Mapping[str, ScenarioReading]
    catalogue: AssetCatalogue
    radius: float

    def problems(self) -> Iterator[Problem]:
        assets = AssetCheck(self.catalogue)
        found = [problem for plan in self.plans for problem in assets.problems(plan.file, level_assets(plan.level))]
        for reading in self._readable():
            scenario = reading.scenario
            uses = (*entity_assets(scenario.static, scenario.dynamic, ""), *sound_assets(scenario.sounds, "sounds"))
            found += assets.problems(_file(reading), uses)
        yield from found
        yield from self._regimes()
        yield from name_problems(self.plans)
        if any(problem.code == "asset.broken" for problem in found):
            yield CheckedFile(self.world.name).problem("check.incomplete", "", _INCOMPLETE)
            return
        try:
            yield from self._geometry()
        except FileProblems as error:
            yield from error.problems
            yield CheckedFile(self.world.name).problem("check.incomplete", "", _INCOMPLETE)

    def _geometry(self) -> Iterator[Problem]:
        doors = [f"{name}/{plan.level_id}" for plan in self.plans for name in plan.door_names]
        for plan in self.plans:
            for check in LEVEL_CHECKS:
                yield from check(plan)
            yield from attachment_problems(plan, (*plan.door_names, *doors))
        yield from elevator_problems(self.plans)
        planners: dict[LevelPlan, RoutePlanner] = {}
        for plan in self.plans:
            try:
                planners[plan] = level_planner(plan)
                _ = planners[plan].clearance
            except ValueError as error:
                del planners[plan]
                yield plan.file.problem("level.too_large", "zones", str(error))
        names = names_of(self.world, self.catalogue)
        for plan, planner in planners.items():
            yield from person_problems(plan, planner, names.areas)
        yield from reach_problems(planners, self.radius)
        check_scenario = ScenarioCheck(self.world, names, planners, self.catalogue, self.radius)
        for reading in self._readable():
            yield from check_scenario.problems(_file(reading), reading.scenario)

    def _regimes(self) -> Iterator[Problem]:
        files = [FileUses(plan.file, tuple(level_uses(plan.level))) for plan in self.plans]
        for reading in self._readable():
            files += [FileUses(_file(reading), tuple(sound_uses(reading.scenario.sounds, "sounds")))]
        yield from regime_problems(files)

    def _readable(self) -> list[ScenarioReading]:
        return [reading for reading in self.scenarios.values() if not reading.has_errors]


_INCOMPLETE = "geometry, reachability and scenarios are looked at once the errors above are gone"


def lint(view: MultiLevelWorldView, catalogue: AssetCatalogue, radius: float = DEFAULT_RADIUS) -> tuple[Problem, ...]:
    """All problems of a world and its scenarios, file by file, each file in its own order.

    Args:
        view: Where the world is.
        catalogue: The assets that it sees.
        radius: Of the robot whose ways are looked at, metres.

    Raises:
        FileNotFoundError: If the view's directory holds no world.
    """
    reading = read_world(view.directory, view.selection)
    names = view.scenario_names()
    scenarios = {name: read_scenario_file(view.directory / SCENARIOS / name) for name in names}
    problems = [*reading.problems, *(problem for found in scenarios.values() for problem in found.problems)]
    if reading.has_errors:
        problems.append(CheckedFile(str(view.directory)).problem("check.incomplete", "", _INCOMPLETE))
        return tuple(problems)
    if not names:
        problems.append(CheckedFile(str(view.directory)).problem("scenario.none", "", "the world has no scenarios"))
    plans = _plans(reading, catalogue)
    problems += _Linter(reading.description, plans, scenarios, catalogue, radius).problems()
    return _ordered(problems)


def has_errors(problems: tuple[Problem, ...]) -> bool:
    """Whether one of the problems is an error."""
    return any(problem.severity == ERROR for problem in problems)


def _plans(reading: WorldReading, catalogue: AssetCatalogue) -> tuple[LevelPlan, ...]:
    plans = []
    for level_id, level in reading.description.levels.items():
        source = reading.sources[level_id]
        root, prefix = (None, "") if source.cursor is None else (source.cursor.node, source.cursor.path)
        plans.append(LevelPlan(level_id, level, CheckedFile(source.report.file, root, prefix), catalogue))
    return tuple(plans)


def _file(reading: ScenarioReading) -> CheckedFile:
    return CheckedFile(reading.file, reading.root)


def _ordered(problems: list[Problem]) -> tuple[Problem, ...]:
    files = {file: index for index, file in enumerate(dict.fromkeys(problem.file for problem in problems))}
    return tuple(sorted(problems, key=lambda problem: (files[problem.file], problem.line, problem.column)))
