from __future__ import annotations

import re

from documents import REPOSITORY

from arena_runtime.mechanisms.registry import BUILDERS
from arena_simulation_setup.semantics.vocabulary import VOCABULARY

PAGE = (REPOSITORY / "docs" / "compatibility.md").read_text(encoding="utf-8")


def test_kinds_without_effect_are_those_that_no_mechanism_is_built_for() -> None:
    section = PAGE.partition("## Read and kept without effect")[2].partition("| further |")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    listed = {kind for cell in cells for kind in re.findall(r"`(\w+)`", cell)}
    assert listed == set(VOCABULARY) - {kind for kind, _ in BUILDERS}
