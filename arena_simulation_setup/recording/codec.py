"""Episode starts, orders, verdicts and outcomes as bytes of their messages; frames have ``frame_codec``."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

from attrs import frozen

from arena_simulation_setup.episode_json import (
    episode_from_text,
    episode_text,
    layout_from_text,
    layout_text,
    request_from_text,
    request_text,
)
from arena_simulation_setup.frame import EpisodeStart
from arena_simulation_setup.order import Order
from arena_simulation_setup.recording.cdr import Buffer, CdrReader, CdrWriter, code_of, name_of
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.verdict import (
    OUTCOME_STATES,
    PHASE_OUTCOMES,
    VERDICT_STATES,
    EpisodeOutcome,
    PhaseOutcome,
    Verdict,
)

UNDECIDED_TICK = -1
_SMALLEST_ENTRY = 16

Value = TypeVar("Value")


@frozen
class VerdictSnapshot:
    """Everything that the Judge says after one tick.

    Attributes:
        tick: Tick of the frame that was judged last.
        time_ns: Its time since the start of the episode, nanoseconds.
        verdicts: One per clause and robot, in the order of the Judge.
        phases: One per phase, in the order of the Judge.
    """

    tick: int
    time_ns: int
    verdicts: tuple[Verdict, ...] = ()
    phases: tuple[PhaseOutcome, ...] = ()


@frozen
class OutcomeRecord:
    """How a recorded episode ended.

    Attributes:
        episode_id: Number of the episode.
        episode_hash: Hash of its canonical text.
        outcome: The end.
    """

    episode_id: int
    episode_hash: str
    outcome: EpisodeOutcome


def encode_start(start: EpisodeStart) -> bytes:
    """The start of an episode, or its layout from a later tick on, as the bytes of one message.

    Raises:
        RecordingError: If something in it has no canonical text; the text says what.
    """
    writer = CdrWriter()
    writer.number("Q", start.tick)
    writer.text(_checked("episode", episode_text, start.episode))
    writer.text(_checked("layout", layout_text, start.layout))
    writer.text(start.world_json)
    writer.text(json.dumps(dict(start.versions), sort_keys=True, ensure_ascii=False))
    return writer.data()


def decode_start(data: Buffer) -> EpisodeStart:
    """The start that ``encode_start`` wrote.

    Raises:
        RecordingError: If the bytes are no such message or its texts no episode and layout.
    """
    reader = CdrReader(data)
    tick = reader.number("Q")
    episode, layout, world, versions = (reader.text() for _ in range(4))
    reader.end()
    return EpisodeStart(
        tick,
        _checked("episode", episode_from_text, episode),
        _checked("layout", layout_from_text, layout),
        world,
        _checked("versions", _versions, versions),
    )


def encode_order(order: Order) -> bytes:
    """An order as the bytes of one message.

    Raises:
        RecordingError: If its request has no canonical text or a number does not fit.
    """
    payload = _checked("order", request_text, order.request)
    writer = CdrWriter()
    writer.number("Q", order.tick)
    writer.number("I", order.sequence)
    writer.text(json.loads(payload)["kind"])
    writer.text(payload)
    return writer.data()


def decode_order(data: Buffer) -> Order:
    """The order that ``encode_order`` wrote.

    Raises:
        RecordingError: If the bytes are no such message or its payload no request of its kind.
    """
    reader = CdrReader(data)
    tick, sequence, kind, payload = reader.number("Q"), reader.number("I"), reader.text(), reader.text()
    reader.end()
    request = _checked("order", request_from_text, payload)
    if json.loads(payload)["kind"] != kind:
        raise RecordingError(f"order {sequence} says it is a {kind!r}, its payload is {payload!r}")
    return Order(tick, sequence, request)


def encode_verdicts(snapshot: VerdictSnapshot) -> bytes:
    """All verdicts and phases after one tick as the bytes of one message.

    Raises:
        RecordingError: If a state is unknown, a number does not fit or a text can not be written.
    """
    writer = CdrWriter()
    writer.number("Q", snapshot.tick)
    writer.number("q", snapshot.time_ns)
    writer.number("I", len(snapshot.verdicts))
    for verdict in snapshot.verdicts:
        for text in (verdict.id, verdict.op, verdict.p, verdict.q, verdict.robot):
            writer.text(text)
        _write_decision(writer, code_of(VERDICT_STATES, verdict.state, "verdict state"), verdict.tick, verdict.reason)
    writer.number("I", len(snapshot.phases))
    for phase in snapshot.phases:
        writer.text(phase.robot)
        writer.number("I", phase.index)
        writer.text(phase.kind)
        _write_decision(writer, code_of(PHASE_OUTCOMES, phase.outcome, "phase outcome"), phase.tick, phase.reason)
    return writer.data()


def decode_verdicts(data: Buffer) -> VerdictSnapshot:
    """The snapshot that ``encode_verdicts`` wrote.

    Raises:
        RecordingError: If the bytes are no such message.
    """
    reader = CdrReader(data)
    tick, time_ns = reader.number("Q"), reader.number("q")
    verdicts = tuple(_read_verdict(reader) for _ in range(reader.count(_SMALLEST_ENTRY)))
    phases = tuple(_read_phase(reader) for _ in range(reader.count(_SMALLEST_ENTRY)))
    reader.end()
    return VerdictSnapshot(tick, time_ns, verdicts, phases)


def encode_outcome(record: OutcomeRecord) -> bytes:
    """The end of an episode as the bytes of one message.

    Raises:
        RecordingError: If its state is unknown, a number does not fit or a text can not be written.
    """
    writer = CdrWriter()
    writer.number("I", record.episode_id)
    writer.text(record.episode_hash)
    writer.number("B", code_of(OUTCOME_STATES, record.outcome.state, "episode state"))
    writer.number("Q", record.outcome.tick)
    writer.text(record.outcome.reason)
    return writer.data()


def decode_outcome(data: Buffer) -> OutcomeRecord:
    """The end that ``encode_outcome`` wrote.

    Raises:
        RecordingError: If the bytes are no such message.
    """
    reader = CdrReader(data)
    episode_id, episode_hash = reader.number("I"), reader.text()
    state = name_of(OUTCOME_STATES, reader.number("B"), "episode state")
    outcome = EpisodeOutcome(state, reader.number("Q"), reader.text())
    reader.end()
    return OutcomeRecord(episode_id, episode_hash, outcome)


def _write_decision(writer: CdrWriter, state: int, tick: int | None, reason: str) -> None:
    writer.number("B", state)
    writer.number("q", UNDECIDED_TICK if tick is None else tick)
    writer.text(reason)


def _read_tick(reader: CdrReader) -> int | None:
    tick: int = reader.number("q")
    return None if tick == UNDECIDED_TICK else tick


def _read_verdict(reader: CdrReader) -> Verdict:
    name, op, p, q, robot = (reader.text() for _ in range(5))
    state = name_of(VERDICT_STATES, reader.number("B"), "verdict state")
    return Verdict(name, op, p, q, robot, state, _read_tick(reader), reader.text())


def _read_phase(reader: CdrReader) -> PhaseOutcome:
    robot, index, kind = reader.text(), reader.number("I"), reader.text()
    outcome = name_of(PHASE_OUTCOMES, reader.number("B"), "phase outcome")
    return PhaseOutcome(robot, index, kind, outcome, _read_tick(reader), reader.text())


def _versions(text: str) -> tuple[tuple[str, str], ...]:
    versions = json.loads(text)
    if not isinstance(versions, dict) or not all(isinstance(version, str) for version in versions.values()):
        raise ValueError(f"expected an object of texts, got {text!r}")
    return tuple(versions.items())


def _checked(what: str, convert: Callable[[Any], Value], value: Any) -> Value:
    try:
        return convert(value)
    except (ValueError, RecursionError) as problem:
        raise RecordingError(f"{what}: {problem}") from None
