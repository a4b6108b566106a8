"""The five operators, against an oracle that reads a whole trace at once."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judged_ward import clause, frame, judge, verdict_of

from arena_simulation_setup.conditions.clause import BINARY_OPS, OPS
from arena_simulation_setup.conditions.monitor import Monitor
from arena_simulation_setup.scenario.phase import GotoPhase

Truth = bool | None
TRACES = st.lists(st.tuples(st.sampled_from([True, False, None]), st.sampled_from([True, False, None])), max_size=8)


def oracle(op: str, trace: list[tuple[Truth, Truth]]) -> tuple[Truth, int | None]:
    """Verdict and deciding sample (None: the end), straight from the meaning of the operators."""
    known = [index for index, (p, q) in enumerate(trace) if p is not None and (q is not None or op not in BINARY_OPS)]
    p_true = [index for index in known if trace[index][0]]
    p_false = [index for index in known if not trace[index][0]]
    q_true = [index for index in known if trace[index][1]]
    both = [index for index in p_true if index in q_true]
    early: dict[str, tuple[bool, list[int]]] = {
        "always": (False, p_false),
        "never": (False, p_true),
        "eventually": (True, p_true),
        "never_during": (False, both),
    }
    if op in early and early[op][1]:
        return early[op][0], early[op][1][0]
    first_p, first_q = min(p_true, default=math.inf), min(q_true, default=math.inf)
    if op == "before" and first_p != first_q:
        return first_p < first_q, int(min(first_p, first_q))
    if len(known) < len(trace) or not trace:
        return None, None
    return op not in ("eventually", "before"), None


@pytest.mark.parametrize("op", OPS)
@given(trace=TRACES)
@settings(max_examples=300, deadline=None)
def test_a_monitor_agrees_with_the_oracle(op: str, trace: list[tuple[Truth, Truth]]) -> None:
    monitor, decided = Monitor(op), None
    for index, (p, q) in enumerate(trace):
        answer = monitor.sample(p, q if op in BINARY_OPS else False, index)
        if answer is not None:
            decided = (answer, index)
            break
    assert (decided or (monitor.finish(), None)) == oracle(op, trace)


POSITIONS = {(True, False): (1.0, 1.0), (False, True): (6.0, 1.0), (True, True): (4.0, 1.0), (False, False): (9.0, 9.0)}
STATES = {True: "holds", False: "violated", None: "unknown"}


@pytest.mark.parametrize("op", OPS)
@given(trace=st.lists(st.sampled_from(list(POSITIONS)), min_size=1, max_size=6))
@settings(max_examples=40, deadline=None)
def test_the_judge_gives_state_and_tick_of_the_oracle(op: str, trace: list[tuple[bool, bool]]) -> None:
    clauses = [clause(op, "robot in ward", "robot in lab" if op in BINARY_OPS else None)]
    judged = judge(GotoPhase(target="hall/1"), conditions=clauses)
    for tick, truths in enumerate(trace):
        judged.observe(frame(tick, POSITIONS[truths]))
    judged.close("SKIPPED", "cancelled", len(trace) - 1)
    expected, deciding = oracle(op, list(trace))
    verdict = verdict_of(judged, "e0")
    assert (verdict.state, verdict.tick) == (STATES[expected], len(trace) - 1 if deciding is None else deciding)
    assert verdict.reason


@pytest.mark.parametrize("op", OPS)
def test_a_clause_without_samples_is_unknown(op: str) -> None:
    second = "robot in lab" if op in BINARY_OPS else None
    judged = judge(conditions=[clause(op, "robot in ward", second)])
    judged.observe(frame(0, (1.0, 1.0)))
    judged.close("SKIPPED", "cancelled", 0)
    assert verdict_of(judged, "e0").state == "unknown"
    assert "never sampled" in verdict_of(judged, "e0").reason


@pytest.mark.parametrize(
    ("clauses", "reason"),
    [
        (("never", "robot in lab"), "never robot in lab: true at 1.20 s, robot at (5.10, 2.00)"),
        (("always", "not robot in lab"), "always not robot in lab: false at 1.20 s, robot at (5.10, 2.00)"),
        (("eventually", "robot in lab"), "eventually robot in lab: true at 1.20 s, robot at (5.10, 2.00)"),
        (
            ("never_during", "robot in lab", "door_1.open == false"),
            "never robot in lab during door_1.open == false: both true at 1.20 s, robot at (5.10, 2.00), "
            "door_1.open is false",
        ),
        (
            ("before", "robot in ward", "robot in lab"),
            "robot in ward before robot in lab: first true, second not yet at 0.00 s, robot at (1.00, 2.00)",
        ),
        (
            ("before", "nurse in ward", "robot in lab"),
            "nurse in ward before robot in lab: second true, first not yet at 1.20 s, nurse absent, "
            "robot at (5.10, 2.00)",
        ),
        (
            ("eventually", "robot within 1 of visitor"),
            "eventually robot within 1 of visitor: false on all 13 samples until 1.20 s, robot at (5.10, 2.00), "
            "visitor at (5.10, 5.00), 3.00 m apart",
        ),
        (
            ("never", "robot in hall/0"),
            "never robot in hall/0: false on all 13 samples until 1.20 s, robot at (5.10, 2.00)",
        ),
        (
            ("before", "robot in ward", "robot in ward"),
            "robot in ward before robot in ward: both first true at 0.00 s, robot at (1.00, 2.00)",
        ),
        (
            ("never", "robot in cellar"),
            "never robot in cellar: unknown on 13 of 13 samples until 1.20 s, first at 0.00 s, robot at (1.00, 2.00), "
            "place 'cellar' is unknown",
        ),
        (
            ("never", "door_2.open == true"),
            "never door_2.open == true: unknown on 13 of 13 samples until 1.20 s, first at 0.00 s, "
            "field 'door_2.open' is unknown",
        ),
    ],
)
def test_reasons_name_the_values_that_decided(clauses: tuple[str, ...], reason: str) -> None:
    judged = judge(GotoPhase(target="hall/1"), conditions=[clause(*clauses)])
    for tick in range(13):
        judged.observe(frame(tick, (5.1, 2.0) if tick == 12 else (1.0, 2.0), visitor=(5.1, 5.0)))
    judged.close("SKIPPED", "cancelled", 12)
    assert verdict_of(judged, "e0").reason == reason
