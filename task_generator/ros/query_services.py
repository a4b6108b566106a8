"""What exists: worlds, scenarios, robots, objects, people, task modes."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node

from arena_interfaces.srv import QueryIds, QueryScenarios, QueryTaskModes
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.tree.config_identifiers import environment_ids, parametrized_ids
from arena_simulation_setup.tree.search_paths import asset_roots, world_names
from arena_simulation_setup.tree.world_identifier import WorldIdentifier
from task_generator.tasks.registry import MODULES, OBSTACLES_MODES, ROBOTS_MODES

ASSET_TYPES: Mapping[str, str] = {"robots": "Robot", "static_obstacles": "Object", "dynamic_obstacles": "Human"}


class QueryServices:
    """Answers ``~/query/…``, in every state of the node.

    Args:
        node: Where the services live.
        environment: Variables that name further places of worlds and assets.
        world: Asks for the current world argument.
        group: Callback group of the services.
    """

    def __init__(
        self, node: Node, environment: Mapping[str, str], world: Callable[[], str], group: CallbackGroup
    ) -> None:
        self._environment, self._world, self._node = environment, world, node
        lists: dict[str, Callable[[], Sequence[str]]] = {"worlds": lambda: world_names(environment)}
        for name, asset_type in ASSET_TYPES.items():
            lists[name] = lambda asset_type=asset_type: self._assets().names(asset_type)  # type: ignore[misc]
        lists["environments"] = lambda: environment_ids(environment, self._directory())
        lists["parametrizeds"] = lambda: parametrized_ids(environment, self._directory())
        for name, ids in lists.items():
            node.create_service(QueryIds, f"~/query/{name}", _answering(ids), callback_group=group)
        node.create_service(QueryScenarios, "~/query/scenarios", self._on_scenarios, callback_group=group)
        node.create_service(QueryTaskModes, "~/query/task_modes", self._on_task_modes, callback_group=group)

    def _assets(self) -> AssetCatalogue:
        return AssetCatalogue(asset_roots(self._directory(), self._environment))

    def _directory(self) -> Path | None:
        try:
            return WorldIdentifier.parse(self._world()).resolve_sync(self._environment).directory
        except (ValueError, FileNotFoundError):
            return None

    def _on_scenarios(self, request: Any, response: Any) -> Any:
        argument = request.world or self._world()
        try:
            view = WorldIdentifier.parse(argument).resolve_sync(self._environment)
            response.ids = list(view.scenario_names())
        except (ValueError, FileNotFoundError) as error:
            self._node.get_logger().warning(str(error))
        return response

    def _on_task_modes(self, request: Any, response: Any) -> Any:
        response.obstacles = list(OBSTACLES_MODES.names())
        response.robots = list(ROBOTS_MODES.names())
        response.modules = list(MODULES.names())
        return response


def _answering(ids: Callable[[], Sequence[str]]) -> Callable[[Any, Any], Any]:
    def answer(request: Any, response: Any) -> Any:
        response.ids = list(ids())
        return response

    return answer
