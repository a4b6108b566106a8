"""Obstacle mode ``random``: objects and people from lists of models, anywhere."""

from task_generator.constants import Constants
from task_generator.declarations import ParameterNode, declare_catalog, declare_int_pair
from task_generator.tasks.obstacles import TM_Obstacles
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, OBSTACLES_MODES, Namespace

_NS = _REGISTRY_NAMESPACE("random")


def _declare_schema(node: ParameterNode, ns: Namespace) -> None:
    declare_int_pair(node, ns("static.n"), (5, 15), label="Objects", description="[min, max] number of static objects")
    declare_int_pair(node, ns("dynamic.n"), (1, 5), label="People", description="[min, max] number of people")
    declare_int_pair(
        node, ns("interactive.n"), (0, 0), label="Interactive", description="[min, max] number of interactive objects"
    )
    every = "empty means all that are loose"
    declare_catalog(node, ns("static.models"), "objects", description=f"models of static objects; {every}")
    declare_catalog(node, ns("interactive.models"), "objects", description=f"models of interactive objects; {every}")
    declare_catalog(node, ns("dynamic.models"), "pedestrians", description="models of people; empty means all")


@OBSTACLES_MODES.register(Constants.TaskMode.TM_Obstacles.RANDOM, namespace=_NS, schema=_declare_schema)
def _load() -> type[TM_Obstacles]:
    from task_generator.tasks.obstacles.random.impl import TM_Random

    return TM_Random
