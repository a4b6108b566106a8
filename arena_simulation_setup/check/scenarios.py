"""Scenario files of a world: what they name, and where they put robots, people and things."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import frozen

from arena_simulation_setup.check.checked_file import CheckedFile
from arena_simulation_setup.check.level_plan import LINE_TOLERANCE, LevelPlan
from arena_simulation_setup.check.people import BODY_RADIUS
from arena_simulation_setup.check.regions import RegionCheck
from arena_simulation_setup.check.scenario_names import (
    WorldNames,
    atom_problems,
    goal_names,
    named_goals,
    scenario_fields,
)
from arena_simulation_setup.check.scenario_truth import FactFields, fact_fields, truth_problems
from arena_simulation_setup.check.scenario_ways import RobotWays, robot_ways, way_problems
from arena_simulation_setup.check.timelines import timeline_problems
from arena_simulation_setup.conditions.names import JUDGED_ROBOT
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.world.description import WorldDescription

ROBOT, PERSON = "robot", "person"


@frozen(eq=False, slots=False)
class ScenarioCheck:
    """The world that scenarios are held against.

    Attributes:
        world: Its description.
        names: Its names.
        plans: Its levels with their routes.
        catalogue: The assets that it sees.
        radius: Of the robot, metres.
    """

    world: WorldDescription
    names: WorldNames
    plans: Mapping[LevelPlan, RoutePlanner]
    catalogue: AssetCatalogue
    radius: float

    @cached_property
    def ways(self) -> RobotWays:
        """Where the robot gets to."""
        return robot_ways(self.world, self.plans, self.radius)

    @cached_property
    def fields(self) -> FactFields:
        """What the fields of the world's entities may say."""
        return fact_fields(self.world)

    def problems(self, file: CheckedFile, scenario: Scenario) -> Iterator[Problem]:
        """What is wrong with a scenario in this world."""
        yield from self._levels(file, scenario)
        yield from self._names(file, scenario)
        yield from self._poses(file, scenario)
        fields = scenario_fields(scenario, self.names, self.catalogue)
        yield from atom_problems(file, scenario, self.names, fields)
        comers = (name for region in scenario.regions for name in region.people)
        subjects = (JUDGED_ROBOT, *(person.name for person in scenario.dynamic), *self.names.people, *comers)
        yield from way_problems(file, scenario, self.ways)
        models, count = self.names.robot_models, max(len(scenario.robots), 1)
        robots = tuple(f"{model}_{index}" for model in models for index in range(count))
        yield from truth_problems(file, scenario, self.ways, robots, self.fields)
        yield from timeline_problems(file, scenario, fields, subjects, self.names.areas)
        if scenario.regions:
            yield from RegionCheck(self.world, self.ways.areas, self.plans).problems(file, scenario)

    def _levels(self, file: CheckedFile, scenario: Scenario) -> Iterator[Problem]:
        known = self.world.all_level_ids
        for path, level in _named_levels(scenario):
            if level and level not in known:
                message = f"{self.world.name} has no level {level!r}"
                hints = {"found": level, "expected": f"one of {', '.join(known)}", "suggestion": nearest(level, known)}
                yield file.problem("scenario.level", path, message, **hints)

    def _names(self, file: CheckedFile, scenario: Scenario) -> Iterator[Problem]:
        goals = goal_names(scenario, self.names)
        for path, name in named_goals(scenario):
            known = self.names.areas if path.endswith(".start") else goals
            if name not in known:
                message = f"there is no zone, door, elevator or person {name!r}"
                yield file.problem("place.unknown", path, message, found=name, suggestion=nearest(name, known))
        for path, name in _named_places(scenario):
            if name not in self.names.areas:
                message = f"there is no zone, door or elevator {name!r}"
                near = nearest(name, self.names.areas)
                yield file.problem("place.unknown", path, message, found=name, suggestion=near)
        seen: set[str] = set()
        for path, name in _cast(scenario):
            if name in seen:
                message = f"two things of the scenario are called {name!r}"
                yield file.problem("scenario.duplicate", path, message, found=name, expected="a name for each")
            seen.add(name)

    def _poses(self, file: CheckedFile, scenario: Scenario) -> Iterator[Problem]:
        looked_at = {plan.level_id for plan in self.plans}
        everywhere = looked_at == set(self.world.all_level_ids)
        for path, place, level, body in _poses(scenario):
            if level not in looked_at and (level or not everywhere):
                continue
            where = f"({place.x:.2f}, {place.y:.2f})"
            found = self._located(place, level)
            if found is None:
                message = f"{where} is outside every zone"
                yield file.problem("scenario.outside", path, message, expected="a point in a zone")
            elif body:
                yield from self._room(file, path, body, where, found)

    def _room(
        self, file: CheckedFile, path: str, body: str, where: str, found: tuple[LevelPlan, Position]
    ) -> Iterator[Problem]:
        radius = self.radius if body == ROBOT else BODY_RADIUS
        planner, point = self.plans[found[0]], found[1]
        if not planner.is_free(*point.xy, radius):
            room = max(planner.clearance_at(*point.xy), 0.0)
            message = f"a {body} of radius {radius:g} m does not fit at {where}: there is {room:.2f} m of room"
            yield file.problem("scenario.blocked", path, message, expected="more room to walls and furniture")

    def _located(self, place: Pose | Position, level: str) -> tuple[LevelPlan, Position] | None:
        """The level with a zone at a place and the place in its frame; without a level places are in the map frame."""
        for plan in self.plans:
            if level in ("", plan.level_id):
                dx, dy = (0.0, 0.0) if level else self.world.origins[plan.level_id]
                point = Position(place.x - dx, place.y - dy)
                if plan.rooms_at(*point.xy, LINE_TOLERANCE):
                    return plan, point
        return None


def _named_levels(scenario: Scenario) -> Iterator[tuple[str, str]]:
    for r, robot in enumerate(scenario.robots):
        yield f"robots[{r}].start_floor", robot.start_floor
        yield f"robots[{r}].goal_floor", robot.goal_floor
    for index, entity in enumerate(scenario.static):
        yield f"static[{index}].level_id", entity.level_id
    for index, person in enumerate(scenario.dynamic):
        yield f"dynamic[{index}].level_id", person.level_id
        for number, point in enumerate(person.waypoints):
            yield f"dynamic[{index}].waypoints[{number}].level_id", point.level_id
    for index, sound in enumerate(scenario.sounds):
        yield f"sounds[{index}].level", sound.level
    for region in scenario.regions:
        yield f"regions.{region.name}.level_id", region.level_id


def _named_places(scenario: Scenario) -> Iterator[tuple[str, str]]:
    for index, entity in enumerate(scenario.static):
        if isinstance(entity.pose, str):
            yield f"static[{index}].pose", entity.pose
    for index, person in enumerate(scenario.dynamic):
        if isinstance(person.pose, str):
            yield f"dynamic[{index}].pose", person.pose
        for number, point in enumerate(person.waypoints):
            if isinstance(point.position, str):
                yield f"dynamic[{index}].waypoints[{number}]", point.position
    for region in scenario.regions:
        if region.ref:
            yield f"regions.{region.name}.ref", region.ref


def _cast(scenario: Scenario) -> Iterator[tuple[str, str]]:
    for index, entity in enumerate(scenario.static):
        yield f"static[{index}].name", entity.name
    for index, person in enumerate(scenario.dynamic):
        yield f"dynamic[{index}].name", person.name
    for region in scenario.regions:
        for name in region.people:
            yield f"regions.{region.name}", name


def _poses(scenario: Scenario) -> Iterator[tuple[str, Pose | Position, str, str]]:
    """Path, place, level, and who must fit there; nobody for things, which may stand on others."""
    for index, entity in enumerate(scenario.static):
        if not isinstance(entity.pose, str):
            yield f"static[{index}].pose", entity.pose, entity.level_id, ""
    for index, person in enumerate(scenario.dynamic):
        if not isinstance(person.pose, str):
            yield f"dynamic[{index}].pose", person.pose, person.level_id, PERSON
        for number, point in enumerate(person.waypoints):
            if not isinstance(point.position, str):
                level = point.level_id or person.level_id
                yield f"dynamic[{index}].waypoints[{number}]", point.position, level, PERSON
    for r, robot in enumerate(scenario.robots):
        if not isinstance(robot.start, str):
            yield f"robots[{r}].start", robot.start, robot.start_floor, ROBOT
        for p, phase in enumerate(robot.phases):
            if isinstance(phase, GotoPhase) and phase.pose is not None:
                yield f"robots[{r}].phases[{p}]", phase.pose, robot.goal_floor, ROBOT
