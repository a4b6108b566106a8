"""Places that an earlier episode took."""

from task_generator.tasks.modules import TM_Module


class ClearForbiddenZones(TM_Module):
    """Nothing to do: every episode is made on a floor of its own, on which nothing is taken yet."""
