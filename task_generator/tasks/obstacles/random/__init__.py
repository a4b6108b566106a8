"""Obstacle mode ``random``: objects and people from lists of models, anywhere."""

from task_generator.constants import Constants
from task_generator.declarations import ParameterNode, declare_catalog, declare_int_pair
from task_generator.tasks.obstacles import TM_Obstacles
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, OBSTACLES_MODES, Namespace

_NS = _REGISTRY_NAMESPACE("random")


def _declare_schema(node: ParameterNode, ns: Namespace) -> None:
    declare_int_pair(node, ns("static.n"), (5, 15), label="Objects", description="[min, max] number of static objects")
    declare_int_pair(node, ns("dynamic.n"), (1, 5), label="People", description="[min, max] number of people")
    declare_catalog(node, ns("static.models"), "objects", description="models of static objects; empty means all")
    declare_catalog(node, ns("dynamic.models"), "pedestrians", description="models of people; empty means all")


@OBSTACLES_MODES.register(Constants.TaskMode.TM_Obstacles.RANDOM, namespace=_NS, schema=_declare_schema)
def _load() -> type[TM_Obstacles]:
    from task_generator.tasks.obstacles.random.impl import TM_Random

    return TM_Random
