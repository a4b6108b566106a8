"""A scenario in words: who and what is where, what shall happen, and under which conditions."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from attrs import evolve, frozen

from arena_cli.region_text import region_text
from arena_simulation_setup.conditions.clause import CONTINUE, Clause
from arena_simulation_setup.conditions.parse import atom_text
from arena_simulation_setup.conditions.reasons import clause_text, phase_text
from arena_simulation_setup.explain import Branch
from arena_simulation_setup.geometry import Pose, Position, covers
from arena_simulation_setup.scenario.phase import Phase
from arena_simulation_setup.scenario.render import place_nouns, render_atom, render_clause, render_phase
from arena_simulation_setup.scenario.robot_task import RobotTask
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.scenario.timeline import FieldEdge, TimelineEntry
from arena_simulation_setup.world.compaction import CompactedWorld, compacted
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.entity import DynamicObstacle, Obstacle

POLICIES = {"stop_task": "a violation stops the robot's task", "abort_episode": "a violation ends the episode"}


def scenario_tree(scenario: Scenario, world: WorldDescription) -> Branch:
    """A scenario as a tree of sentences; metres and seconds, coordinates as the scenario has them."""
    return _Teller(compacted(world)).scenario(scenario)


@frozen(slots=False)
class _Teller:
    """Tells what a scenario says about a world in the map frame."""

    world: CompactedWorld

    @property
    def nouns(self) -> Mapping[str, str]:
        return place_nouns(self.world.zones())

    def scenario(self, scenario: Scenario) -> Branch:
        robots = [self._robot(index, task) for index, task in enumerate(scenario.robots)]
        people = [self._person(person) for person in scenario.dynamic]
        things = [self._object(entity) for entity in scenario.static]
        sounds = [Branch(f"sound {sound.name}") for sound in scenario.sounds]
        regions = [Branch(region_text(region, self.nouns)) for region in scenario.regions]
        told = [*robots, *people, *things, *sounds, *regions]
        if scenario.timeline:
            told.append(Branch("timeline", tuple(self._entry(entry) for entry in scenario.timeline)))
        if scenario.conditions:
            told.append(Branch("conditions, for each robot", tuple(self._clauses(scenario.conditions, "e"))))
        return Branch(f"{self.world.name}, scenario {scenario.name}", tuple(told))

    def _robot(self, index: int, task: RobotTask) -> Branch:
        phases = [self._phase(number, phase) for number, phase in enumerate(task.phases)]
        below = chain(phases, self._clauses(task.conditions, "r0:"))
        idle = "" if task.phases else " and stays parked"
        return Branch(f"robot {index} starts {self._place(task.start, task.start_floor)}{idle}", tuple(below))

    def _phase(self, number: int, phase: Phase) -> Branch:
        until = "" if phase.until is None else f" until {atom_text(phase.until)}"
        formal = f" [{phase_text(phase)}{until}]" if phase.text else ""
        told = render_phase(evolve(phase, conditions=()), self.nouns)
        below = tuple(self._clauses(phase.conditions, f"{number}:"))
        return Branch(f"{number}: {told}{formal}{_failure(phase.on_failure)}", below)

    def _person(self, person: DynamicObstacle) -> Branch:
        level = person.level_id
        stops = [f"to {self._point(point.position, point.level_id or level)}" for point in person.waypoints]
        walks = f"walks {', then '.join(stops)}" if stops else "stays there"
        told = f"person {person.name} ({person.model.text}) starts {self._place(person.pose, level)}"
        return Branch(f"{told} and {walks}")

    def _object(self, entity: Obstacle) -> Branch:
        return Branch(f"object {entity.name} ({entity.model.text}) {self._place(entity.pose, entity.level_id)}")

    def _place(self, place: Pose | Position | str, level: str) -> str:
        point = self._point(place, level)
        return point if isinstance(place, str) else f"at {point}"

    def _point(self, place: Pose | Position | str, level: str) -> str:
        floor = f" on level {level}" if level else ""
        if isinstance(place, str):
            return f"somewhere in {self.nouns.get(place, place)}{floor}"
        dx, dy = self.world.origins.get(level, (0.0, 0.0))
        zones = (zone for _, zone in self.world.zones() if len(zone.corners) > 2)
        name = next((zone.name for zone in zones if covers(zone.polygon, place.x + dx, place.y + dy)), "")
        return f"({place.x:.2f}, {place.y:.2f}){floor}" + (f" in {self.nouns.get(name, name)}" if name else "")

    def _clauses(self, clauses: Sequence[Clause], prefix: str) -> Iterator[Branch]:
        for index, clause in enumerate(clauses):
            formal = f" [{clause_text(clause)}]" if clause.text else ""
            yield Branch(f"{prefix}{index}: {render_clause(clause, self.nouns)}{formal}{_failure(clause.on_failure)}")

    def _entry(self, entry: TimelineEntry) -> Branch:
        writes = ", ".join(f"{write.entity}.{write.field} becomes {write.value}" for write in entry.actions)
        return Branch(f"{self._trigger(entry)}: {writes}")

    def _trigger(self, entry: TimelineEntry) -> str:
        if entry.at is not None:
            return f"at {entry.at:g} s"
        if entry.every is not None:
            first = f" from {entry.offset:g} s" if entry.offset else ""
            last = "" if entry.until is None else f" until {entry.until:g} s"
            return f"every {entry.every:g} s{first}{last}"
        if isinstance(entry.when, FieldEdge):
            return f"whenever {entry.when.entity}.{entry.when.field} becomes {entry.when.value}"
        return "" if entry.when is None else f"whenever it comes true that {render_atom(entry.when, self.nouns)}"


def _failure(policy: str) -> str:
    return "" if policy == CONTINUE else f" ({POLICIES[policy]})"
