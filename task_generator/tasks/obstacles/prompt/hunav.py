"""Mode ``prompt`` for the human backend ``hunav``: people with behaviour trees, written without retrieval."""

from collections.abc import Mapping
from typing import ClassVar
from xml.parsers.expat import ErrorString, ExpatError, ParserCreate

from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.world.entity import DynamicObstacle
from task_generator.tasks.obstacles.prompt.backend import PromptBackend
from task_generator.tasks.obstacles.prompt.prompt_utils.context import PEOPLE_RULES
from task_generator.tasks.obstacles.prompt.prompt_utils.context_bt import CROWD, CROWD_RULES, TREE_RULES

CROWDED = "crowded_behavior_tree"
ROOT = "root"


class HunavPrompt(PromptBackend):
    """Each person brings a behaviour tree as XML; in the crowded mode there are many of them."""

    generation_modes: ClassVar[tuple[str, ...]] = ("behavior_tree", CROWDED)

    def rules(self, generation_mode: str) -> str:
        """Waypoints, trees, and for the crowd how many people there shall be."""
        rules = (PEOPLE_RULES, TREE_RULES, *([CROWD_RULES] if generation_mode == CROWDED else []))
        return "\n".join(rules)

    def problems(self, scenario: Scenario, generation_mode: str) -> list[str]:
        """Trees that are missing or no trees, and crowds that are none."""
        found = [said for person in scenario.dynamic if (said := _tree_problem(person))]
        if generation_mode == CROWDED and len(scenario.dynamic) < CROWD:
            found.append(f"there are {len(scenario.dynamic)} people, expected at least {CROWD}")
        return found


def _tree_problem(person: DynamicObstacle) -> str:
    agent = person.extra.get("agent")
    tree = agent.get("behavior_tree") if isinstance(agent, Mapping) else None
    if not isinstance(tree, str) or not tree.strip():
        return f"person {person.name} has no agent.behavior_tree, expected XML as text"
    tags: list[str] = []
    parser = ParserCreate()
    parser.StartElementHandler = lambda tag, attributes: tags.append(tag)
    try:
        parser.Parse(tree.strip(), True)
    except ExpatError as error:
        return f"the behavior_tree of {person.name} is not XML: {ErrorString(error.code)} in line {error.lineno}"
    return "" if tags[0] == ROOT else f"the behavior_tree of {person.name} begins with <{tags[0]}>, expected <{ROOT}>"
