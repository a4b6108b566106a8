"""Loads many spoilt copies of a level in a process of its own, with little memory to spare, and says what came of it.

Run as ``load_mutations.py WORLD_YAML COUNT SEED``: one JSON object with counts, the slowest load, the memory that all
of them took together, and what went wrong. Mutation ``i`` depends on the file, the seed and ``i`` only.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import yaml
from mutations import mutated

from arena_simulation_setup.files.load_world import load_world
from arena_simulation_setup.files.problem import FileProblems

SPARE_MEMORY = 200 * 1024 * 1024
"""Bytes that the process may take beyond what it has before the first load."""
LONGEST_S = 1.0
TRIES = 3
"""Loads of a slow file, of which the fastest counts."""
MOST_FAULTS = 10


def load(directory: Path) -> str:
    """What came of a load: ``world``, ``problems`` or a sentence about the wrong exception."""
    try:
        load_world(directory)
    except FileProblems as error:
        return "problems" if any(problem.severity == "error" for problem in error.problems) else "no error is listed"
    except (Exception, RecursionError, MemoryError) as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    return "world"


def timed(directory: Path) -> tuple[str, float]:
    """What came of a load, and the seconds of the processor that it took."""
    best = float("inf")
    for _ in range(TRIES):
        began = process_time()
        outcome = load(directory)
        best = min(best, process_time() - began)
        if best <= LONGEST_S:
            break
    return outcome, best


def peak() -> int:
    """Bytes of memory that the process has had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def limit_memory() -> None:
    """Let the process grow by no more than the spare memory; more is a MemoryError."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    size = pages * resource.getpagesize() + SPARE_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))


def report(file: Path, count: int, seed: int) -> dict[str, Any]:
    """Load ``count`` spoilt copies of a file."""
    content = file.read_bytes()
    tree = yaml.load(content, Loader=yaml.CSafeLoader)
    found: dict[str, Any] = {"world": 0, "problems": 0, "faults": [], "slowest_s": 0.0, "slowest": -1}
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "0" / "world.yaml"
        copy.parent.mkdir()
        copy.write_bytes(content)
        load(Path(folder))
        found["usual_s"] = timed(Path(folder))[1]
        before = peak()
        if Path("/proc/self/statm").exists():
            limit_memory()
        for index in range(count):
            copy.write_bytes(mutated(content, tree, Random(f"{seed}/{index}")))
            outcome, seconds = timed(Path(folder))
            if outcome in ("world", "problems"):
                found[outcome] += 1
            elif len(found["faults"]) < MOST_FAULTS:
                found["faults"].append(f"mutation {index}: {outcome}")
            if seconds > found["slowest_s"]:
                found["slowest_s"], found["slowest"] = seconds, index
    return {**found, "memory": peak() - before}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(report(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
