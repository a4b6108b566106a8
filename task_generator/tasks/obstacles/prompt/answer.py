"""Reading what a language model answered."""

import re
from collections.abc import Iterator

from attrs import frozen

from arena_simulation_setup.files.cursor import Cursor, attempt
from arena_simulation_setup.files.read_scenario import read_scenario
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.yaml_nodes import parse_document
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.world.entity import DynamicObstacle, Obstacle
from task_generator.errors import GenerationError
from task_generator.mode_context import ModeContext

FENCED = re.compile(r"```[a-z]*\n(.*?)```", re.DOTALL)
FILE = "answer"


@frozen
class Answer:
    """What an answer says.

    Attributes:
        scenario: As far as it could be read.
        errors: Why it can not be used, one sentence each; empty where it can.
    """

    scenario: Scenario
    errors: tuple[str, ...]


def read_answer(text: str, context: ModeContext) -> Answer:
    """Read an answer with the loader of scenarios, and look for names that nothing has.

    Args:
        text: The answer; a fence of Markdown around it is taken off.
        context: Surroundings of the mode.
    """
    fenced = FENCED.search(text)
    report = Report(FILE)
    node = parse_document((fenced[1] if fenced else text).encode(), report)
    scenario = Scenario("")
    if node is not None:
        scenario = attempt(read_scenario, Cursor(node, "", report), scenario)
    if report.has_errors:
        return Answer(scenario, tuple(problem.text for problem in report.ordered))
    return Answer(scenario, tuple(_unknown(scenario, context)))


def _unknown(scenario: Scenario, context: ModeContext) -> Iterator[str]:
    taken = {member.name for member in context.fleet}
    entities: tuple[Obstacle | DynamicObstacle, ...] = (*scenario.static, *scenario.dynamic)
    for entity in entities:
        if entity.name in taken:
            yield f"the name {entity.name!r} is used twice"
        taken.add(entity.name)
        if context.site.catalogue.folder(entity.model) is None:
            yield f"{entity.name} has the model {entity.model.text!r}, which is not in the list"
        yield from _unknown_places(entity, context)


def _unknown_places(entity: Obstacle | DynamicObstacle, context: ModeContext) -> Iterator[str]:
    try:
        context.places.origin(entity.level_id, entity.name)
        if isinstance(entity.pose, str):
            context.places.require(entity.pose, entity.level_id, entity.name)
        for waypoint in entity.waypoints if isinstance(entity, DynamicObstacle) else ():
            context.places.origin(waypoint.level_id, entity.name)
            if isinstance(waypoint.position, str):
                context.places.require(waypoint.position, waypoint.level_id or entity.level_id, entity.name)
    except GenerationError as error:
        yield str(error)
