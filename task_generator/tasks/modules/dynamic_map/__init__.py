"""Module ``dynamic_map``: another world every few episodes."""

from task_generator.constants import Constants
from task_generator.declarations import ParameterNode, declare_catalog, declare_enum, declare_int
from task_generator.tasks.modules import TM_Module
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, MODULES, Namespace

_NS = _REGISTRY_NAMESPACE("dynamic_map")


def _declare_schema(node: ParameterNode, ns: Namespace) -> None:
    declare_int(node, ns("every"), 1, description="episodes in one world", bounds=(1, 1_000_000))
    declare_catalog(node, ns("worlds"), "worlds", description="world arguments; empty loads the same world anew")
    declare_enum(node, ns("order"), "cycle", ("cycle", "random"), description="which of them comes next")


@MODULES.register(Constants.TaskMode.TM_Module.DYNAMIC_MAP, namespace=_NS, schema=_declare_schema)
def _load() -> type[TM_Module]:
    from task_generator.tasks.modules.dynamic_map.impl import DynamicMap

    return DynamicMap
