from __future__ import annotations

import re

import pytest
import yaml
from documents import REPOSITORY, blocks
from judged_traces import judged

from arena_simulation_setup.conditions.atom import DistanceAtom, FieldAtom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.clause import OPS, Clause
from arena_simulation_setup.conditions.parse import parse_clause

GUIDE = REPOSITORY / "docs" / "conditions.md"


def examples() -> list[tuple[int, Clause, str]]:
    """Line, condition and trace of each example: a trace belongs to the condition above it."""
    found = []
    clause = None
    for block in blocks(GUIDE):
        if block.marker == "clause":
            (mapping,) = yaml.safe_load(block.body)["conditions"]
            clause = parse_clause(mapping)
        elif block.marker == "trace":
            assert clause is not None, f"the trace at line {block.line} has no condition above it"
            found.append((block.line, clause, block.body))
    return found


EXAMPLES = examples()


@pytest.mark.parametrize(("line", "clause", "trace"), EXAMPLES, ids=[f"line{line}" for line, _, _ in EXAMPLES])
def test_trace_is_judged_as_the_document_says(line: int, clause: Clause, trace: str) -> None:
    pairs = judged(clause, trace)
    assert len(pairs) > 1
    for row, (documented, actual) in enumerate(pairs):
        assert documented == actual, f"{GUIDE.name}:{line}, row {row}: {clause}"


def test_every_operator_and_every_form_of_atom_has_a_trace() -> None:
    assert {clause.op for _, clause, _ in EXAMPLES} == set(OPS)
    atoms = {type(atom) for _, clause, _ in EXAMPLES for atom in (clause.p, clause.q) if atom is not None}
    assert atoms == {FieldAtom, MembershipAtom, DistanceAtom, NotAtom}


def test_every_verdict_of_an_ended_scope_has_a_trace() -> None:
    endings = {re.split(r"\s+", trace.strip())[-1] for _, _, trace in EXAMPLES}
    assert endings == {"holds", "violated", "unknown"}
