"""Robot mode ``scenario``: the robots' tasks of a scenario file."""

from task_generator.constants import Constants
from task_generator.declarations import ParameterNode, declare_catalog
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, ROBOTS_MODES, Namespace
from task_generator.tasks.robots import TM_Robots

_NS = _REGISTRY_NAMESPACE("scenario")


def _declare_schema(node: ParameterNode, ns: Namespace) -> None:
    declare_catalog(node, ns("file"), "scenarios", "", description="scenario; empty means default, else the first")


@ROBOTS_MODES.register(Constants.TaskMode.TM_Robots.SCENARIO, namespace=_NS, schema=_declare_schema)
def _load() -> type[TM_Robots]:
    from task_generator.tasks.robots.scenario.impl import TM_Scenario

    return TM_Scenario
