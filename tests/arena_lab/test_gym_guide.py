"""The guide to environments names every argument, term and key as the program has them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from attrs import fields

from arena_lab.gym import RewardTerms
from arena_lab.gym.environment import ArenaEnvironment
from arena_lab.gym.settings import Settings

WORD = re.compile(r"`(\w+)`")


def rows(repository: Path, heading: str) -> list[list[str]]:
    page = (repository / "docs" / "gymnasium.md").read_text(encoding="utf-8")
    section = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_argument_has_a_row(repository: Path) -> None:
    named = [name for first, *_ in rows(repository, "Arguments") for name in WORD.findall(first)]
    assert sorted(named) == sorted([*(attribute.name for attribute in fields(Settings)), "render_mode"])


def test_every_term_has_its_weight(repository: Path) -> None:
    weights = {
        WORD.findall(term)[0]: float(weight.replace("−", "-"))
        for term, weight, _ in rows(repository, "Rewards")
        if term.startswith("`")
    }
    defaults = RewardTerms()
    assert weights == {attribute.name: getattr(defaults, attribute.name) for attribute in fields(RewardTerms)}


@pytest.mark.parametrize(
    ("key", "shape"), [("goal", "(3,)"), ("route", "(2,)"), ("velocity", "(3,)"), ("scan", "(N,)")]
)
def test_every_key_of_an_observation_has_its_shape(repository: Path, key: str, shape: str) -> None:
    table = {first.strip("`"): second for first, second, _ in rows(repository, "Observations") if first.startswith("`")}
    space = ArenaEnvironment().observation_space
    assert table[key] == shape
    assert shape in (str(space[key].shape), "(N,)")
    assert set(table) == set(space.spaces)


def test_every_entry_of_info_is_named(repository: Path) -> None:
    page = (repository / "docs" / "gymnasium.md").read_text(encoding="utf-8")
    _, info = ArenaEnvironment(scan=False).reset(seed=1)
    section = page.partition("## Ends\n")[2].partition("\n## ")[0]
    assert set(info) <= set(WORD.findall(section))
