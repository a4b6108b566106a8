"""A recording judged again says what was said online."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from judged_recording import record_judged
from small_episode import RATE, ROBOT, frame_at, start_of

from arena_evaluation.replay import replay
from arena_evaluation.replay_text import replay_mapping, replay_text
from arena_simulation_setup.conditions.atom import Atom, DistanceAtom, FieldAtom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import SubmitPhases
from arena_simulation_setup.recording.codec import VerdictSnapshot
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.recording.writer import RecordingWriter
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.verdict import EpisodeOutcome

IN_WARD = MembershipAtom(ROBOT, "ward")
DOOR_OPEN = FieldAtom("entrance", "state", "open")
NEAR_ANN = DistanceAtom(ROBOT, 0.95, "Ann")
ATOMS: tuple[Atom, ...] = (IN_WARD, DOOR_OPEN, NEAR_ANN, NotAtom(NEAR_ANN), FieldAtom(ROBOT, "met", "1"))
CLAUSES = st.one_of(
    st.builds(Clause, st.sampled_from(("always", "never", "eventually")), st.sampled_from(ATOMS)),
    st.builds(Clause, st.sampled_from(("before", "never_during")), st.sampled_from(ATOMS), st.sampled_from(ATOMS)),
)
CROSSING = (GotoPhase(pose=Pose(3.0, 0.0), tolerance_radius=0.2, tolerance_angle=0.0, hold_time=0.0, signal=""),)

FAR = (evolve(CROSSING[0], pose=Pose(100.0, 0.0)),)


def parked_at(x: float, tick: int, door: int = 0) -> Frame:
    frame = frame_at(tick, door, x)
    return evolve(frame, robots=[[x, 0.0, 0.1, 0.0, 0.0, 0.0]])


def crossing(ticks: int) -> list[Frame]:
    """The robot drives to x = 6 within the ward and stands there; the door opens on the way."""
    return [
        parked_at(6.0, tick, 2) if tick >= 6 * RATE else frame_at(tick, min(2, tick // RATE)) for tick in range(ticks)
    ]


def test_verdicts_phases_and_outcome_equal_those_of_the_running_episode(tmp_path: Path) -> None:
    start = start_of(
        (Clause("eventually", IN_WARD), Clause("before", DOOR_OPEN, IN_WARD), Clause("never", NEAR_ANN)),
        (GotoPhase(target="ward", hold_time=0.5, tolerance_radius=1.0, tolerance_angle=0.0, signal=""),),
    )
    online = record_judged(tmp_path / "a.mcap", start, crossing(8 * RATE))
    assert online.outcome is not None
    assert online.outcome.state == "SUCCESS"
    result = replay(tmp_path / "a.mcap")
    assert result.judged_verdicts == result.recorded_verdicts == online.verdicts()
    assert result.judged_phases == result.recorded_phases == online.phases()
    assert result.judged_outcome == result.recorded_outcome == online.outcome
    assert (result.agrees, result.differences, result.undecided) == (True, (), ())
    assert {verdict.state for verdict in result.judged_verdicts} == {"holds", "violated"}


def test_three_events_in_one_tick_come_back_with_the_same_ticks_and_order(tmp_path: Path) -> None:
    start = start_of(
        (
            Clause("before", DOOR_OPEN, IN_WARD),
            Clause("before", IN_WARD, DOOR_OPEN),
            Clause("never_during", DOOR_OPEN, IN_WARD),
            Clause("eventually", FieldAtom(ROBOT, "met", "1")),
        ),
        (GotoPhase(target="ward", hold_time=0.0, tolerance_radius=1.0, tolerance_angle=0.0, signal=""), *CROSSING),
    )
    frames = [parked_at(6.0, tick, 2) if tick >= 20 else parked_at(0.0, tick) for tick in range(60)]
    online = record_judged(tmp_path / "a.mcap", start, frames, cancelled="enough")
    result = replay(tmp_path / "a.mcap")
    assert result.agrees
    assert result.judged_verdicts == online.verdicts()
    assert result.judged_phases == online.phases()
    assert [phase.tick for phase in result.judged_phases if phase.outcome == "met"] == [20]
    assert 20 in [verdict.tick for verdict in result.judged_verdicts]
    assert list(open_recording(tmp_path / "a.mcap").verdicts())[-1].verdicts == online.verdicts()


@settings(max_examples=25, deadline=None)
@given(
    st.lists(CLAUSES, min_size=1, max_size=6).map(tuple),
    st.lists(st.tuples(st.floats(0.0, 9.0), st.integers(0, 2), st.booleans()), min_size=2, max_size=80),
    st.booleans(),
)
def test_whatever_happens_is_judged_alike_twice(
    tmp_path_factory: pytest.TempPathFactory,
    clauses: tuple[Clause, ...],
    states: list[tuple[float, int, bool]],
    killed: bool,
) -> None:
    path = tmp_path_factory.mktemp("any") / "a.mcap"
    frames = [frame_at(0, 0, 0.0)]
    frames += [frame_at(tick, door, x) for tick, (x, door, kept) in enumerate(states, 1) if kept]
    online = record_judged(path, start_of(clauses, CROSSING), frames, cancelled="cancelled", killed=killed)
    result = replay(path)
    assert result.differences == ()
    assert result.judged_phases == online.phases()
    if not killed:
        assert result.judged_verdicts == online.verdicts()


def test_phases_that_were_submitted_on_the_way_are_replayed(tmp_path: Path) -> None:
    condition = Clause("never", DOOR_OPEN)
    task = SubmitPhases(ROBOT, CROSSING, (condition,))
    online = record_judged(tmp_path / "a.mcap", start_of(), crossing(5 * RATE), {40: task}, cancelled="cancelled")
    result = replay(tmp_path / "a.mcap")
    assert result.agrees
    assert result.judged_verdicts == online.verdicts()
    assert [phase.kind for phase in result.judged_phases] == ["goto"]


def test_an_end_from_outside_is_taken_from_the_recording(tmp_path: Path) -> None:
    record_judged(tmp_path / "a.mcap", start_of(), crossing(30), cancelled="cancelled by the user")
    result = replay(tmp_path / "a.mcap")
    assert result.judged_outcome == EpisodeOutcome("SKIPPED", 29, "cancelled by the user")
    assert result.agrees


def test_a_cut_recording_leaves_open_what_comes_later_and_compares_the_rest(tmp_path: Path) -> None:
    start = start_of((Clause("eventually", DOOR_OPEN), Clause("eventually", IN_WARD)), CROSSING)
    record_judged(tmp_path / "a.mcap", start, crossing(80), killed=True)
    result = replay(tmp_path / "a.mcap")
    assert result.truncated
    assert result.agrees
    assert [verdict.state for verdict in result.recorded_verdicts] == ["holds", "pending"]
    assert [verdict.state for verdict in result.judged_verdicts] == ["holds", "unknown"]
    assert result.undecided == ((ROBOT, "e1"), (ROBOT, "phase 0"))
    assert result.judged_outcome is None
    text = replay_text(result)
    assert f"unknown (truncated): {ROBOT} e1" in text
    assert "80 frames (truncated)" in text
    mapping = json.loads(json.dumps(replay_mapping(result)))
    assert (mapping["agrees"], mapping["truncated"], mapping["outcome"]) == (True, True, None)
    assert [verdict["state"] for verdict in mapping["verdicts"]] == ["holds", "unknown"]
    assert mapping["undecided"] == [[ROBOT, "e1"], [ROBOT, "phase 0"]]


def test_a_cut_between_a_frame_and_its_verdicts_is_no_difference(tmp_path: Path) -> None:
    start = start_of((Clause("eventually", DOOR_OPEN),), FAR)
    writer = RecordingWriter(tmp_path / "a.mcap", start)
    record_judged(tmp_path / "b" / "b.mcap", start, crossing(1), cancelled="later")
    first = next(open_recording(tmp_path / "b" / "b.mcap").verdicts())
    writer.write_frame(frame_at(0))
    writer.write_verdicts(first)
    writer.write_frame(frame_at(1, door=2))
    writer.flush()
    writer.abandon()
    result = replay(tmp_path / "a.mcap")
    assert result.agrees
    assert result.undecided == ((ROBOT, "e0"), (ROBOT, "phase 0"))
    assert [verdict.state for verdict in result.judged_verdicts] == ["holds"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"tick": 61}, "recorded holds at tick 61"),
        ({"reason": "because"}, "(because)"),
        ({"state": "violated"}, "recorded violated at tick 60"),
    ],
)
def test_a_verdict_that_was_tampered_with_is_found(tmp_path: Path, change: dict[str, object], expected: str) -> None:
    start = start_of((Clause("eventually", DOOR_OPEN),), FAR)
    online = record_judged(tmp_path / "right" / "a.mcap", start, crossing(70), cancelled="cancelled")
    (verdict,) = online.verdicts()
    writer = RecordingWriter(tmp_path / "wrong" / "a.mcap", start)
    for frame in crossing(70):
        writer.write_frame(frame)
    writer.write_verdicts(VerdictSnapshot(69, frame.time_ns, (evolve(verdict, **change),), online.phases()))
    assert online.outcome is not None
    writer.finish(online.outcome)
    result = replay(writer.path)
    assert not result.agrees
    assert any(expected in difference and f"{ROBOT} e0" in difference for difference in result.differences)
    assert "DISAGREES" in replay_text(result)


def test_a_verdict_that_came_a_tick_late_is_found_even_where_the_end_is_the_same(tmp_path: Path) -> None:
    start = start_of((Clause("eventually", DOOR_OPEN),), FAR)
    record_judged(tmp_path / "right" / "a.mcap", start, crossing(70), cancelled="cancelled")
    right = open_recording(tmp_path / "right" / "a.mcap")
    pending, decided = right.verdicts()
    writer = RecordingWriter(tmp_path / "wrong" / "a.mcap", start)
    for frame in crossing(70):
        writer.write_frame(frame)
        if frame.tick in (0, 64):
            writer.write_verdicts(evolve(pending, tick=frame.tick))
    writer.write_verdicts(decided)
    outcome = right.outcome()
    assert outcome is not None
    writer.finish(outcome.outcome)
    differences = replay(writer.path).differences
    assert len(differences) == 1
    assert differences[0].startswith(f"after tick 64: {ROBOT} e0: recorded pending, judged holds at tick 60")


def test_an_outcome_that_the_frames_do_not_give_is_found(tmp_path: Path) -> None:
    start = start_of((Clause("eventually", DOOR_OPEN),), CROSSING)
    online = record_judged(tmp_path / "right" / "a.mcap", start, crossing(6 * RATE), cancelled="cancelled")
    assert online.outcome is not None
    assert online.outcome.state == "SUCCESS"
    writer = RecordingWriter(tmp_path / "wrong" / "a.mcap", start)
    for message in open_recording(tmp_path / "right" / "a.mcap").messages(("/frame", "/verdicts")):
        if isinstance(message.value, Frame):
            writer.write_frame(message.value)
        else:
            writer.write_verdicts(message.value)
    writer.finish(evolve(online.outcome, state="FAILED"))
    (difference,) = replay(writer.path).differences
    assert difference.startswith("outcome: recorded FAILED")
    assert "judged SUCCESS" in difference


def test_what_can_not_be_judged_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    start = start_of((Clause("eventually", DOOR_OPEN),))
    stranger = evolve(start, layout=evolve(start.layout, robots=("other_0",)))
    writer = RecordingWriter(tmp_path / "a.mcap", stranger)
    writer.finish(None)
    with pytest.raises(RecordingError, match=r"a\.mcap: robot 'jackal_0'"):
        replay(writer.path)


def test_judging_again_loads_neither_simulator_nor_ros(tmp_path: Path, repository: Path) -> None:
    record_judged(tmp_path / "a.mcap", start_of(), crossing(30), cancelled="cancelled")
    program = (
        "import sys; from pathlib import Path; from arena_evaluation.replay import replay;"
        "assert replay(Path(sys.argv[1])).agrees;"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'mujoco', 'rclpy', 'arena_interfaces', "
        "'arena_runtime', 'task_generator'}))"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "a.mcap")]
    finished = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=True)
    assert finished.stdout == "[]\n"


def test_a_layout_that_changes_on_the_way_is_followed(tmp_path: Path) -> None:
    start = start_of((Clause("eventually", DistanceAtom(ROBOT, 1.0, "Cy")),), FAR)
    bigger = evolve(start, tick=1, layout=evolve(start.layout, people=(*start.layout.people, "Cy")))
    judge = Judge(start.episode, start.layout)
    writer = RecordingWriter(tmp_path / "a.mcap", start)
    for frame in (frame_at(0), evolve(frame_at(1), people=[[9.0] * 5, [9.0] * 5, [0.0] * 5])):
        if frame.tick == 1:
            writer.write_start(bigger)
            judge.use_layout(bigger.layout)
        judge.observe(frame)
        writer.write_frame(frame)
        writer.write_verdicts(VerdictSnapshot(frame.tick, frame.time_ns, judge.verdicts(), judge.phases()))
    judge.close("SKIPPED", "cancelled", 1)
    writer.finish(judge.outcome)
    result = replay(writer.path)
    assert result.agrees
    assert [(verdict.state, verdict.tick) for verdict in result.judged_verdicts] == [("holds", 1)]
