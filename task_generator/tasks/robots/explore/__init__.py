"""Robot mode ``explore``: whoever has got to a goal gets another one."""

from arena_simulation_setup.timebase import LONGEST_DURATION_S
from task_generator.constants import Constants
from task_generator.declarations import ParameterNode, declare_float, declare_int
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, ROBOTS_MODES, Namespace
from task_generator.tasks.robots import TM_Robots

_NS = _REGISTRY_NAMESPACE("explore")


def _declare_schema(node: ParameterNode, ns: Namespace) -> None:
    declare_int(node, ns("goals"), 1000, description="goals drawn for each robot", bounds=(1, 100_000))
    declare_float(
        node,
        ns("timeout"),
        -1.0,
        description="simulated seconds at one goal until a robot is put at another free place, below 0 never",
        bounds=(-1.0, LONGEST_DURATION_S),
    )


@ROBOTS_MODES.register(Constants.TaskMode.TM_Robots.EXPLORE, namespace=_NS, schema=_declare_schema)
def _load() -> type[TM_Robots]:
    from task_generator.tasks.robots.explore.impl import TM_Explore

    return TM_Explore
