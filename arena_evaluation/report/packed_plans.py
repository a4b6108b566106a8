"""Plans of worlds as blocks of a page."""

from functools import lru_cache
from hashlib import blake2b

import numpy as np
from attrs import asdict, frozen

from arena_evaluation.metrics.episode_run import EpisodeRun
from arena_evaluation.report.block import block
from arena_evaluation.report.plan_shapes import plan_shapes
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.recording.occupancy import OccupancyGrid


@frozen
class _Map:
    """A recorded map that can be compared."""

    resolution: float
    origin: Pose
    shape: tuple[int, ...]
    cells: bytes


@lru_cache(maxsize=8)
def _packed_plan(world_json: str, drawn: _Map | None) -> tuple[str, str]:
    # Many recordings in a row are of one world.
    grid = None
    if drawn is not None:
        cells = np.frombuffer(drawn.cells, np.int8).reshape(drawn.shape)
        grid = OccupancyGrid(drawn.resolution, drawn.origin, cells)
    plan = block(asdict(plan_shapes(world_json, grid)))
    return blake2b(plan.encode(), digest_size=8).hexdigest(), plan


def packed_plan(run: EpisodeRun) -> tuple[str, str]:
    """Key and packed plan of the world of an episode; the key is equal for equal plans."""
    grid = run.plan
    drawn = None if grid is None else _Map(grid.resolution, grid.origin, grid.cells.shape, grid.cells.tobytes())
    return _packed_plan(run.start.world_json, drawn)
