"""Verdicts and phases as plain text."""

from collections.abc import Iterable, Sequence

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


def _clause(verdict: Verdict) -> str:
    return " | ".join((f"{verdict.op} {verdict.p}", verdict.q)) if verdict.q else f"{verdict.op} {verdict.p}"


def _tick(tick: int | None) -> str:
    return "" if tick is None else str(tick)
