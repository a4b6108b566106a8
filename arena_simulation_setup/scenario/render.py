"""Tasks in words, for planners that follow language and for people who read a scenario.

The robot that is asked is ``you``. Whatever was authored as ``text`` is said as it stands; everything else comes from
fixed templates, so that the same task always has the same words.
"""

from collections.abc import Iterable, Mapping

from arena_simulation_setup.conditions.atom import Atom, DistanceAtom, FieldAtom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, Phase, ReachPhase
from arena_simulation_setup.world.zone import Zone

YOU = "robot"

_BOOLEANS = ("true", "false")

_CLAUSES = {
    "always": "It must hold all the time that {p}.",
    "never": "It must never happen that {p}.",
    "eventually": "It must happen at some time that {p}.",
    "before": "It must happen that {p} before it happens that {q}.",
    "never_during": "It must never happen that {p} while {q}.",
}


def place_nouns(zones: Iterable[tuple[str, Zone]]) -> dict[str, str]:
    """What people call the zones of a world: their descriptions, where these are one line of plain text.

    A zone is found by ``<name>/<level>``, and by its name where the zones of that name are called alike.

    Args:
        zones: Level and zone.
    """
    descriptions = [(zone.name, level, _plain_line(zone.description)) for level, zone in zones]
    nouns = {f"{name}/{level}": described for name, level, described in descriptions if described}
    for name, _, described in descriptions:
        alike = all(other == described for namesake, _, other in descriptions if namesake == name)
        if described and alike:
            nouns[name] = described
    return nouns


def render_phase(phase: Phase, nouns: Mapping[str, str]) -> str:
    """A phase as an instruction: one sentence, and one more for each of its conditions; an authored text stands alone.

    Args:
        phase: The phase.
        nouns: Name of a place to what people call it; other names are said with blanks for underscores.
    """
    if phase.text:
        return phase.text
    until = "" if phase.until is None else f" and wait until {render_atom(phase.until, nouns)}"
    conditions = (render_clause(clause, nouns) for clause in phase.conditions)
    return " ".join([f"{_deed(phase, nouns)}{until}.", *conditions])


def render_clause(clause: Clause, nouns: Mapping[str, str]) -> str:
    """A clause as one sentence; an authored text stands alone."""
    if clause.text:
        return clause.text
    q = "" if clause.q is None else render_atom(clause.q, nouns)
    return _CLAUSES[clause.op].format(p=render_atom(clause.p, nouns), q=q)


def render_task(phases: Iterable[Phase], conditions: Iterable[Clause], nouns: Mapping[str, str]) -> str:
    """Phases in their order, then the conditions over all of them."""
    sentences = [
        _then(phase, render_phase(phase, nouns)) if index else render_phase(phase, nouns)
        for index, phase in enumerate(phases)
    ]
    return " ".join([*sentences, *(render_clause(clause, nouns) for clause in conditions)])


def render_atom(atom: Atom, nouns: Mapping[str, str]) -> str:
    """An atom as half a sentence, such as ``you are not in Ward kitchen``."""
    plain, negation = (atom.atom, " not") if isinstance(atom, NotAtom) else (atom, "")
    match plain:
        case MembershipAtom():
            return f"{_subject(plain.subject, nouns)}{negation} in {_noun(plain.zone, nouns)}"
        case DistanceAtom():
            other = "you" if plain.other == YOU else _noun(plain.other, nouns)
            return f"{_subject(plain.subject, nouns)}{negation} within {plain.radius:g} m of {other}"
        case FieldAtom():
            return _field_in_words(plain, negation, _noun(plain.entity, nouns))


def _field_in_words(atom: FieldAtom, negation: str, entity: str) -> str:
    field = atom.field.replace("_", " ")
    if atom.value not in _BOOLEANS:
        return f"the {field} of {entity} is{negation} {atom.value}"
    holds = (atom.value == "true") is not bool(negation)
    return f"{entity} is{'' if holds else ' not'} {field}"


def _deed(phase: Phase, nouns: Mapping[str, str]) -> str:
    match phase:
        case GotoPhase():
            return _going(phase, nouns) + _parking(phase) + (f" and signal {phase.signal}" if phase.signal else "")
        case GesturePhase():
            gesture = "a gesture" if phase.gesture == "random" else f"the gesture {_noun(phase.gesture, {})}"
            return f"Make {gesture}{_mount(phase.instance)}"
        case ReachPhase():
            return f"Reach {_reached(phase)}{_mount(phase.instance)}"


def _going(phase: GotoPhase, nouns: Mapping[str, str]) -> str:
    if phase.target is not None:
        return f"Go to {_noun(phase.target, nouns)}"
    if phase.pose is None:
        return "Stay where you are"
    return f"Go to ({_decimal(phase.pose.x)}, {_decimal(phase.pose.y)})"


def _parking(phase: GotoPhase) -> str:
    if not phase.hold_time:
        return ""
    seconds = f"{phase.hold_time:g} second{'' if phase.hold_time == 1.0 else 's'}"
    return f" for {seconds}" if phase.kind == "hold" else f" and stay there for {seconds}"


def _reached(phase: ReachPhase) -> str:
    if phase.pose is None:
        configuration = phase.configuration or "random"
        return "anywhere" if configuration == "random" else f"the configuration {_noun(configuration, {})}"
    numbers = ", ".join(_decimal(number) for number in (phase.pose.x, phase.pose.y, phase.pose.z))
    return f"to ({numbers})" + (f" in the frame {phase.frame}" if phase.frame else "")


def _mount(instance: str) -> str:
    return f" with {_noun(instance, {})}" if instance else ""


def _subject(name: str, nouns: Mapping[str, str]) -> str:
    return "you are" if name == YOU else f"{_noun(name, nouns)} is"


def _noun(name: str, nouns: Mapping[str, str]) -> str:
    if name in nouns:
        return nouns[name]
    bare, _, level = name.partition("/")
    spoken = bare.replace("_", " ")
    return f"{spoken} on level {level}" if level else spoken


def _then(phase: Phase, sentence: str) -> str:
    return f"Then: {sentence}" if phase.text else f"Then {sentence[0].lower()}{sentence[1:]}"


def _decimal(number: float) -> str:
    # The sum turns -0.0 into 0.0.
    return f"{round(number, 1) + 0.0:.1f}"


def _plain_line(description: str) -> str:
    line = description.strip()
    return line if line.isprintable() else ""
