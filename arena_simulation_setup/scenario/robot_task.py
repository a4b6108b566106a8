"""What one robot of a scenario shall do."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import Phase


@frozen
class RobotTask:
    """One entry of a scenario's ``robots:`` list.

    Attributes:
        start: Level frame, or the name of a zone, door or elevator.
        start_floor: Level of the start; empty where the world has one.
        goal_floor: Level of the goals; empty where the world has one.
        phases: In order; empty means that the robot stays parked.
        conditions: Clauses over the whole list.
        extra: Unknown keys, written back as they came.
    """

    start: Pose | str
    start_floor: str = ""
    goal_floor: str = ""
    phases: tuple[Phase, ...] = ()
    conditions: tuple[Clause, ...] = ()
    extra: Mapping[str, Any] = field(factory=dict)
