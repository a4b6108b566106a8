"""Sentences about libraries that only some of the features need."""

from __future__ import annotations

import re
from pathlib import Path

from arena_simulation_setup.optional_library import not_installed

CALL = re.compile(r'not_installed\(\s*[^()]*?, "[\w-]+", "(\w+)"\)')
EXTRA = re.compile(r'^ +"(\w+)": (?:requirements\(|\[)', re.MULTILINE)


def test_a_sentence_says_what_needs_which_library_and_what_to_do() -> None:
    said = not_installed("the report", "plotly", "evaluate")
    assert said == "the report needs plotly, which is not installed: pip install 'arena_simulation_setup[evaluate]'"
    assert not_installed("http://", "aiohttp") == "http:// needs aiohttp, which is not installed"


def test_every_extra_that_is_offered_exists(repository: Path) -> None:
    known = set(EXTRA.findall((repository / "setup.py").read_text(encoding="utf-8")))
    packages = ("arena_simulation_setup", "task_generator", "arena_runtime", "arena_evaluation", "arena_lab")
    files = [path for package in packages for path in (repository / package).rglob("*.py")]
    offered = {extra for path in files for extra in CALL.findall(path.read_text(encoding="utf-8").replace("'", '"'))}
    assert {"evaluate", "gym", "prompt", "ray", "watch"} <= offered
    assert offered <= known
