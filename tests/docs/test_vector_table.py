from __future__ import annotations

import ast
import re

import pytest
from documents import REPOSITORY

GUIDE = REPOSITORY / "docs" / "testing.md"
ROW = re.compile(r"^\| ([^|]+) \| `(tests/[a-z_/]+\.py)::(test_[a-z0-9_]+)` \|$", re.MULTILINE)
ROWS = ROW.findall(GUIDE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("vector", "file", "test"), ROWS, ids=[vector for vector, _, _ in ROWS])
def test_the_test_of_each_vector_exists(vector: str, file: str, test: str) -> None:
    tree = ast.parse((REPOSITORY / file).read_text(encoding="utf-8"))
    assert test in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, vector


def test_every_row_of_the_table_is_looked_at() -> None:
    rows = [line for line in GUIDE.read_text(encoding="utf-8").splitlines() if "::test_" in line]
    assert len(rows) == len(ROWS) >= 28
