"""Who collides with what, and what a laser scanner sees.

MuJoCo tests a pair of geoms when the ``contype`` of one shares a bit with the ``conaffinity`` of the other. Only
robots have a ``contype`` here, so that pairs without a robot are never tested. Things that never move carry one bit
per distinct robot height: whether a robot of that height can touch them is known when the scene is built.
"""

from attrs import frozen

from arena_runtime.scene.errors import SceneError
from arena_simulation_setup.models.robot_model import RobotModel

DRAWN_GROUP = 0
FLOOR_GROUP = 1
HIDDEN_GROUP = 3
CEILING_GROUP = 4
"""A viewer hides groups from 3 on by default, so that rooms are open to a look from above."""

MOVING_BIT = 1 << 30
MOST_HEIGHTS = 30
GROUND_CLEARANCE = 0.02
"""Metres: what is lower (a mat, the sill of a cabin) is driven over."""
SIGHT_MARGIN = 0.001
"""Metres by which a thing may miss the plane of a scanner and still be kept in its sight."""


@frozen
class Layers:
    """Heights that decide about collisions and sight.

    Attributes:
        robot_heights: Distinct heights of robots, metres, ascending.
        lidar_planes: Distinct heights of level scanning planes, metres, ascending.
        tilted_lidar: Whether a scanner is tilted, so that it can see things of any height.
    """

    robot_heights: tuple[float, ...] = ()
    lidar_planes: tuple[float, ...] = ()
    tilted_lidar: bool = False

    def robot_bit(self, height: float) -> int:
        """The bit of static things that robots of this height can touch."""
        return 1 << self.robot_heights.index(height)

    def static_mask(self, bottom: float, top: float) -> int:
        """``conaffinity`` of a static solid between two heights, metres above the floor."""
        if top <= GROUND_CLEARANCE:
            return 0
        return sum(self.robot_bit(height) for height in self.robot_heights if bottom < height)

    def in_sight(self, bottom: float, top: float) -> bool:
        """Whether a scanner can see anything of a static thing between two heights, metres above the floor."""
        return self.tilted_lidar or any(
            bottom - SIGHT_MARGIN <= plane <= top + SIGHT_MARGIN for plane in self.lidar_planes
        )


def layers_of(models: tuple[RobotModel, ...]) -> Layers:
    """The layers that the robots of a scene need.

    Raises:
        SceneError: If the robots have more distinct heights than there are bits.
    """
    heights = tuple(sorted({model.height for model in models}))
    if len(heights) > MOST_HEIGHTS:
        raise SceneError(
            f"robots of {len(heights)} different heights in one scene, at most {MOST_HEIGHTS} are possible"
        )
    mounts = [lidar.mount for model in models for lidar in model.lidars]
    level = [mount for mount in mounts if mount.roll == 0.0 and mount.pitch == 0.0]
    return Layers(heights, tuple(sorted({mount.z for mount in level})), len(level) < len(mounts))
