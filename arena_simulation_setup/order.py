"""Orders: typed requests from outside during an episode; recorded, so they replay."""

from attrs import frozen

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import Phase


@frozen
class SetField:
    """Write a semantic field.

    Attributes:
        entity: ``<name>/<level>``, or ``<name>`` where unambiguous.
        field: Writable field of one of its kinds.
        value: Text of the value.
    """

    entity: str
    field: str
    value: str


@frozen
class CommandVelocity:
    """Drive a robot directly; valid until the next one.

    Attributes:
        robot: Name of the robot.
        vx: Forward speed, m/s, body frame.
        vy: Leftward speed, m/s, body frame; ignored by differential drives.
        wz: Yaw rate, rad/s.
    """

    robot: str
    vx: float
    vy: float
    wz: float


@frozen
class SendSignal:
    """Signal, as the driver of a robot; latched until its next phase begins.

    Attributes:
        robot: Name of the robot.
        signal: What it signals.
    """

    robot: str
    signal: str


@frozen
class SubmitPhases:
    """Replace a robot's pending phases.

    Attributes:
        robot: Name of the robot.
        phases: New phases; indices continue.
        conditions: Clauses over the new phases.
    """

    robot: str
    phases: tuple[Phase, ...]
    conditions: tuple[Clause, ...] = ()


@frozen
class Teleport:
    """Put a robot somewhere else, map frame."""

    entity: str
    pose: Pose


Request = SetField | CommandVelocity | SendSignal | SubmitPhases | Teleport


@frozen
class Order:
    """A request and when it was taken.

    Attributes:
        tick: Tick at whose beginning it was taken (0: before frame 0).
        sequence: Arrival order within the episode.
        request: What is asked for.
    """

    tick: int
    sequence: int
    request: Request
