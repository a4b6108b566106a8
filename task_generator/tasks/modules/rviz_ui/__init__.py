"""Module ``rviz_ui``: the tools of RViz move robots, send them somewhere, and begin the next episode."""

from task_generator.constants import Constants
from task_generator.tasks.modules import TM_Module
from task_generator.tasks.registry import _REGISTRY_NAMESPACE, MODULES

_NS = _REGISTRY_NAMESPACE("rviz_ui")


@MODULES.register(Constants.TaskMode.TM_Module.RVIZ_UI, namespace=_NS)
def _load() -> type[TM_Module]:
    from task_generator.tasks.modules.rviz_ui.impl import RvizUi

    return RvizUi
