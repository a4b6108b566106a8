"""Mode ``prompt`` for the human backend ``arena``."""

from typing import ClassVar

from arena_simulation_setup.scenario.scenario import Scenario
from task_generator.tasks.obstacles.prompt.backend import PromptBackend
from task_generator.tasks.obstacles.prompt.prompt_utils.context import BEHAVIOR_RULES, PEOPLE_RULES

BEHAVIOR = "behavior"


class ArenaPrompt(PromptBackend):
    """People who walk between waypoints; in ``behavior`` each of them says how."""

    generation_modes: ClassVar[tuple[str, ...]] = ("arena", BEHAVIOR)

    def rules(self, generation_mode: str) -> str:
        """Waypoints, and for ``behavior`` the agent block."""
        return f"{PEOPLE_RULES}\n{BEHAVIOR_RULES}" if generation_mode == BEHAVIOR else PEOPLE_RULES

    def problems(self, scenario: Scenario, generation_mode: str) -> list[str]:
        """Those without an agent block where each must have one."""
        if generation_mode != BEHAVIOR:
            return []
        return [f"person {person.name} has no agent" for person in scenario.dynamic if "agent" not in person.extra]
