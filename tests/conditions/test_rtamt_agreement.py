"""The five operators against rtamt, another program for temporal logic, on finite traces without missing values.

rtamt knows two truths only, so traces with the unknown are left to the evaluator of the prose. It is not a dependency:
`make test-all` puts it into a folder of its own where it works (docs/testing.md).
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from judged_ward import clause, frame, judge, verdict_of

from arena_simulation_setup.scenario.phase import GotoPhase

BESIDE = Path(__file__).parents[2] / "build" / "rtamt"
TRACES = 2000
P, Q = "(p >= 0.5)", "(q >= 0.5)"
RULES = {
    "eventually": f"eventually {P}",
    "always": f"always {P}",
    "never": f"always (not {P})",
    "never_during": f"always (not ({P} and {Q}))",
    "before": f"(not {Q}) until ({P} and (not {Q}))",
}
POSITIONS = {(1, 0): (1.0, 1.0), (0, 1): (6.0, 1.0), (1, 1): (4.0, 1.0), (0, 0): (9.0, 9.0)}


def specification(rtamt: Any, rule: str) -> Any:
    made = rtamt.StlDiscreteTimeSpecification()
    for name in ("p", "q"):
        made.declare_var(name, "float")
    made.spec = rule
    made.parse()
    return made


def random_trace(random: Random) -> list[tuple[int, int]]:
    """Truths of p and q; often false, so that the first true one may come late."""
    often = random.choice((0.05, 0.3, 0.9))
    return [(int(random.random() < often), int(random.random() < often)) for _ in range(random.randint(2, 20))]


def judged_state(op: str, trace: list[tuple[int, int]]) -> str:
    binary = op in ("before", "never_during")
    judged = judge(
        GotoPhase(target="hall/1"), conditions=[clause(op, "robot in ward", "robot in lab" if binary else None)]
    )
    for tick, truths in enumerate(trace):
        judged.observe(frame(tick, POSITIONS[truths]))
    judged.close("SKIPPED", "cancelled", len(trace) - 1)
    return verdict_of(judged, "e0").state


@pytest.mark.slow
@pytest.mark.parametrize("op", RULES)
def test_the_judge_agrees_with_rtamt(op: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BESIDE))
    if sys.version_info >= (3, 13):
        pytest.skip("rtamt does not work with Python 3.13 (docs/testing.md)")
    rtamt = pytest.importorskip("rtamt", reason="`make rtamt` puts it into build/rtamt")
    random, rule, seen = Random(7), specification(rtamt, RULES[op]), set()
    for _ in range(TRACES):
        trace = random_trace(random)
        columns: dict[str, list[float]] = {"time": [float(tick) for tick in range(len(trace))]}
        columns |= {"p": [float(p) for p, _ in trace], "q": [float(q) for _, q in trace]}
        robustness = rule.evaluate(columns)[0][1]
        state = judged_state(op, trace)
        assert state == ("holds" if robustness > 0.0 else "violated"), (op, trace, robustness)
        seen.add(state)
    assert seen == {"holds", "violated"}
