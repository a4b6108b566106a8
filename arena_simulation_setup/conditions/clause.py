"""Clauses: an operator over one or two atoms."""

from attrs import frozen

from arena_simulation_setup.conditions.atom import Atom

UNARY_OPS = ("always", "never", "eventually")
BINARY_OPS = ("before", "never_during")
OPS = UNARY_OPS + BINARY_OPS

CONTINUE = "continue"
STOP_TASK = "stop_task"
ABORT_EPISODE = "abort_episode"
FAILURE_POLICIES = (CONTINUE, STOP_TASK, ABORT_EPISODE)


@frozen
class Clause:
    """One condition.

    Attributes:
        op: One of ``OPS``.
        p: First atom.
        q: Second atom, exactly for the binary ops.
        text: What it means in words, as authored.
        on_failure: What a violation does: one of ``FAILURE_POLICIES``.
    """

    op: str
    p: Atom
    q: Atom | None = None
    text: str = ""
    on_failure: str = CONTINUE
