"""Robot mode ``random``: each robot drives from one free place to another."""

from task_generator.constants import Constants
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, ROBOTS_MODES
from task_generator.tasks.robots import TM_Robots

_NS = _REGISTRY_NAMESPACE("random")


@ROBOTS_MODES.register(Constants.TaskMode.TM_Robots.RANDOM, namespace=_NS)
def _load() -> type[TM_Robots]:
    from task_generator.tasks.robots.random.impl import TM_Random

    return TM_Random
