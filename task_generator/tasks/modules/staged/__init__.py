"""Module ``staged``: a curriculum, whose stages become harder as robots succeed."""

from task_generator.constants import Constants
from task_generator.declarations import ParameterNode, declare_catalog, declare_int
from task_generator.tasks.modules import TM_Module
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, MODULES, Namespace

_NS = _REGISTRY_NAMESPACE("staged")


def _declare_schema(node: ParameterNode, ns: Namespace) -> None:
    declare_catalog(node, ns("file"), "curricula", "", description="curriculum: a name, or a path to a YAML file")
    declare_int(node, ns("start"), 0, description="number of the first stage, from 0", bounds=(0, 10_000))
    what = "in a row until the"
    declare_int(node, ns("promote_after"), 3, description=f"successes {what} next stage, 0 never", bounds=(0, 10_000))
    declare_int(node, ns("demote_after"), 3, description=f"failures {what} previous stage, 0 never", bounds=(0, 10_000))


@MODULES.register(Constants.TaskMode.TM_Module.STAGED, namespace=_NS, schema=_declare_schema)
def _load() -> type[TM_Module]:
    from task_generator.tasks.modules.staged.impl import Staged

    return Staged
