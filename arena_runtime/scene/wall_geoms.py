"""Walls: upright boxes, solid or only to be seen."""

import math

from arena_runtime.scene.draft import SceneDraft
from arena_runtime.scene.shapes import upright_box
from arena_simulation_setup.world.realization import WallSlab


def add_walls(draft: SceneDraft, level_id: str, slabs: tuple[WallSlab, ...]) -> None:
    """Add one box per slab, named like the slab; contacts with it carry that name."""
    for slab in slabs:
        along_x, along_y = slab.end[0] - slab.start[0], slab.end[1] - slab.start[1]
        length, height = math.hypot(along_x, along_y), slab.top - slab.bottom
        if length <= 0.0 or height <= 0.0 or not (slab.solid or slab.visible):
            continue
        name = draft.unique(slab.name, level_id)
        centre = ((slab.start[0] + slab.end[0]) / 2, (slab.start[1] + slab.end[1]) / 2, (slab.bottom + slab.top) / 2)
        size = (length, slab.thickness, height)
        shape = upright_box(centre, size, math.atan2(along_y, along_x), slab.material.color)
        draft.add_static(shape, name, "wall", name, solid=slab.solid, visible=slab.visible)
