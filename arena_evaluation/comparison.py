"""Differences between what was said online and what the recording says when it is judged again."""

from collections.abc import Iterable, Iterator

from arena_simulation_setup.recording.codec import VerdictSnapshot
from arena_simulation_setup.verdict import PENDING, EpisodeOutcome, PhaseOutcome, Verdict

Decision = Verdict | PhaseOutcome
Name = tuple[str, str]


def name_of(decision: Decision) -> Name:
    """Robot, and the verdict's id or the phase's index."""
    return decision.robot, decision.id if isinstance(decision, Verdict) else f"phase {decision.index}"


def state_of(decision: Decision) -> str:
    """State of a verdict, outcome of a phase."""
    return decision.state if isinstance(decision, Verdict) else decision.outcome


def decisions(snapshot: VerdictSnapshot) -> tuple[Decision, ...]:
    """Verdicts, then phases."""
    return (*snapshot.verdicts, *snapshot.phases)


def differences(recorded: Iterable[Decision], judged: Iterable[Decision], excused: frozenset[Name]) -> Iterator[str]:
    """One sentence for each verdict or phase that differs in anything, also in its place in the list.

    Args:
        recorded: What was said online.
        judged: What is said now.
        excused: Names that are not compared, because the recording ends before they were decided.
    """
    online = {name_of(decision): decision for decision in recorded}
    again = {name_of(decision): decision for decision in judged}
    for name in dict.fromkeys((*online, *again)):
        ours, theirs = again.get(name), online.get(name)
        if ours != theirs and name not in excused:
            yield f"{name[0]} {name[1]}: recorded {described(theirs)}, judged {described(ours)}"
    if set(online) == set(again) and list(online) != list(again):
        yield f"order: recorded {_listed(online)}, judged {_listed(again)}"


def outcome_difference(recorded: EpisodeOutcome | None, judged: EpisodeOutcome | None) -> Iterator[str]:
    """A sentence where the ends of the episode differ."""
    if recorded != judged:
        yield f"outcome: recorded {outcome_text(recorded)}, judged {outcome_text(judged)}"


def described(decision: Decision | None) -> str:
    """State, tick and reason in words."""
    if decision is None:
        return "nothing"
    if decision.tick is None:
        return state_of(decision)
    return f"{state_of(decision)} at tick {decision.tick} ({decision.reason})"


def outcome_text(outcome: EpisodeOutcome | None) -> str:
    """State, tick and reason of an end in words."""
    return "nothing" if outcome is None else f"{outcome.state} at tick {outcome.tick} ({outcome.reason})"


def undecided(judged: Iterable[Decision]) -> frozenset[Name]:
    """Names of what is still open."""
    return frozenset(name_of(decision) for decision in judged if state_of(decision) == PENDING)


def _listed(names: Iterable[Name]) -> str:
    return ", ".join(" ".join(name) for name in names)
