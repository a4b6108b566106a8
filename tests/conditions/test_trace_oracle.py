"""The whole Judge against an evaluator written from the prose, which has the whole trace in memory."""

from __future__ import annotations

from random import Random

import pytest
from random_traces import LAYOUT, ROBOTS, Case, episode_of, frame_of, random_case
from trace_oracle import Oracle

from arena_simulation_setup.conditions.judge import Judge

FAST, SLOW, BATCHES = 400, 50_000, 10


def judged(case: Case) -> Judge:
    judge = Judge(episode_of(case), LAYOUT)
    for instant in case.trace:
        judge.observe(frame_of(instant))
    return judge


def agreement(case: Case) -> set[str]:
    """What the case has shown; fails where oracle and Judge disagree."""
    oracle, judge = Oracle(case), judged(case)
    outcome = judge.outcome
    assert (outcome.state if outcome else None) == oracle.outcome, case
    if outcome is not None:
        assert outcome.tick == case.trace[oracle.last].tick, case
    judge.close("SKIPPED", "cancelled", case.trace[-1].tick)
    found = {(verdict.robot, verdict.id): (verdict.state, verdict.tick) for verdict in judge.verdicts()}
    assert found == oracle.verdicts(), case
    assert all(verdict.reason for verdict in judge.verdicts()), case
    for robot in ROBOTS:
        outcomes = [phase.outcome for phase in judge.phases() if phase.robot == robot]
        assert outcomes == list(oracle.layouts[robot].outcomes), case
    return {*(state for state, _ in found.values()), oracle.outcome or "open"}


def test_the_judge_agrees_with_the_oracle_on_hundreds_of_traces() -> None:
    random = Random(1)
    shown = set().union(*(agreement(random_case(random)) for _ in range(FAST)))
    assert shown == {"holds", "violated", "unknown", "SUCCESS", "FAILED", "open"}


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_judge_agrees_with_the_oracle_on_fifty_thousand_traces(batch: int) -> None:
    random = Random(1000 + batch)
    for _ in range(SLOW // BATCHES):
        agreement(random_case(random))
