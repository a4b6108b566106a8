"""Obstacle mode ``parametrized``: so many of each model, at random places, from a file."""

from task_generator.constants import Constants
from task_generator.declarations import ParameterNode, declare_catalog
from task_generator.tasks.obstacles import TM_Obstacles
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, OBSTACLES_MODES, Namespace

_NS = _REGISTRY_NAMESPACE("parametrized")


def _declare_schema(node: ParameterNode, ns: Namespace) -> None:
    declare_catalog(node, ns("file"), "parametrizeds", "", label="File", description="name of a file, or its path")


@OBSTACLES_MODES.register(Constants.TaskMode.TM_Obstacles.PARAMETRIZED, namespace=_NS, schema=_declare_schema)
def _load() -> type[TM_Obstacles]:
    from task_generator.tasks.obstacles.parametrized.impl import TM_Parametrized

    return TM_Parametrized
