"""Runs a Judge over frames and records both, in the order in which a simulation does."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.frame import EpisodeStart, Frame
from arena_simulation_setup.order import Order, SubmitPhases
from arena_simulation_setup.recording.codec import VerdictSnapshot
from arena_simulation_setup.recording.writer import RecordingWriter


def record_judged(
    path: Path,
    start: EpisodeStart,
    frames: Iterable[Frame],
    tasks: Mapping[int, SubmitPhases] | None = None,
    cancelled: str | None = None,
    killed: bool = False,
) -> Judge:
    """Record until the Judge ends the episode or the frames do; the Judge as it was online is returned."""
    judge = Judge(start.episode, start.layout)
    writer = RecordingWriter(path, start)
    last, said = None, None
    for frame in frames:
        task = (tasks or {}).get(frame.tick)
        if task is not None:
            judge.submit(task, last)
            writer.write_order(Order(frame.tick, 0, task))
        judge.observe(frame)
        writer.write_frame(frame)
        last, said = frame, _say(writer, judge, frame, said)
        if judge.outcome is not None:
            break
    assert last is not None
    if killed:
        writer.flush()
        writer.abandon()
        return judge
    if cancelled is not None:
        judge.close("SKIPPED", cancelled, last.tick)
        _say(writer, judge, last, said)
    writer.finish(judge.outcome)
    return judge


def _say(writer: RecordingWriter, judge: Judge, frame: Frame, said: object) -> object:
    now = (judge.verdicts(), judge.phases())
    if now != said:
        writer.write_verdicts(VerdictSnapshot(frame.tick, frame.time_ns, *now))
    return now
