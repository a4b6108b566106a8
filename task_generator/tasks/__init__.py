"""Task modes: what happens at the reset boundary."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from task_generator.mode_context import ModeContext


class TaskMode:
    """Base of all modes.

    Args:
        context: What the mode may look at and call.
    """

    def __init__(self, context: "ModeContext") -> None:
        self.context = context
