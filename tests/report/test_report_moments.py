"""What happened when, on the page."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve
from judged_recording import record_judged
from metric_episode import ROBOT, goto, run_of, straight
from small_episode import RATE, frame_at, start_of

from arena_evaluation.metrics.recorded_run import read_run
from arena_evaluation.report.moments import Moments
from arena_simulation_setup.conditions.atom import MembershipAtom
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.order import SubmitPhases
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.verdict import Verdict

IN_WARD = MembershipAtom("jackal_0", "ward")
WARD = GotoPhase(target="ward", hold_time=0.0, tolerance_radius=0.5, tolerance_angle=0.0, signal="")


def test_each_verdict_carries_the_words_of_its_author(tmp_path: Path) -> None:
    phase = evolve(WARD, conditions=(Clause("never", IN_WARD, text="of the phase"),))
    start = start_of((Clause("eventually", IN_WARD, text="of the episode"),), (phase,))
    robot = evolve(start.episode.robots[0], conditions=(Clause("eventually", IN_WARD, text="of the task"),))
    start = evolve(start, episode=evolve(start.episode, robots=(robot,)))
    later = SubmitPhases("jackal_0", (WARD,), (Clause("eventually", IN_WARD, text="of the later task"),))
    path = tmp_path / "a.mcap"
    record_judged(path, start, (frame_at(tick) for tick in range(6 * RATE)), tasks={60: later})
    moments = Moments(read_run(path))
    texts = {verdict["id"]: verdict["text"] for verdict in moments.verdicts()}
    assert texts == {
        "e0": "of the episode",
        "r0:0": "of the task",
        "0:0": "of the phase",
        "r1:0": "of the later task",
    }
    first, second = moments.phases()
    assert (first["outcome"], second["outcome"]) == ("dropped", "met")
    assert first["end"] == second["begin"]
    assert 1.9 < second["begin"] < 2.1


def test_a_verdict_of_an_unknown_scope_has_no_words() -> None:
    said = [Verdict(name, "never", "a", "", ROBOT) for name in ("e7", "r3:0", "9:0", "odd", "r0:x")]
    run = run_of(straight(), 1.0, verdicts=said).episode
    assert [verdict["text"] for verdict in Moments(run).verdicts()] == [""] * 5


def test_a_phase_begins_when_the_one_before_it_ends() -> None:
    run = run_of(straight(), 4.0, phases=[goto(2.0, 0.0), goto(4.0, 0.0)], met=1).episode
    first, second = Moments(run).phases()
    assert (first["begin"], first["end"], second["begin"]) == (0.0, 4.0, 4.0)
    assert (first["goal"], first["reach"], first["title"]) == ([200, 0], 30, "goto (2.0, 0.0)")


def test_missing_frames_are_a_gap_and_a_tick_is_none() -> None:
    whole = run_of(straight(), 2.0).episode
    holed = run_of(straight(), 2.0, ticks=[*range(20), *range(35, 61)]).episode
    assert Moments(whole).gaps() == []
    assert Moments(holed).gaps() == [(0.633, 1.167)]


def test_a_door_that_was_shut_all_the_time_has_no_lane() -> None:
    texts = ("closed", "opening", "open", "closing")
    codes = {
        ("shut/0", "state", texts): lambda _: 0,
        ("gate/0", "state", texts): lambda time: 2 if 1.0 <= time < 2.0 else 0,
    }
    run = run_of(straight(), 3.0, codes=codes).episode
    kinds = tuple(evolve(column, kind="door") for column in run.segments[0].layout.codes)
    layout = evolve(run.segments[0].layout, codes=kinds)
    (door,) = Moments(evolve(run, segments=(evolve(run.segments[0], layout=layout),))).doors()
    assert door["name"] == "gate/0"
    assert [(round(begin, 1), round(end, 1), state) for begin, end, state in door["spans"]] == [
        (0.0, 1.0, "closed"),
        (1.0, 2.0, "open"),
        (2.0, 3.0, "closed"),
    ]
