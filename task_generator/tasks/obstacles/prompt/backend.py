"""What a human backend adds to the mode ``prompt``."""

from typing import ClassVar

from arena_simulation_setup.scenario.scenario import Scenario


class PromptBackend:
    """Base of the backends' parts.

    Attributes:
        generation_modes: How people may be written; the first one is used where none is asked for.
    """

    generation_modes: ClassVar[tuple[str, ...]] = ()

    def rules(self, generation_mode: str) -> str:
        """What the language model is told about people."""
        raise NotImplementedError(f"{type(self).__name__} has no rules")

    def problems(self, scenario: Scenario, generation_mode: str) -> list[str]:
        """What is wrong with the people of an answer, one sentence each."""
        return []
