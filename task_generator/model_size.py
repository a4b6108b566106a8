"""How much floor a model needs."""

import math

from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.object_model import BoundingBox
from arena_simulation_setup.world.entity import Obstacle
from arena_simulation_setup.world.footprints import UNSCALED, Scale, authored_box


def circle_radius(catalogue: AssetCatalogue, obstacle: Obstacle) -> float:
    """Radius in metres of the circle around an object's origin that holds its outline, however it is turned."""
    box = catalogue.object(obstacle.model, authored_box(obstacle.extra)).bounding_box
    return box_radius(box, obstacle.scale or UNSCALED)


def box_radius(box: BoundingBox, scale: Scale = UNSCALED) -> float:
    """Radius in metres of the circle around the origin that holds a box seen from above."""
    along_x = max(abs(end) for end in box.x) * scale[0]
    along_y = max(abs(end) for end in box.y) * scale[1]
    return math.hypot(along_x, along_y)
