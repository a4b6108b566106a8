"""Pictures of an episode from above."""

import numpy as np
from numpy.typing import NDArray

from arena_lab.video_levels import EVERYWHERE, level_at, level_boxes, view_from_above
from arena_runtime.scene.rendering import SceneRenderer
from arena_runtime.scene.rendering_stage import StageWorld, make_stage
from arena_runtime.simulation import Simulation
from arena_simulation_setup.site import Site

Pixels = NDArray[np.uint8]


class TopView:
    """Draws the level where a robot is, in a light that reaches everything alike, since lamps take seconds to compute.

    Args:
        site: The world.
        simulation: The episode.
        robot: Row of the robot.
        size: Width and height of the pictures, pixels.

    Raises:
        NoGraphicsError: If nothing can be rendered.
    """

    def __init__(self, site: Site, simulation: Simulation, robot: int, size: tuple[int, int]) -> None:
        place = StageWorld(site.world, site.realized, site.catalogue)
        stage = make_stage(place, simulation.start.episode, simulation.start.layout)
        self._simulation, self._robot, self._size, self._shown = simulation, robot, size, 0
        self._renderer = SceneRenderer(simulation.scene, stage, size)
        self._boxes = level_boxes(site) or (EVERYWHERE,)

    def picture(self) -> Pixels:
        """The latest frame; shape (height, width, 3)."""
        frame = self._simulation.frame
        x, y = frame.robots[self._robot, :2].tolist()
        self._shown = level_at(self._boxes, (x, y), self._shown)
        return self._renderer.even(frame, view_from_above(self._boxes[self._shown], self._size)).copy()

    def close(self) -> None:
        """Give the drawing surface back."""
        self._renderer.close()
