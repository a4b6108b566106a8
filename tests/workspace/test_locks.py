from __future__ import annotations

import re
from pathlib import Path

import pytest

from setup_environment.layout import LOCKS
from setup_environment.locking import as_lines, normalized, pins_of, split

PIN = re.compile(r"[a-z0-9-]+==[A-Za-z0-9.+!]+")


def lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def locked(repository: Path, name: str) -> list[str]:
    return lines(repository / "requirements" / f"{name}.lock")


@pytest.mark.parametrize("name", LOCKS)
def test_every_line_is_an_exact_pin(repository: Path, name: str) -> None:
    pins = locked(repository, name)
    assert pins
    assert [line for line in pins if not PIN.fullmatch(line)] == []


def test_no_package_is_pinned_twice(repository: Path) -> None:
    names = [pin.split("==")[0] for name in LOCKS for pin in locked(repository, name)]
    assert len(names) == len(set(names))


def test_everything_that_is_asked_for_is_pinned(repository: Path) -> None:
    asked = {
        normalized(re.split(r"[<>=!~ ;]", line)[0])
        for name in LOCKS
        for line in lines(repository / "requirements" / f"{name}.in")
    }
    assert asked <= {pin.split("==")[0] for name in LOCKS for pin in locked(repository, name)}


def test_running_needs_no_ros_wheel(repository: Path) -> None:
    assert [pin for pin in locked(repository, "runtime") if pin.startswith("ros")] == []


def test_package_stands_in_the_first_file_that_needs_it() -> None:
    parts = split([{"a": "1"}, {"a": "1", "b": "2"}, {"a": "1", "b": "2", "c": "3"}])
    assert parts == [{"a": "1"}, {"b": "2"}, {"c": "3"}]


def test_pins_are_read_from_a_report_under_one_spelling() -> None:
    report = {"install": [{"metadata": {"name": "Types_PyYAML.x", "version": "6.0"}}]}
    assert as_lines({**pins_of(report), "attrs": "1"}) == "attrs==1\ntypes-pyyaml-x==6.0\n"
