"""Conditions that an episode did not have, judged on its recording."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve
from judged_recording import record_judged
from small_episode import RATE, ROBOT, frame_at, start_of

from arena_cli.main import main
from arena_evaluation.replay import judge_further, replay
from arena_simulation_setup.conditions.atom import DistanceAtom, FieldAtom, MembershipAtom
from arena_simulation_setup.conditions.clause import ABORT_EPISODE, Clause
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.recording.codec import VerdictSnapshot
from arena_simulation_setup.recording.writer import RecordingWriter
from arena_simulation_setup.scenario.phase import GotoPhase

CROSSING = (GotoPhase(target="ward", hold_time=0.0, tolerance_radius=0.5, tolerance_angle=0.0, signal=""),)
RULES = """
conditions:
  - {op: eventually, p: "robot in ward"}
  - {op: never, p: "robot within 1.0 of Ann", on_failure: abort_episode}
  - {op: never, p: "robot in wards"}
"""


def recorded(folder: Path, *, killed: bool = False, ticks: int = 6 * RATE) -> Path:
    path = folder / "a.mcap"
    frames = [frame_at(tick, min(2, tick // RATE)) for tick in range(ticks)]
    record_judged(path, start_of(phases=CROSSING), frames, killed=killed)
    return path


def test_further_conditions_are_judged_as_if_the_episode_had_had_them(tmp_path: Path) -> None:
    clauses = (
        Clause("never", FieldAtom("entrance", "state", "open")),
        Clause("eventually", DistanceAtom("robot", 0.95, "Ann")),
    )
    path = recorded(tmp_path)
    online = record_judged(
        tmp_path / "b" / "b.mcap",
        evolve(start_of(), episode=evolve(start_of(phases=CROSSING).episode, conditions=clauses)),
        [frame_at(tick, min(2, tick // RATE)) for tick in range(6 * RATE)],
    )
    expected = [(f"c{verdict.id[1:]}", verdict.state, verdict.tick, verdict.reason) for verdict in online.verdicts()]
    found = judge_further(path, clauses)
    assert [(verdict.id, verdict.state, verdict.tick, verdict.reason) for verdict in found] == expected
    assert [verdict.state for verdict in found] == ["violated", "holds"]


def test_a_further_condition_ends_nothing_whatever_its_policy(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    stop = Clause("never", DistanceAtom("robot", 5.0, "Ann"), on_failure=ABORT_EPISODE)
    late = Clause("eventually", MembershipAtom("robot", "ward"))
    assert [(verdict.state, verdict.tick) for verdict in judge_further(path, (stop, late))] == [
        ("violated", 0),
        ("holds", 5 * RATE),
    ]
    assert replay(path).agrees


def test_what_a_cut_leaves_open_is_unknown(tmp_path: Path) -> None:
    path = recorded(tmp_path, killed=True, ticks=60)
    (verdict,) = judge_further(path, (Clause("eventually", MembershipAtom("robot", "ward")),))
    assert (verdict.id, verdict.state) == ("c0", "unknown")


def test_further_conditions_follow_a_change_of_the_layout(tmp_path: Path) -> None:
    start = start_of(phases=CROSSING)
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
    (verdict,) = judge_further(writer.path, (Clause("eventually", DistanceAtom("robot", 1.0, "Cy")),))
    assert (verdict.state, verdict.tick, verdict.robot) == ("holds", 1, ROBOT)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_command_judges_all_recordings_below_a_folder(
    tmp_path: Path, workers: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one", "two"):
        recorded(tmp_path / "runs" / name)
    rules = tmp_path / "rules.yaml"
    rules.write_text(RULES)
    words = ["evaluation", "replay", str(tmp_path / "runs"), "--workers", workers]
    assert main(words) == 0
    assert "2 of 2 recordings agree with their recorded verdicts" in capsys.readouterr().out
    assert main([*words, "--conditions", str(rules), "--json"]) == 3
    captured = capsys.readouterr()
    rows = [json.loads(line) for line in captured.out.splitlines()]
    assert [row["agrees"] for row in rows] == [True, True]
    assert [verdict["state"] for verdict in rows[0]["further"]] == ["holds", "violated", "unknown"]
    assert [verdict["id"] for verdict in rows[1]["further"]] == ["c0", "c1", "c2"]


def test_a_wrong_file_of_conditions_fails_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = recorded(tmp_path / "one")
    rules = tmp_path / "rules.yaml"
    rules.write_text("conditions:\n  - {op: nevr, p: 'robot in ward'}\n")
    assert main(["evaluation", "replay", str(path), "--conditions", str(rules)]) == 1
    assert f"{rules}:2:" in capsys.readouterr().err
    assert main(["evaluation", "replay", str(path), "--conditions", str(tmp_path / "none.yaml")]) == 1
    assert "none.yaml" in capsys.readouterr().err
