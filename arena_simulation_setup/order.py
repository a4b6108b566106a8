"""Orders: typed requests from outside during an episode; recorded, so they replay."""

from collections.abc import Collection

from attrs import frozen

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.episode import EpisodeObject, EpisodePerson, EpisodeRobot
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
    """Put a robot, a person or an object of the episode somewhere else.

    Attributes:
        entity: Its name.
        pose: Map frame.
    """

    entity: str
    pose: Pose


@frozen
class SpawnObject:
    """Put a further object into the running episode; its name is free again once it was removed."""

    object: EpisodeObject


@frozen
class SpawnPerson:
    """Let a further person take part; a name belongs to one person for the whole episode."""

    person: EpisodePerson


@frozen
class SpawnRobot:
    """Let a further robot take part, whose phases begin at once; a name belongs to one robot for the whole episode."""

    robot: EpisodeRobot


@frozen
class Remove:
    """Take a robot, a person or an object of the episode away for good.

    Attributes:
        entity: Its name.
    """

    entity: str


Edit = Teleport | SpawnObject | SpawnPerson | SpawnRobot | Remove
EDITS = (Teleport, SpawnObject, SpawnPerson, SpawnRobot, Remove)
Request = SetField | CommandVelocity | SendSignal | SubmitPhases | Edit


def first_task(request: Request, robots: Collection[str]) -> SubmitPhases | None:
    """The task that a spawned robot comes with; None of any other request.

    Args:
        request: What was asked for.
        robots: Robots that have a row from this tick on: a spawn that was not carried out brings no task.
    """
    if not isinstance(request, SpawnRobot) or not request.robot.phases or request.robot.name not in robots:
        return None
    return SubmitPhases(request.robot.name, request.robot.phases, request.robot.conditions)


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
