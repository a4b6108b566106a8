from __future__ import annotations

import re

import pytest
from documents import REPOSITORY

from arena_runtime.mechanisms.registry import BUILDERS
from arena_simulation_setup.semantics.expansion import KIND_PARAMETERS
from arena_simulation_setup.semantics.vocabulary import KIND_ORDER, PRESETS, VOCABULARY

PAGE = (REPOSITORY / "docs" / "semantics.md").read_text(encoding="utf-8")
WORD = re.compile(r"`(\w+)`")


def rows(heading: str) -> list[list[str]]:
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


KINDS = {WORD.findall(row[0])[0]: row for row in rows("Facts, kinds, names")}


def test_every_kind_that_something_is_built_for_has_a_row() -> None:
    assert (*KINDS, "robot") == KIND_ORDER
    assert set(KINDS) == {kind for kind, _ in BUILDERS}


@pytest.mark.parametrize("kind", VOCABULARY)
def test_a_row_names_the_fields_of_its_kind_and_those_that_can_be_written(kind: str) -> None:
    _, _, fields, written = KINDS[kind]
    named = WORD.findall(re.sub(r"\([^)]*\)", "", fields))
    assert sorted(named) == sorted(field.name for field in VOCABULARY[kind])
    writable = [field.name for field in VOCABULARY[kind] if field.writable]
    everything = {"all": len(VOCABULARY[kind]), "both": 2, "none": 0}
    if written in everything:
        assert len(writable) == everything[written]
    else:
        assert WORD.findall(written) == writable


def test_the_table_of_presets_has_every_parameter() -> None:
    found: dict[str, list[str]] = {}
    preset = ""
    for first, parameter, _, _ in rows("Annotations"):
        preset = (WORD.findall(first) or [preset])[0]
        found.setdefault(preset, []).extend(WORD.findall(parameter))
    assert set(found) == set(PRESETS)
    for kind, parameters in found.items():
        assert set(KIND_PARAMETERS[kind]) <= set(parameters)
        assert set(parameters) <= {*KIND_PARAMETERS[kind], *(name for _, name in PRESETS[kind])}
