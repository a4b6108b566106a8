"""Robot modes: where the robots start and what they shall do."""

from attrs import frozen

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import Phase
from task_generator.tasks import TaskMode


@frozen
class Assignment:
    """The task of one robot, map frame.

    Attributes:
        start: Pose at frame 0.
        phases: In order; empty leaves the robot parked.
        conditions: Clauses over all phases.
    """

    start: Pose
    phases: tuple[Phase, ...] = ()
    conditions: tuple[Clause, ...] = ()


class TM_Robots(TaskMode):
    """Base of the robot modes."""

    async def reset(self, *, seed: int) -> list[Assignment]:
        """The tasks of the next episode, one per robot of the context's fleet and in its order.

        Args:
            seed: Seed of the episode; every random number comes from streams of it.
        """
        raise NotImplementedError(f"{type(self).__name__} has no reset")

    def entries(self) -> int | None:
        """Number of robots that the mode has tasks for; None where any number will do."""
        return None

    @property
    def scenario(self) -> str:
        """Name of the scenario that the tasks come from; empty where they come from none."""
        return ""
