"""Robot mode ``stationary``: robots that stand where they are."""

import math

from task_generator.constants import Constants
from task_generator.declarations import ParameterNode, declare_float
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, ROBOTS_MODES, Namespace
from task_generator.tasks.robots import TM_Robots

_NS = _REGISTRY_NAMESPACE("stationary")


def _declare_schema(node: ParameterNode, ns: Namespace) -> None:
    for leaf, unit in (("pos_x", "metres"), ("pos_y", "metres"), ("pos_theta", "radians")):
        what = f"{leaf[4:]} of the first robot, {unit}, map frame; nan leaves it to the start"
        declare_float(node, ns(leaf), math.nan, description=what)


@ROBOTS_MODES.register(Constants.TaskMode.TM_Robots.STATIONARY, namespace=_NS, schema=_declare_schema)
def _load() -> type[TM_Robots]:
    from task_generator.tasks.robots.stationary.impl import TM_Stationary

    return TM_Stationary
