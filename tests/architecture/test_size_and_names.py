from __future__ import annotations

from pathlib import Path

import pytest
from source_files import SourceFile, source_files

LINES = 300
SAYS_NOTHING = frozenset({"utils", "util", "helpers", "helper", "common", "manager", "misc"})


def has_empty_name(file: SourceFile) -> bool:
    return not SAYS_NOTHING.isdisjoint(file.module.split("."))


def is_too_long(text: str) -> bool:
    return len(text.splitlines()) > LINES


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [file.module for file in source_files() if has_empty_name(file)] == []


def test_no_file_is_longer_than_the_limit() -> None:
    assert [file.module for file in source_files() if is_too_long(file.text)] == []


@pytest.mark.parametrize("module", ["arena_runtime.utils", "task_generator.common.seeds", "arena_lab.manager"])
def test_empty_name_is_found(module: str) -> None:
    assert has_empty_name(SourceFile(Path("x.py"), module))


def test_a_name_that_merely_contains_such_a_word_is_fine() -> None:
    assert not has_empty_name(SourceFile(Path("x.py"), "task_generator.prompt_utils.environment_manager"))


def test_length_limit_is_exact() -> None:
    assert not is_too_long("x = 1\n" * LINES)
    assert is_too_long("x = 1\n" * (LINES + 1))
