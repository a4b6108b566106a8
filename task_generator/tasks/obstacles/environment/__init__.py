"""Obstacle mode ``environment``: rooms are filled with groups of things from a file."""

from task_generator.constants import Constants
from task_generator.declarations import ParameterNode, declare_catalog
from task_generator.tasks.obstacles import TM_Obstacles
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, OBSTACLES_MODES, Namespace

_NS = _REGISTRY_NAMESPACE("environment")


def _declare_schema(node: ParameterNode, ns: Namespace) -> None:
    declare_catalog(
        node, ns("file"), "environments", "default", label="File", description="name of an environment, or its path"
    )


@OBSTACLES_MODES.register(Constants.TaskMode.TM_Obstacles.ENVIRONMENT, namespace=_NS, schema=_declare_schema)
def _load() -> type[TM_Obstacles]:
    from task_generator.tasks.obstacles.environment.impl import TM_Environment

    return TM_Environment
