"""Ways that robots need stay open."""

from collections.abc import Sequence

from arena_simulation_setup.episode import EpisodeObject
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.world.entity import Obstacle
from arena_simulation_setup.world.footprints import UNSCALED
from task_generator.mode_context import ModeContext

Group = Sequence[Obstacle]


def without_barriers(context: ModeContext, groups: Sequence[Group]) -> list[Group]:
    """The groups without those that close a way which would be open without them, map frame.

    Args:
        context: Surroundings of the mode; the floor knows the ways.
        groups: Obstacles with a pose, in the order in which they may stay; a group stays or goes as a whole.
    """
    kept = list(groups)
    fine = 0
    while not _all_open(context, kept):
        # With the first `low` of them all ways are open, with the first `high` one is closed.
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


def _all_open(context: ModeContext, groups: Sequence[Group]) -> bool:
    ground = context.world_manager.ground
    routes = [(radius, route) for radius, routes in ground.routes.items() for route in routes]
    if not routes:
        return True
    planner = context.site.planner_with([_episode_object(obstacle) for group in groups for obstacle in group])
    return all(planner.connected(start, end, radius) for radius, (start, end) in routes)


def _episode_object(obstacle: Obstacle) -> EpisodeObject:
    assert isinstance(obstacle.pose, Pose)
    scale = obstacle.scale or UNSCALED
    return EpisodeObject(obstacle.name, obstacle.model.text, obstacle.pose, scale, "", dict(obstacle.extra))
