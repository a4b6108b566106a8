"""Walls of a plan."""

from collections.abc import Iterable

from arena_simulation_setup.map.plan_image import PlanWall
from arena_simulation_setup.world.realization import RealizedLevel


def plan_walls(realized: Iterable[RealizedLevel]) -> tuple[PlanWall, ...]:
    """Every solid slab of wall that can be seen; open edges of floors are none."""
    slabs = (slab for level in realized for slab in level.walls if slab.solid and slab.visible)
    return tuple(PlanWall(slab.start, slab.end, slab.thickness) for slab in slabs)
