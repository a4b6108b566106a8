import os
import subprocess
import sys
from pathlib import Path

import pytest

OUTER = """
from arena_simulation_setup.kernel import kernel
from inner import LENGTH, doubled


@kernel
def answer(value):
    return doubled(value) + LENGTH


print(answer(10.0), sum(answer.stats.cache_hits.values()))
"""
INNER = """
from arena_simulation_setup.kernel import kernel

LENGTH = {length}


@kernel
def doubled(value):
    return {factor} * value
"""


def answer(folder: Path, length: float, factor: float) -> tuple[float, int]:
    """What a process of its own prints: the answer, and how often it was found on disk."""
    (folder / "inner.py").write_text(INNER.format(length=length, factor=factor))
    path = os.pathsep.join((str(folder), *sys.path))
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(folder / "cache")}
    run = [sys.executable, "-c", "import outer"]
    told = subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout.split()
    return float(told[0]), int(told[1])


@pytest.mark.slow
def test_machine_code_on_disk_is_used_until_something_that_it_was_built_from_changes(tmp_path: Path) -> None:
    (tmp_path / "outer.py").write_text(OUTER)
    assert answer(tmp_path, 1.0, 2.0) == (21.0, 0)
    assert answer(tmp_path, 1.0, 2.0) == (21.0, 1)
    assert answer(tmp_path, 1.0, 3.0) == (31.0, 0), "a kernel of another module has changed"
    assert answer(tmp_path, 5.0, 3.0) == (35.0, 0), "a constant of another module has changed"
