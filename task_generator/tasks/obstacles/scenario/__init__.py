"""Obstacle mode ``scenario``: the objects, people, timeline, regions and conditions of a scenario file."""

from task_generator.constants import Constants
from task_generator.declarations import ParameterNode, declare_catalog
from task_generator.tasks.obstacles import TM_Obstacles
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, OBSTACLES_MODES, Namespace

_NS = _REGISTRY_NAMESPACE("scenario")


def _declare_schema(node: ParameterNode, ns: Namespace) -> None:
    declare_catalog(node, ns("file"), "scenarios", "", description="scenario; empty means default, else the first")


@OBSTACLES_MODES.register(Constants.TaskMode.TM_Obstacles.SCENARIO, namespace=_NS, schema=_declare_schema)
def _load() -> type[TM_Obstacles]:
    from task_generator.tasks.obstacles.scenario.impl import TM_Scenario

    return TM_Scenario
