"""Obstacle modes: which objects and people an episode has on top of the world's own."""

from attrs import frozen

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.scenario.region import Region
from arena_simulation_setup.scenario.timeline import TimelineEntry
from arena_simulation_setup.world.entity import DynamicObstacle, Obstacle
from arena_simulation_setup.world.sound import Sound
from task_generator.tasks import TaskMode

Obstacles = tuple[list[Obstacle], list[DynamicObstacle]]


@frozen
class Script:
    """What else a mode brings into the episode, level frames.

    Attributes:
        scenario: Name of the scenario; empty where there is none.
        sounds: Sound sources.
        regions: Sources and sinks.
        timeline: Scripted writes.
        conditions: Clauses, judged for each robot.
        directory: Where relative references of people (agent files) start; empty where there are none.
    """

    scenario: str = ""
    sounds: tuple[Sound, ...] = ()
    regions: tuple[Region, ...] = ()
    timeline: tuple[TimelineEntry, ...] = ()
    conditions: tuple[Clause, ...] = ()
    directory: str = ""


class TM_Obstacles(TaskMode):
    """Base of the obstacle modes: an episode without obstacles."""

    async def reset(self, *, seed: int) -> Obstacles:
        """The static objects and the people of the next episode.

        A pose belongs to the frame of the level that the entity names, else to the map frame; a name of a zone, door
        or elevator stands for a free place in it.

        Args:
            seed: Seed of the episode; every random number comes from streams of it.
        """
        return [], []

    @property
    def script(self) -> Script:
        """What else the mode brings."""
        return Script()

    def fixed(self) -> Obstacles:
        """Those that stand where they stand whatever the robots do; robots keep clear of them."""
        return [], []
