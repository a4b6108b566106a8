"""Robot modes: where the robots start and what they shall do."""

from collections.abc import Sequence

from attrs import frozen

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.episode import EpisodeRobot, Relocation
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.scenario.phase import Phase
from task_generator.tasks import TaskMode


@frozen
class Assignment:
    """The task of one robot, map frame.

    Attributes:
        start: Pose at frame 0.
        phases: In order; empty leaves the robot parked.
        conditions: Clauses over all phases.
        endless: Whether the task has no end: the robot is never done, and still at work at the limit it has not failed.
        relocation: Where the robot is put when it is too long at one phase; None lets it be.
    """

    start: Pose
    phases: tuple[Phase, ...] = ()
    conditions: tuple[Clause, ...] = ()
    endless: bool = False
    relocation: Relocation | None = None


class TM_Robots(TaskMode):
    """Base of the robot modes."""

    async def reset(self, *, seed: int) -> list[Assignment]:
        """The tasks of the next episode, one per robot of the context's fleet and in its order.

        Args:
            seed: Seed of the episode; every random number comes from streams of it.
        """
        raise NotImplementedError(f"{type(self).__name__} has no reset")

    def completed(self, assignments: Sequence[Assignment], planner: RoutePlanner) -> list[Assignment]:
        """The tasks, once all objects of the episode stand where they stand; as they were unless a mode adds to them.

        Args:
            assignments: What ``reset`` gave.
            planner: Free space of the episode, its objects included.
        """
        return list(assignments)

    def following(self, robot: EpisodeRobot, place: Corner, done: int, planner: RoutePlanner) -> tuple[Phase, ...]:
        """What a robot does next that has finished a task without an end; nothing where that is all.

        Args:
            robot: The robot, with the phases that the episode began with.
            place: Where it is, metres, map frame.
            done: How many phases it has finished.
            planner: Free space of the episode, its objects included.
        """
        return ()

    def entries(self) -> int | None:
        """Number of robots that the mode has tasks for; None where any number will do."""
        return None

    @property
    def scenario(self) -> str:
        """Name of the scenario that the tasks come from; empty where they come from none."""
        return ""
