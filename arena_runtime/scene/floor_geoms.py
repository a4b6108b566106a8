"""Floors and ceilings: thin plates to be looked at, which nothing touches."""

import numpy as np
import shapely

from arena_runtime.scene.draft import SceneDraft
from arena_runtime.scene.geoms import add_plate
from arena_runtime.scene.layers import CEILING_GROUP, FLOOR_GROUP
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.world.realization import Floor, RealizedLevel

PLATE_THICKNESS = 0.02
"""Metres below a floor's height and above a ceiling's."""


def add_floors(draft: SceneDraft, level_id: str, realized: RealizedLevel) -> None:
    """Add a plate per floor and ceiling, named ``<zone>/floor`` and ``<zone>/ceiling``."""
    for floor in realized.floors:
        _add_plate(draft, level_id, floor, floor.height - PLATE_THICKNESS, FLOOR_GROUP)
    for ceiling in realized.ceilings:
        _add_plate(draft, level_id, ceiling, ceiling.height, CEILING_GROUP)


def _add_plate(draft: SceneDraft, level_id: str, plate: Floor, bottom: float, group: int) -> None:
    triangles = triangulated(plate.corners)
    if len(triangles) == 0:
        return
    name = draft.unique(plate.name, level_id)
    vertices, faces = prism(triangles, bottom, bottom + PLATE_THICKNESS)
    draft.spec.add_mesh(name=name, uservert=vertices.ravel().tolist(), userface=faces.ravel().tolist())
    add_plate(draft.spec.worldbody, name, plate.material.color, group)


def triangulated(corners: tuple[Corner, ...]) -> np.ndarray:
    """Triangles that fill a simple polygon of any shape; shape (T, 3, 2), metres, counter-clockwise.

    A polygon that crosses itself is filled as far as it encloses an area; one without an area gives no triangle.
    """
    if len(corners) < 3:
        return np.zeros((0, 3, 2))
    parts = shapely.get_parts(shapely.constrained_delaunay_triangles(shapely.make_valid(shapely.Polygon(corners))))
    rings = [shapely.get_coordinates(shapely.orient_polygons(part))[:3] for part in parts]
    return np.array(rings).reshape(-1, 3, 2)


def prism(triangles: np.ndarray, bottom: float, top: float) -> tuple[np.ndarray, np.ndarray]:
    """The closed surface of a plate.

    Args:
        triangles: Shape (T, 3, 2), counter-clockwise, metres.
        bottom: Height of the lower face, metres.
        top: Height of the upper face, metres.

    Returns:
        Vertices, shape (2V, 3), and faces, shape (F, 3), that point outwards.
    """
    points, index = np.unique(triangles.reshape(-1, 2), axis=0, return_inverse=True)
    upper = index.reshape(-1, 3)
    lower = upper[:, ::-1] + len(points)
    edges = [(face[k], face[(k + 1) % 3]) for face in upper.tolist() for k in range(3)]
    inner = set(edges)
    sides = [
        side
        for first, second in edges
        if (second, first) not in inner
        for side in ([first, first + len(points), second], [second, first + len(points), second + len(points)])
    ]
    heights = np.repeat([top, bottom], len(points))
    vertices = np.column_stack([np.tile(points, (2, 1)), heights])
    return vertices, np.concatenate([upper, lower, np.array(sides, dtype=upper.dtype).reshape(-1, 3)])
