"""A scenario: who walks where, what the robots must do and must never do."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.scenario.region import Region
from arena_simulation_setup.scenario.robot_task import RobotTask
from arena_simulation_setup.scenario.timeline import TimelineEntry
from arena_simulation_setup.world.entity import DynamicObstacle, Obstacle
from arena_simulation_setup.world.sound import Sound


@frozen
class Scenario:
    """One ``scenario.yaml``.

    Attributes:
        name: Name of its directory.
        static: Objects of this scenario.
        dynamic: People of this scenario.
        sounds: Sound sources of this scenario.
        robots: Tasks, matched with the launched robots in order.
        regions: Sources and sinks.
        timeline: Scripted writes.
        conditions: Clauses over the episode, judged for each robot.
        directory: Where relative references (agent types) start; empty for a scenario that is not on disk.
        extra: Unknown keys, written back as they came.
    """

    name: str
    static: tuple[Obstacle, ...] = ()
    dynamic: tuple[DynamicObstacle, ...] = ()
    sounds: tuple[Sound, ...] = ()
    robots: tuple[RobotTask, ...] = ()
    regions: tuple[Region, ...] = ()
    timeline: tuple[TimelineEntry, ...] = ()
    conditions: tuple[Clause, ...] = ()
    directory: str = ""
    extra: Mapping[str, Any] = field(factory=dict)
