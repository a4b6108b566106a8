"""Module ``clear_forbidden_zones``: no episode inherits places that an earlier one took."""

from task_generator.constants import Constants
from task_generator.tasks.modules import TM_Module
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, MODULES

_NS = _REGISTRY_NAMESPACE("clear_forbidden_zones")


@MODULES.register(Constants.TaskMode.TM_Module.CLEAR_FORBIDDEN_ZONES, namespace=_NS)
def _load() -> type[TM_Module]:
    from task_generator.tasks.modules.clear_forbidden_zones.impl import ClearForbiddenZones

    return ClearForbiddenZones
