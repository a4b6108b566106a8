"""What every mechanism is given and what it returns: values in, values out.

What is made many times in every tick is a named tuple, since those are made fastest.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from attrs import frozen

from arena_simulation_setup.frame import FactColumn
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.order import SetField

FactValue = float | bool | str | None
Polygon = tuple[Corner, ...]

FOREVER_NS = int(np.iinfo(np.int64).max)
"""Later than any frame."""


class Disc(NamedTuple):
    """An agent as mechanisms sense it.

    Attributes:
        name: Robot or person.
        x: Metres, map frame.
        y: Metres, map frame.
        radius: Metres.
        ride: Cabin (name on the wire) that its way leads to by elevator next; empty where it wants no ride.
        model: Model of the robot or person; empty where that is not known.
    """

    name: str
    x: float
    y: float
    radius: float
    ride: str = ""
    model: str = ""


class Sensed(NamedTuple):
    """What is near a mechanism.

    Attributes:
        triggering: Agents whose centre is within the mechanism's activation distance (inclusive).
        nearby: Agents that could touch anything the mechanism moves; a superset of what its bands can hit.
        obstacles: Convex polygons (metres, map frame, counter-clockwise) of loose objects that are neither robot nor
            person and could touch anything the mechanism moves.
    """

    triggering: tuple[Disc, ...] = ()
    nearby: tuple[Disc, ...] = ()
    obstacles: tuple[Polygon, ...] = ()


@frozen
class SensingArea:
    """Where a mechanism notices agents and objects: around a segment, around a point, or on a floor.

    Both ends of a point coincide. Agents trigger within the trigger distance of the segment, or, where there is a
    floor, when it covers their centre.

    Attributes:
        start: One end, metres, map frame.
        end: The other end.
        trigger_distance: Agents whose centre is this near (metres, inclusive) trigger; zero or less means nobody does.
        body_distance: How far from the segment anything that the mechanism moves can reach, metres; below zero where it
            moves nothing, so that nobody is nearby.
        body: Convex polygon of all floor that it can ever cover, counter-clockwise; empty where that is not known.
        floor: Polygon on which agents trigger, its boundary included; the trigger distance must reach all of it.
    """

    start: Corner
    end: Corner
    trigger_distance: float
    body_distance: float
    body: Polygon = ()
    floor: Polygon = ()


class View(NamedTuple):
    """The state of frame k-1 as one mechanism sees it during tick k.

    Attributes:
        now_ns: Time of the frame that this tick leads to.
        dt_ns: Time since the previous frame.
        sensed: Agents and objects near it.
        facts: Previous facts of all entities: (entity, kind) to field to value.
        regimes: Names of the regimes that were asserted.
        memory: What it returned last tick; its ``initial_memory`` at the first.
        orders: Writes to its entity that this tick takes, in order.
    """

    now_ns: int
    dt_ns: int
    sensed: Sensed
    facts: Mapping[tuple[str, str], Mapping[str, FactValue]]
    regimes: frozenset[str]
    memory: Any
    orders: tuple[SetField, ...] = ()


@frozen
class MoveBody:
    """Command: put a moving body of the scene at a pose.

    Attributes:
        body: Name of the body.
        x: Metres, map frame, centre of the body.
        y: Metres.
        z: Metres.
        yaw: Radians.
    """

    body: str
    x: float
    y: float
    z: float
    yaw: float


@frozen
class CarryAgent:
    """Command: put a robot or person at another place of the floor, at rest, with the heading it has.

    Attributes:
        agent: Name of the robot or person.
        x: Metres, map frame.
        y: Metres, map frame.
    """

    agent: str
    x: float
    y: float


Command = MoveBody | CarryAgent


class Outcome(NamedTuple):
    """What a mechanism states and wants after one tick.

    Attributes:
        facts: Field to value, complete in the vocabulary of its kind.
        memory: Handed back in the next view.
        regimes: Regimes that it asserts.
        commands: What it wants done to the scene.
        members: Names of the agents that its facts are about, for those who look on; no fact depends on it.
    """

    facts: Mapping[str, FactValue]
    memory: Any
    regimes: tuple[str, ...] = ()
    commands: tuple[Command, ...] = ()
    members: tuple[str, ...] = ()


class Doze(NamedTuple):
    """How long a mechanism need not be called, although somebody may be near.

    Attributes:
        until_ns: It is called at the first frame at this time or later.
        triggered: Whether it is called when nobody triggers it any more; otherwise when somebody does.
    """

    until_ns: int
    triggered: bool = False


class Member(Protocol):
    """What is said of a thing of the building that changes, apart from how it does."""

    @property
    def entity(self) -> str:
        """Name on the wire: ``<name>/<level>``."""

    @property
    def kind(self) -> str:
        """Kind of the vocabulary that its facts follow."""

    @property
    def columns(self) -> tuple[FactColumn, ...]:
        """Columns of its facts, in vocabulary order."""

    @property
    def writable(self) -> tuple[str, ...]:
        """Fields that orders may set."""

    @property
    def senses(self) -> SensingArea | None:
        """Where it notices agents; None where it needs to notice nobody."""

    def slabs(self, memory: Any) -> tuple[Polygon, ...]:
        """What it moves, where it stands on the floor now: metres, map frame, counter-clockwise.

        Changes only in ticks that return commands.
        """

    def closing_bands(self, memory: Any, now_ns: int) -> tuple[Polygon, ...]:
        """What its slabs still have to sweep to be shut, where they close during the tick that leads to ``now_ns``."""


class Mechanism(Member, Protocol):
    """A thing of the building that changes: a description with a pure tick."""

    def start(self, sensed: Sensed) -> Outcome:
        """State at frame 0."""

    def tick(self, view: View) -> Outcome:
        """State after one tick; depends on nothing but the view."""

    def at_rest(self, outcome: Outcome) -> bool:
        """Whether ticks change nothing while nobody is near and no order comes, whatever time, facts and regimes.

        A mechanism at rest need not be called, which is what makes an empty building cheap. One that is ``Wakeable``
        may rest although a change of what it depends on would change it.
        """


@runtime_checkable
class Wakeable(Protocol):
    """What rests until something elsewhere changes."""

    @property
    def wakers(self) -> tuple[str | tuple[str, str], ...]:
        """Regimes, by name, and facts, by (entity, kind), whose change ends its rest."""


@runtime_checkable
class Dozing(Protocol):
    """What nobody needs to call who merely is near, or who merely stays."""

    def doze(self, outcome: Outcome) -> Doze | None:
        """What ends its doze; until then ticks give the outcome that it already has, whatever facts and regimes say.

        None where it is called in every tick, or rests.
        """


@runtime_checkable
class MechanismGroup(Protocol):
    """Things that change together in one step, so that what one commits to takes effect on another at once."""

    @property
    def members(self) -> tuple[Member, ...]:
        """The things, in a fixed order; each has a memory, a view and an outcome of its own."""

    def start(self, sensed: tuple[Sensed, ...]) -> tuple[Outcome, ...]:
        """State at frame 0, one outcome for each member."""

    def tick(self, views: tuple[View, ...]) -> tuple[Outcome, ...]:
        """State after one tick; depends on nothing but the views of all members."""

    def at_rest(self, outcomes: tuple[Outcome, ...]) -> bool:
        """Whether ticks change nothing while nobody is near any member, as for one mechanism."""
