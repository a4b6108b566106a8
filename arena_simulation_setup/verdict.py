"""Verdicts: what clauses and phases say about the frames so far, and how an episode ends."""

from attrs import frozen

PENDING, HOLDS, VIOLATED, UNKNOWN = "pending", "holds", "violated", "unknown"
VERDICT_STATES = (PENDING, HOLDS, VIOLATED, UNKNOWN)

MET, FAILED, DROPPED = "met", "failed", "dropped"
PHASE_OUTCOMES = (PENDING, MET, FAILED, DROPPED)

OUTCOME_STATES = ("QUEUED", "RUNNING", "SUCCESS", "FAILED", "SKIPPED", "FATAL")


@frozen
class Verdict:
    """State of one clause for one robot.

    Attributes:
        id: ``e<i>`` (episode), ``r<request>:<i>`` (request) or ``<phase>:<i>`` (phase).
        op: Operator of the clause.
        p: Text of the first atom.
        q: Text of the second atom; empty for unary ops.
        robot: The robot it is judged for.
        state: One of ``VERDICT_STATES``.
        tick: Tick that decided it; None while pending.
        reason: Sentence with the values that decided it; empty while pending.
    """

    id: str
    op: str
    p: str
    q: str
    robot: str
    state: str = PENDING
    tick: int | None = None
    reason: str = ""


@frozen
class PhaseOutcome:
    """State of one phase of a robot.

    Attributes:
        robot: The robot.
        index: Number of the phase over the whole episode.
        kind: ``goto``, ``hold``, ``gesture`` or ``reach``.
        outcome: One of ``PHASE_OUTCOMES``.
        tick: Tick that ended it; None while pending.
        reason: Sentence with the values that ended it; empty while pending.
    """

    robot: str
    index: int
    kind: str
    outcome: str = PENDING
    tick: int | None = None
    reason: str = ""


@frozen
class EpisodeOutcome:
    """How an episode ended.

    Attributes:
        state: One of ``OUTCOME_STATES``.
        tick: Last judged tick.
        reason: Sentence, such as ``finished after 41.3s`` or ``timeout``.
    """

    state: str
    tick: int
    reason: str


@frozen
class Observation:
    """What one frame changed.

    Attributes:
        verdicts: Verdicts whose state changed at this frame.
        phases: Phases whose outcome changed at this frame.
        stopped_robots: Robots whose task ended at this frame without being completed.
        outcome: The end of the episode, at the frame that ends it.
    """

    verdicts: tuple[Verdict, ...] = ()
    phases: tuple[PhaseOutcome, ...] = ()
    stopped_robots: tuple[str, ...] = ()
    outcome: EpisodeOutcome | None = None
