"""What loading a level costs, beside the bare YAML of the same file."""

from pathlib import Path
from statistics import median
from time import perf_counter

import yaml
from attrs import frozen

from arena_simulation_setup.files.load_world import load_level

LARGEST_RATIO = 2.0
"""A level costs at most as much as its bare YAML so many times."""


@frozen
class LoadCost:
    """Figures of one run.

    Attributes:
        size: Bytes of the file.
        zones: Zones of the level.
        load_ms: Median wall milliseconds from the file to the description of the level, all rules of one file checked.
        yaml_ms: Median wall milliseconds of ``yaml.CSafeLoader`` from the file to lists and mappings.
        ratio: Median of load over YAML, of two runs one after the other.
    """

    size: int
    zones: int
    load_ms: float
    yaml_ms: float
    ratio: float


def load_cost(path: Path, repeats: int = 15) -> LoadCost:
    """Measure a level's file.

    Args:
        path: A ``world.yaml``.
        repeats: Runs of either, in turn, so that both see the same machine.

    Raises:
        FileNotFoundError: If there is no such file.
        FileProblems: If it has errors.
    """
    zones = len(load_level(path).zones)
    loads: list[float] = []
    bare: list[float] = []
    for _ in range(repeats):
        began = perf_counter()
        load_level(path)
        between = perf_counter()
        yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
        bare.append(perf_counter() - between)
        loads.append(between - began)
    ratio = median(load / alone for load, alone in zip(loads, bare, strict=True))
    return LoadCost(path.stat().st_size, zones, median(loads) * 1e3, median(bare) * 1e3, ratio)
