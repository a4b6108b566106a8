"""Obstacles and people as a scenario says."""

from arena_simulation_setup.scenario.scenario import Scenario
from task_generator.tasks.obstacles import Obstacles, Script, TM_Obstacles
from task_generator.tasks.obstacles.scenario import _NS


class TM_Scenario(TM_Obstacles):
    """The lists of the scenario, unchanged on each reset; with its timeline, regions, sounds and conditions."""

    async def reset(self, *, seed: int) -> Obstacles:
        """The scenario's objects and people."""
        return self.fixed()

    def fixed(self) -> Obstacles:
        """All of them: what a scenario places by pose stands there whatever the robots do."""
        scenario = self._scenario
        return list(scenario.static), list(scenario.dynamic)

    @property
    def script(self) -> Script:
        """Everything else that the scenario says about the episode."""
        scenario = self._scenario
        return Script(
            scenario=scenario.name,
            sounds=scenario.sounds,
            regions=scenario.regions,
            timeline=scenario.timeline,
            conditions=scenario.conditions,
            directory=scenario.directory,
        )

    @property
    def _scenario(self) -> Scenario:
        return self.context.scenarios.load(self.context.parameters.text(_NS("file")))
