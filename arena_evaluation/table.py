"""Verdicts and replays as plain text."""

from collections.abc import Iterable, Sequence

from arena_evaluation.comparison import outcome_text
from arena_evaluation.replay import ReplayResult
from arena_simulation_setup.verdict import PhaseOutcome, Verdict

_GAP = "  "


def text_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Left-aligned columns, two blanks apart, with a line below the header; the last column is not padded."""
    lines = [tuple(header), *(tuple(cell.replace("\n", " ") for cell in row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join(
        _GAP.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def verdict_table(verdicts: Iterable[Verdict]) -> str:
    """One line per verdict: robot, id, clause, state, deciding tick, reason."""
    rows = [
        (verdict.robot, verdict.id, _clause(verdict), verdict.state, _tick(verdict.tick), verdict.reason)
        for verdict in verdicts
    ]
    return text_table(("robot", "id", "clause", "state", "tick", "reason"), rows)


def phase_table(phases: Iterable[PhaseOutcome]) -> str:
    """One line per phase: robot, index, kind, outcome, tick of its end, reason."""
    rows = [
        (phase.robot, str(phase.index), phase.kind, phase.outcome, _tick(phase.tick), phase.reason) for phase in phases
    ]
    return text_table(("robot", "phase", "kind", "outcome", "tick", "reason"), rows)


def replay_text(result: ReplayResult) -> str:
    """A replay as a person reads it: verdicts, phases, outcome, and whether they are what was recorded."""
    parts = [verdict_table(result.judged_verdicts)] if result.judged_verdicts else []
    parts += [phase_table(result.judged_phases)] if result.judged_phases else []
    cut = " (truncated)" if result.truncated else ""
    ending = [f"{result.path}: {result.frames} frames{cut}, outcome {outcome_text(result.judged_outcome)}"]
    ending += [f"unknown (truncated): {robot} {name}" for robot, name in result.undecided]
    ending += [f"differs: {difference}" for difference in result.differences]
    ending.append("agrees with the recorded verdicts" if result.agreement else "DISAGREES with the recorded verdicts")
    return "\n\n".join((*parts, "\n".join(ending)))


def _clause(verdict: Verdict) -> str:
    return " | ".join((f"{verdict.op} {verdict.p}", verdict.q)) if verdict.q else f"{verdict.op} {verdict.p}"


def _tick(tick: int | None) -> str:
    return "" if tick is None else str(tick)
