"""How a recording of another system shall be understood."""

from collections.abc import Mapping

from attrs import field, frozen

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import Phase
from arena_simulation_setup.timebase import DEFAULT_RATE

ROBOT_RADIUS = 0.3
MAP_FRAME = "map"
NOBODY = "none"


@frozen
class ImportOptions:
    """What the caller says; everything else is found out.

    Attributes:
        robots: Name to topic (``/odom``) or frame (``base_link``); empty for all that can be found.
        people: Topic of the people; empty for what can be found, ``none`` for no people.
        map_frame: Frame that is the world's map; empty for ``map``, or what comes nearest to it.
        base_frame: Frame of the robots, without the name of the robot before it; empty for the usual ones.
        clock: ``stamp``, ``receive``, or empty for stamps where everything has some.
        gap_ns: Longest time between two poses that is bridged, nanoseconds; None for what suits each source.
    """

    robots: Mapping[str, str] = field(factory=dict)
    people: str = ""
    map_frame: str = ""
    base_frame: str = ""
    clock: str = ""
    gap_ns: int | None = None


@frozen
class Judging:
    """What the robots of a recording shall have done.

    Attributes:
        scenario: Name of the scenario that the tasks come from; empty for none.
        tasks: Robot to its phases and the conditions over them, in the map frame of the world.
        goals: Goals of every robot without a task, one after the other, in the frame of the recorded map.
        tolerance: Metres within which a goal is reached.
        tolerance_angle: Radians; 0 ignores headings.
        conditions: Conditions over the whole recording, for each robot.
        rate: Frames per second.
        radius: Radius of the robots, metres.
        offset: Where the recorded map lies in the level's frame: x, y (metres), yaw (radians).
        level: Level of the world in whose frame that is; empty for the map frame of the world.
    """

    scenario: str = ""
    tasks: Mapping[str, tuple[tuple[Phase, ...], tuple[Clause, ...]]] = field(factory=dict)
    goals: tuple[Pose, ...] = ()
    tolerance: float = 1.0
    tolerance_angle: float = 0.0
    conditions: tuple[Clause, ...] = ()
    rate: int = DEFAULT_RATE
    radius: float = ROBOT_RADIUS
    offset: Pose = Pose(0.0, 0.0)
    level: str = ""
