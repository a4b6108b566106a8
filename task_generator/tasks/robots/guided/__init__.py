"""Robot mode ``guided``: robots drive along given waypoints, over and over."""

from task_generator.constants import Constants
from task_generator.declarations import DOUBLE_ARRAY, ParameterDeclaration, ParameterNode
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, ROBOTS_MODES, Namespace
from task_generator.tasks.robots import TM_Robots

GUIDED = Constants.TaskMode.TM_Robots.GUIDED.value
_NS = _REGISTRY_NAMESPACE(GUIDED)
WAYPOINTS = _NS("waypoints")


def _declare_schema(node: ParameterNode, ns: Namespace) -> None:
    what = "x, y and yaw of each waypoint to begin with, metres and radians, map frame"
    node.declare(ParameterDeclaration(ns("waypoints"), DOUBLE_ARRAY, (), what))


@ROBOTS_MODES.register(Constants.TaskMode.TM_Robots.GUIDED, namespace=_NS, schema=_declare_schema)
def _load() -> type[TM_Robots]:
    from task_generator.tasks.robots.guided.impl import TM_Guided

    return TM_Guided
