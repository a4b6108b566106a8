"""What the files of a campaign may name: worlds, their scenarios, robots."""

from collections.abc import Mapping, Sequence

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.values import text
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.tree.identifiers import RobotIdentifier
from arena_simulation_setup.tree.network import DEFAULT_NETWORK, Network
from arena_simulation_setup.tree.not_found import NotFoundError
from arena_simulation_setup.tree.search_paths import asset_roots
from arena_simulation_setup.tree.views import MultiLevelWorldView
from arena_simulation_setup.tree.world_identifier import WorldIdentifier
from task_generator.fleet import parse_fleet


class KnownNames:
    """Looks names up, each world once; worlds are found, not loaded.

    Args:
        environment: Variables that name places (``ARENA_WORLD_PATH``, ``ARENA_ASSETS_DIR`` …).
        network: How buckets are reached.
    """

    def __init__(self, environment: Mapping[str, str], network: Network = DEFAULT_NETWORK) -> None:
        self._environment, self._network = environment, network
        self._views: dict[str, MultiLevelWorldView] = {}

    def world(self, cursor: Cursor) -> str:
        """Reader of a world argument.

        Raises:
            Rejection: If there is no such world; the nearest name is offered.
        """
        argument = text(cursor)
        if argument in self._views:
            return argument
        try:
            self._views[argument] = WorldIdentifier.parse(argument).resolve_sync(self._environment, self._network)
        except NotFoundError as error:
            hints = {"expected": "a world that `arena world list` names", "suggestion": error.suggestion}
            raise cursor.rejection("world.unknown", f"there is no world {error.name!r}", **hints) from None
        except (FileNotFoundError, ValueError) as error:
            raise cursor.rejection("world.unknown", " ".join(str(error).split())) from None
        return argument

    def fleet(self, cursor: Cursor, worlds: Sequence[str]) -> str:
        """Reader of a fleet: ``model``, ``model[n]``, a comma list or a list of these.

        Raises:
            Rejection: If none of the worlds, nor a place for all worlds, has a model.
        """
        entries = [text(item) for item in cursor.items()] if cursor.is_list else [text(cursor)]
        written = ",".join(entries)
        try:
            models = parse_fleet(written)
        except ValueError as error:
            raise cursor.rejection("value.fleet", str(error), expected="model or model[n]") from None
        catalogues = self._catalogues(worlds)
        for model in dict.fromkeys(models):
            self._require_robot(cursor, model, catalogues)
        return written

    def scenarios(self, world: str) -> tuple[str, ...]:
        """Names of the scenarios of a world; none where the world is not known."""
        view = self._views.get(world)
        return () if view is None else view.scenario_names()

    def _catalogues(self, worlds: Sequence[str]) -> list[AssetCatalogue]:
        views = [self._views[world] for world in worlds if world in self._views]
        found = [view.catalogue(self._environment, self._network) for view in views]
        return found or [AssetCatalogue(asset_roots(None, self._environment))]

    def _require_robot(self, cursor: Cursor, model: str, catalogues: Sequence[AssetCatalogue]) -> None:
        try:
            identifier = RobotIdentifier.parse(model)
        except ValueError as error:
            raise cursor.rejection("robot.unknown", str(error)) from None
        names = dict.fromkeys(name for entry in catalogues for name in entry.names(RobotIdentifier.asset_type))
        if model not in names and all(entry.folder(identifier) is None for entry in catalogues):
            hints = {"expected": f"one of {', '.join(names)}", "suggestion": nearest(model, names)}
            raise cursor.rejection("robot.unknown", f"there is no robot {model!r}", **hints)
