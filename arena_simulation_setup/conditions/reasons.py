"""Every sentence of the judge: coordinates in metres and times in seconds, both with two decimals."""

import math

from arena_simulation_setup.conditions.atom import Atom, DistanceAtom, FieldAtom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.monitor import Monitor
from arena_simulation_setup.conditions.parse import atom_text
from arena_simulation_setup.conditions.places import Subject
from arena_simulation_setup.conditions.sample import Sample
from arena_simulation_setup.conditions.truth import ROBOT, Truth, bound
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, Phase
from arena_simulation_setup.timebase import ns_to_seconds

TRUNCATED = "truncated"


def decimals(number: float) -> str:
    """A number with two decimals; never ``-0.00``."""
    text = f"{number:.2f}"
    return "0.00" if text == "-0.00" else text


def at_time(time_ns: int) -> str:
    """``at 12.40 s``."""
    return f"at {decimals(ns_to_seconds(time_ns))} s"


def until_time(time_ns: int) -> str:
    """``until 12.40 s``."""
    return f"until {decimals(ns_to_seconds(time_ns))} s"


def position_text(name: str, x: float, y: float) -> str:
    """``robot at (3.10, 22.00)``; NaN is ``robot absent``."""
    return f"{name} absent" if x != x else f"{name} at ({decimals(x)}, {decimals(y)})"


def missing_frames(first: int, last: int) -> str:
    """Why nothing is known about a range of ticks, both included."""
    return f"frame {first} is missing" if first == last else f"frames {first} to {last} are missing"


def clause_text(clause: Clause) -> str:
    """A clause in words."""
    p = atom_text(clause.p)
    if clause.q is None:
        return f"{clause.op} {p}"
    q = atom_text(clause.q)
    return f"{p} before {q}" if clause.op == "before" else f"never {p} during {q}"


def decided_text(clause: Clause, decision: bool, values: str, time_ns: int) -> str:
    """Why a sample decided a clause."""
    what = {
        "always": "false",
        "never": "true",
        "eventually": "true",
        "never_during": "both true",
        "before": "first true, second not yet" if decision else "second true, first not yet",
    }[clause.op]
    return f"{clause_text(clause)}: {what} {at_time(time_ns)}, {values}"


def finished_text(clause: Clause, monitor: Monitor, values: str, time_ns: int) -> str:
    """Why a clause that no sample decided holds or is violated at the end of its scope.

    Args:
        clause: The clause.
        monitor: Its memory.
        values: Those of its last sample, or of the one on which both atoms of ``before`` first came true.
        time_ns: Episode time of the end.
    """
    if monitor.together_ns is not None:
        return f"{clause_text(clause)}: both first true {at_time(monitor.together_ns)}, {values}"
    count = "the only sample" if monitor.samples == 1 else f"all {monitor.samples} samples"
    what = {
        "always": "true",
        "never": "false",
        "eventually": "false",
        "never_during": "not both true",
        "before": "first false",
    }[clause.op]
    return f"{clause_text(clause)}: {what} on {count} {until_time(time_ns)}, {values}"


def unknown_text(clause: Clause, monitor: Monitor, cause: str, time_ns: int) -> str:
    """Why a clause cannot be judged at the end of its scope; the cause is that of its first unknown sample."""
    if not monitor.samples:
        return f"{clause_text(clause)}: never sampled {until_time(time_ns)}"
    count = f"{monitor.unknown_samples} of {monitor.samples} samples"
    return f"{clause_text(clause)}: unknown on {count} {until_time(time_ns)}, first {cause}"


def truncated_text(clause: Clause, time_ns: int) -> str:
    """Why a clause is unknown at the end of a recording that was cut off."""
    return f"{clause_text(clause)}: unknown ({TRUNCATED}), no frames after {decimals(ns_to_seconds(time_ns))} s"


def values_text(clause: Clause, robot: str, truth: Truth) -> str:
    """The values that the atoms of a clause have on the present sample."""
    parts = atom_values(clause.p, robot, truth)
    if clause.q is not None:
        parts += atom_values(clause.q, robot, truth)
    return ", ".join(dict.fromkeys(parts))


def atom_values(atom: Atom, robot: str, truth: Truth) -> list[str]:
    """What an atom reads of the present sample, one text for each thing read."""
    match atom:
        case NotAtom():
            return atom_values(atom.atom, robot, truth)
        case MembershipAtom():
            place = [] if truth.places.area(atom.zone) else [f"place {atom.zone!r} is unknown"]
            return [_position(atom.subject, robot, truth), *place]
        case DistanceAtom():
            return _distance_values(atom, robot, truth)
        case FieldAtom():
            return [_field_text(atom, truth)]


def phase_text(phase: Phase) -> str:
    """A phase in words."""
    if isinstance(phase, GotoPhase):
        if phase.target is not None:
            return f"goto {phase.target}"
        return "hold" if phase.pose is None else f"goto ({decimals(phase.pose.x)}, {decimals(phase.pose.y)})"
    if isinstance(phase, GesturePhase):
        return f"gesture {phase.gesture}"
    return f"reach {phase.configuration or 'a pose'}"


def phase_met_text(phase: Phase, robot: str, arrived_ns: int, truth: Truth) -> str:
    """Why a phase is met, with the positions of the robot, of whom it went to, and of all that it waited for."""
    until = f", then {atom_text(phase.until)}" if phase.until is not None else ""
    arrived = f"arrived {at_time(arrived_ns)}{until}, met {at_time(truth.sample.time_ns)}"
    values = [_position(robot, robot, truth)]
    target = phase.target if isinstance(phase, GotoPhase) else None
    if target is not None and truth.places.area(target) is None:
        values.append(_position(target, robot, truth))
    if phase.until is not None:
        values += atom_values(bound(phase.until, robot), robot, truth)
    return f"{phase_text(phase)}: {arrived}, {', '.join(dict.fromkeys(values))}"


def phase_failed_text(phase: Phase, status: str, robot: str, sample: Sample) -> str:
    """Why an action of a robot failed its phase."""
    what = f"no adapter for {phase.kind}" if status == "unsupported" else status
    return f"{phase_text(phase)}: {what} {at_time(sample.time_ns)}{_robot_suffix(robot, sample)}"


def misfire_text(signal: str, distance: float | None) -> str:
    """Why a signal away from the goal fails a phase."""
    where = "at an unknown distance" if distance is None else f"{decimals(distance)} m"
    return f"signaled {signal} {where} from goal"


def dropped_text(cause: str, time_ns: int) -> str:
    """Why a phase was dropped."""
    return f"dropped {at_time(time_ns)}: {cause}"


def phase_abort_text(index: int, robot: str, reason: str) -> str:
    """Why a failed phase ends the episode."""
    return f"phase {index} failed on robot {robot}: {reason}"


def violation_text(identity: str, clause: Clause, robot: str) -> str:
    """Why a violated clause ends a task or the episode."""
    return f"condition {identity} ({clause_text(clause)}) violated on robot {robot}"


def finished_after(time_ns: int) -> str:
    """Why an episode is a success."""
    return f"finished after {ns_to_seconds(time_ns):.1f}s"


def _robot_suffix(robot: str, sample: Sample) -> str:
    row = sample.robot(robot)
    return f", {robot} absent" if row is None else f", {position_text(robot, row[0], row[1])}"


def _subject(name: str, robot: str, truth: Truth) -> Subject | None:
    return truth.places.subject(robot if name == ROBOT else name)


def _position(name: str, robot: str, truth: Truth) -> str:
    subject = _subject(name, robot, truth)
    if subject is None:
        return f"subject {name!r} is unknown"
    row = subject.row(truth.sample)
    return position_text(name, row[0], row[1])


def _distance_values(atom: DistanceAtom, robot: str, truth: Truth) -> list[str]:
    parts = [_position(atom.subject, robot, truth), _position(atom.other, robot, truth)]
    subject, other = _subject(atom.subject, robot, truth), _subject(atom.other, robot, truth)
    if subject is None or other is None:
        return parts
    one, two = subject.row(truth.sample), other.row(truth.sample)
    dx, dy = one[0] - two[0], one[1] - two[1]
    apart = math.sqrt(dx * dx + dy * dy)
    return parts if apart != apart else [*parts, f"{decimals(apart)} m apart"]


def _field_text(atom: FieldAtom, truth: Truth) -> str:
    name = f"{atom.entity}.{atom.field}"
    if truth.facts.column(atom.entity, atom.field) is None and not truth.facts.is_robot_field(atom.entity, atom.field):
        return f"field {name!r} is unknown"
    text = truth.facts.text(atom.entity, atom.field, truth.sample)
    return f"{name} has no value" if text is None else f"{name} is {text or 'empty'}"
