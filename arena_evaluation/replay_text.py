"""Replays as text for people and as plain values for JSON."""

from typing import Any

from attrs import asdict

from arena_evaluation.comparison import outcome_text
from arena_evaluation.replay import ReplayResult
from arena_evaluation.table import phase_table, verdict_table


def replay_text(result: ReplayResult) -> str:
    """A replay as a person reads it: verdicts, phases, outcome, and whether they are what was recorded."""
    parts = [verdict_table(result.judged_verdicts)] if result.judged_verdicts else []
    parts += [phase_table(result.judged_phases)] if result.judged_phases else []
    cut = " (truncated)" if result.truncated else ""
    ending = [f"{result.path}: {result.frames} frames{cut}, outcome {outcome_text(result.judged_outcome)}"]
    ending += [f"unknown (truncated): {robot} {name}" for robot, name in result.undecided]
    ending += [f"differs: {difference}" for difference in result.differences]
    ending.append("agrees with the recorded verdicts" if result.agrees else "DISAGREES with the recorded verdicts")
    return "\n\n".join((*parts, "\n".join(ending)))


def replay_mapping(result: ReplayResult) -> dict[str, Any]:
    """A replay as values that JSON holds; ``outcome`` and ``info`` are null where a cut recording does not say."""
    outcome = result.judged_outcome
    return {
        "recording": str(result.path),
        "agrees": result.agrees,
        "truncated": result.truncated,
        "frames": result.frames,
        "outcome": None if outcome is None else outcome.state,
        "info": None if outcome is None else outcome.reason,
        "verdicts": [asdict(verdict) for verdict in result.judged_verdicts],
        "phases": [asdict(phase) for phase in result.judged_phases],
        "undecided": [list(name) for name in result.undecided],
        "differences": list(result.differences),
    }
