"""The scenarios of a world, read once per episode."""

from arena_simulation_setup.files.near_names import near_or_all
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.tree.not_found import NotFoundError
from arena_simulation_setup.tree.views import MultiLevelWorldView
from task_generator.errors import GenerationError

FIRST_CHOICE = "default"


class ScenarioSource:
    """Loads scenarios by name.

    Args:
        view: The world.
        warnings: Where doubts about the files go.
    """

    def __init__(self, view: MultiLevelWorldView, warnings: list[str]) -> None:
        self._view = view
        self._warnings = warnings
        self._loaded: dict[str, Scenario] = {}

    def load(self, name: str) -> Scenario:
        """The scenario of a name; an empty one means ``default`` where there is one, else the first.

        Raises:
            GenerationError: If the world has no scenarios, or none of that name; the nearest one is offered.
            FileProblems: If its file has errors.
        """
        if name not in self._loaded:
            self._loaded[name] = self._read(name)
        return self._loaded[name]

    def _read(self, name: str) -> Scenario:
        world = self._view.directory.name
        names = self._view.scenario_names()
        if not names:
            raise GenerationError(f"world {world} has no scenarios, so mode scenario has nothing to load")
        chosen = name or (FIRST_CHOICE if FIRST_CHOICE in names else names[0])
        try:
            view = self._view.scenario(chosen).resolve_sync()
        except NotFoundError:
            hint = near_or_all(chosen, names)
            raise GenerationError(f"world {world} has no scenario {chosen!r} ({hint})") from None
        scenario = view.load()
        self._warnings.extend(warning.text for warning in view.warnings)
        return scenario
