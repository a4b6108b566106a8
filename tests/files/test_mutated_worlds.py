"""Thousands of spoilt worlds: each gives a world or problems, within a second and 200 MB."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from load_mutations import LONGEST_S, SPARE_MEMORY, load
from mutations import mutated
from rich_texts import RICH

from arena_simulation_setup.tree.search_paths import shipped

HERE = Path(__file__).parent
LARGE = shipped("worlds") / "hospital_1" / "0" / "world.yaml"
LONGEST_RUN_S = 900.0


def outcome_of(file: Path, count: int, seed: int = 1) -> dict[str, Any]:
    words = [sys.executable, str(HERE / "load_mutations.py"), str(file), str(count), str(seed)]
    environment = {
        **os.environ,
        "PYTHONPATH": str(HERE.parents[1]),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=LONGEST_RUN_S, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture
def small(tmp_path: Path) -> Path:
    file = tmp_path / "world.yaml"
    file.write_text(RICH, encoding="utf-8")
    return file


def hold(found: dict[str, Any], count: int) -> None:
    assert found["faults"] == []
    assert found["world"] + found["problems"] == count
    # On a slow machine whole files take long as well.
    assert found["slowest_s"] <= max(LONGEST_S, 5.0 * found["usual_s"]), f"mutation {found['slowest']}"
    assert found["memory"] <= SPARE_MEMORY


def test_a_few_spoilt_copies_of_a_small_world(small: Path) -> None:
    found = outcome_of(small, 200, seed=2)
    hold(found, 200)
    assert found["world"] > 0
    assert found["problems"] > 0


@pytest.mark.slow
def test_twenty_thousand_spoilt_copies_of_a_small_world(small: Path) -> None:
    hold(outcome_of(small, 20_000), 20_000)


@pytest.mark.slow
def test_two_hundred_spoilt_copies_of_a_large_world() -> None:
    hold(outcome_of(LARGE, 200), 200)


def test_mutations_differ_from_each_other_and_can_be_made_again() -> None:
    content, tree = RICH.encode(), yaml.safe_load(RICH)
    copies = [mutated(content, tree, Random(f"1/{index}")) for index in range(300)]
    assert copies == [mutated(content, tree, Random(f"1/{index}")) for index in range(300)]
    assert len({*copies, content}) > 250


def test_other_exceptions_are_told_from_problems(tmp_path: Path) -> None:
    assert load(tmp_path / "nowhere").startswith("FileNotFoundError")
    (tmp_path / "0").mkdir()
    (tmp_path / "0" / "world.yaml").write_text("zones: 3\n")
    assert load(tmp_path) == "problems"
    (tmp_path / "0" / "world.yaml").write_text(RICH)
    assert load(tmp_path) == "world"
