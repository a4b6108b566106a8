"""Phases of a robot's task."""

from attrs import frozen

from arena_simulation_setup.conditions.atom import Atom
from arena_simulation_setup.conditions.clause import CONTINUE, Clause
from arena_simulation_setup.geometry import Pose


@frozen(kw_only=True)
class GotoPhase:
    """Drive to a pose or a named target, or hold where the robot is (neither ``target`` nor ``pose``).

    Attributes:
        target: Name of a zone, door, elevator or person; judged by membership (or distance to the person).
        pose: Goal pose; next to a target only where to drive to.
        tolerance_radius: Metres; None means the episode's default.
        tolerance_angle: Radians, 0 ignores the heading; None means the episode's default.
        hold_time: Seconds to stay parked at the goal; None means the episode's default.
        signal: What the robot must signal at the goal; None means the episode's default, empty means nothing.
        until: Atom that must hold before the phase is met.
        conditions: Clauses judged during this phase only.
        text: Instruction in words.
        on_failure: What a failure of the phase does.
    """

    target: str | None = None
    pose: Pose | None = None
    tolerance_radius: float | None = None
    tolerance_angle: float | None = None
    hold_time: float | None = None
    signal: str | None = None
    until: Atom | None = None
    conditions: tuple[Clause, ...] = ()
    text: str = ""
    on_failure: str = CONTINUE

    @property
    def kind(self) -> str:
        """``goto``, or ``hold`` where the phase names no place."""
        return "hold" if self.target is None and self.pose is None else "goto"


@frozen(kw_only=True)
class GesturePhase:
    """Play a gesture with an arm.

    Attributes:
        gesture: Name of the gesture; ``random`` lets the runtime choose.
        instance: Mount of the arm; empty means the only one.
        until: Atom that must hold before the phase is met.
        conditions: Clauses judged during this phase only.
        text: Instruction in words.
        on_failure: What a failure of the phase does.
    """

    gesture: str = "random"
    instance: str = ""
    until: Atom | None = None
    conditions: tuple[Clause, ...] = ()
    text: str = ""
    on_failure: str = CONTINUE

    @property
    def kind(self) -> str:
        """Always ``gesture``."""
        return "gesture"


@frozen(kw_only=True)
class ReachPhase:
    """Reach with an arm.

    Attributes:
        configuration: Named configuration, or ``random``; exclusive with ``pose``.
        pose: Goal of the end effector.
        frame: Frame of the pose; empty means the robot's base.
        position_tolerance: Metres; None means the runtime's default.
        orientation_tolerance: Radians; None means the runtime's default.
        planning_time: Seconds; None means the runtime's default.
        instance: Mount of the arm; empty means the only one.
        until: Atom that must hold before the phase is met.
        conditions: Clauses judged during this phase only.
        text: Instruction in words.
        on_failure: What a failure of the phase does.
    """

    configuration: str | None = None
    pose: Pose | None = None
    frame: str = ""
    position_tolerance: float | None = None
    orientation_tolerance: float | None = None
    planning_time: float | None = None
    instance: str = ""
    until: Atom | None = None
    conditions: tuple[Clause, ...] = ()
    text: str = ""
    on_failure: str = CONTINUE

    @property
    def kind(self) -> str:
        """Always ``reach``."""
        return "reach"


Phase = GotoPhase | GesturePhase | ReachPhase
