"""Ways that robots need stay open."""

from collections.abc import Sequence

from arena_simulation_setup.episode import EpisodeObject
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.world.entity import Obstacle
from arena_simulation_setup.world.footprints import UNSCALED
from task_generator.mode_context import ModeContext


def without_barriers(context: ModeContext, obstacles: Sequence[Obstacle]) -> list[Obstacle]:
    """The obstacles without those that close a way which would be open without them, map frame.

    Args:
        context: Surroundings of the mode; the floor knows the ways.
        obstacles: With a pose each, in the order in which they may stay.
    """
    kept = list(obstacles)
    fine = 0
    while not _all_open(context, kept):
        # Up to `fine` of them all ways are open; the first one beyond that closes one.
        low, high = fine, len(kept)
        while high - low > 1:
            middle = (low + high) // 2
            if _all_open(context, kept[:middle]):
                low = middle
            else:
                high = middle
        if low == 0 and not _all_open(context, []):
            return kept
        del kept[low]
        fine = low
    return kept


def _all_open(context: ModeContext, obstacles: Sequence[Obstacle]) -> bool:
    ground = context.world_manager.ground
    routes = [(radius, route) for radius, routes in ground.routes.items() for route in routes]
    if not routes:
        return True
    planner = context.site.planner_with([_episode_object(obstacle) for obstacle in obstacles])
    return all(planner.connected(start, end, radius) for radius, (start, end) in routes)


def _episode_object(obstacle: Obstacle) -> EpisodeObject:
    assert isinstance(obstacle.pose, Pose)
    scale = obstacle.scale or UNSCALED
    return EpisodeObject(obstacle.name, obstacle.model.text, obstacle.pose, scale, "", dict(obstacle.extra))
