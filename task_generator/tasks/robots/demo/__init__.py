"""Robot mode ``demo``: robots drive from corner to corner of a regular polygon, over and over."""

from task_generator.constants import Constants
from task_generator.declarations import ParameterNode, declare_float, declare_int, declare_string
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, ROBOTS_MODES, Namespace
from task_generator.tasks.robots import TM_Robots

_NS = _REGISTRY_NAMESPACE("demo")


def _declare_schema(node: ParameterNode, ns: Namespace) -> None:
    declare_int(node, ns("vertices"), 4, description="corners of the polygon", bounds=(2, 36))
    declare_float(node, ns("radius"), 2.0, description="of the circle through the corners, metres", bounds=(0.3, 50.0))
    declare_string(node, ns("gesture"), "random", description="what arms do at each corner; empty for nothing")


@ROBOTS_MODES.register(Constants.TaskMode.TM_Robots.DEMO, namespace=_NS, schema=_declare_schema)
def _load() -> type[TM_Robots]:
    from task_generator.tasks.robots.demo.impl import TM_Demo

    return TM_Demo
