"""What an imported episode says where nobody gave its robots a task, and how to tell that it was imported."""

from arena_simulation_setup.conditions.parse import parse_atom
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.scenario.phase import GotoPhase

IMPORTED = "imported"
"""Mode of obstacles and robots of an imported episode."""

NO_TASK = GotoPhase(
    tolerance_radius=0.0,
    tolerance_angle=0.0,
    hold_time=0.0,
    signal="",
    until=parse_atom("recording.task == given"),
    text="no task: conditions are judged from the first frame to the last",
)
"""A phase that nothing ends, since no recording has this field; conditions are judged while it is active."""


def is_imported(episode: Episode) -> bool:
    """Whether an episode comes from another system, which tells neither contacts nor what doors do."""
    return episode.robots_mode == IMPORTED
