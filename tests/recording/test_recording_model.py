"""Recordings against a model: what was written is what is read, and a cut anywhere leaves whole parts only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from attrs import evolve, field, mutable
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from small_episode import RATE, start_of

from arena_evaluation.replay import replay
from arena_simulation_setup.frame import CONTACT_KINDS, RESULT_STATUSES, EpisodeStart, Frame
from arena_simulation_setup.order import CommandVelocity, Order, SetField
from arena_simulation_setup.recording.codec import VerdictSnapshot
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.recording.writer import RecordingWriter
from arena_simulation_setup.timebase import tick_time_ns
from arena_simulation_setup.verdict import EpisodeOutcome, Verdict

TOPICS = ("/frame", "/orders", "/verdicts", "/episode")
LARGEST_GAP = 40
BACKWARDS = CommandVelocity("jackal_0", -1.0, 0.0, -0.0)
Step = tuple[Any, ...]
Event = Frame | Order | VerdictSnapshot | EpisodeStart

# Angles are as wild as everything else; the tree of transforms takes their sine.
pytestmark = pytest.mark.filterwarnings("ignore:invalid value encountered:RuntimeWarning")

# What is drawn beside numbers: how far the next tick lies, and what is written before and after the frame.
STEPS = st.tuples(
    st.integers(1, LARGEST_GAP),
    arrays.arrays(np.float64, (1, 6)),
    arrays.arrays(np.float64, (4, 5)),
    arrays.arrays(np.float64, (1,)),
    st.sampled_from((0, 1, 2, 255)),
    st.lists(
        st.tuples(st.just(0), st.integers(0, len(CONTACT_KINDS) - 1), st.integers(-1, 2)), max_size=3, unique=True
    ),
    st.lists(st.tuples(st.just(0), st.integers(0, 9), st.integers(0, len(RESULT_STATUSES) - 1)), max_size=2),
    st.sets(st.sampled_from(("order", "verdicts", "flush", "person")), max_size=3),
)


@mutable
class Model:
    """A recording and what should be in it.

    Attributes:
        path: The file.
        finished: Whether it is finished with an outcome, or left as by a killed process.
        events: What was written, in order.
        parts: Size of the file and number of events in it, whenever it has grown.
    """

    path: Path
    finished: bool
    events: list[Event] = field(factory=list)
    parts: list[tuple[int, int]] = field(factory=list)

    def write(self, steps: Sequence[Step]) -> None:
        start, tick, people = start_of(), -1, 2
        writer = RecordingWriter(self.path, start)
        self.events.append(start)
        self._grown()
        for gap, robots, rows, numbers, code, contacts, results, further in steps:
            tick += gap
            if "person" in further and people < 4:
                people += 1
                names = ("Ann", "Bö", "Cy", "Di")[:people]
                bigger = evolve(start, tick=tick, world_json="", layout=evolve(start.layout, people=names))
                self._note(writer.write_start, bigger)
            if "order" in further:
                request = SetField("entrance/0", "state", "open") if tick % 2 else BACKWARDS
                order = Order(tick, len(self.events), request)
                self._note(writer.write_order, order)
            frame = Frame(
                tick, tick_time_ns(tick, RATE), robots, rows[:people], numbers, [code], contacts, [255], results
            )
            self._note(writer.write_frame, frame)
            if "verdicts" in further:
                verdict = Verdict("e0", "eventually", "p", "", "jackal_0", "holds", tick, f"at {tick}")
                snapshot = VerdictSnapshot(tick, frame.time_ns, (verdict,))
                self._note(writer.write_verdicts, snapshot)
            if "flush" in further:
                writer.flush()
                self._grown()
        if self.finished:
            writer.finish(EpisodeOutcome("SUCCESS", max(0, tick), "finished"))
        else:
            writer.flush()
            writer.abandon()
        self._grown()

    def _note(self, write: Callable[[Any], None], event: Event) -> None:
        write(event)
        self._grown()
        self.events.append(event)

    def _grown(self) -> None:
        size = self.path.stat().st_size
        if not self.parts or size > self.parts[-1][0]:
            self.parts.append((size, len(self.events)))

    def allowed(self, length: int) -> set[int]:
        """How many events may be in the first bytes: those of all whole parts, or of one more without its index."""
        before = max((count for size, count in self.parts if size <= length), default=0)
        after = min((count for size, count in self.parts if size > length), default=before)
        return {before, after}


def read(path: Path) -> list[Event]:
    return [message.value for message in open_recording(path).messages(TOPICS)]


@settings(max_examples=40, deadline=None)
@given(st.lists(STEPS, max_size=12), st.booleans(), st.data())
def test_a_cut_at_any_byte_leaves_what_whole_parts_hold(steps: list[Step], finished: bool, data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        model = Model(Path(folder) / "a.mcap", finished)
        model.write(steps)
        assert read(model.path) == model.events
        assert open_recording(model.path).truncated == (not finished)
        content = model.path.read_bytes()
        edges = [size + shift for size, _ in model.parts for shift in (-1, 0, 1)]
        lengths = st.one_of(
            st.integers(0, len(content) - 1), st.sampled_from(edges).filter(lambda at: at < len(content))
        )
        for length in data.draw(st.lists(lengths, min_size=1, max_size=8)):
            model.path.write_bytes(content[:length])
            try:
                found = read(model.path)
            except RecordingError:
                # Only where not even the start is whole.
                assert 0 in model.allowed(length)
                continue
            assert found == model.events[: len(found)]
            assert len(found) in model.allowed(length)
            assert open_recording(model.path).truncated


@settings(max_examples=25, deadline=None)
@given(st.lists(STEPS, min_size=1, max_size=8), st.booleans(), st.data())
def test_a_cut_recording_is_judged_or_refused_in_one_way(
    steps: list[Step], finished: bool, data: st.DataObject
) -> None:
    with TemporaryDirectory() as folder:
        model = Model(Path(folder) / "a.mcap", finished)
        model.write(steps)
        content = model.path.read_bytes()
        length = data.draw(st.integers(0, len(content)))
        model.path.write_bytes(content[:length])
        frames = 0
        try:
            frames = sum(isinstance(event, Frame) for event in read(model.path))
            result = replay(model.path)
        except RecordingError:
            assert 0 in model.allowed(length)
            return
        assert result.frames == frames
        assert result.truncated == (length < len(content) or not finished)
