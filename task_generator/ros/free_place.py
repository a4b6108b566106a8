"""Free places for what comes while an episode runs."""

import math

from arena_simulation_setup.episode import Episode
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.site import Site
from arena_simulation_setup.tree.identifiers import ObjectIdentifier, PedestrianIdentifier, RobotIdentifier
from task_generator.disc import Disc
from task_generator.ground import Demand, Ground
from task_generator.model_size import box_radius
from task_generator.places import Places
from task_generator.ros.ports import ResetError

STATIC, DYNAMIC, ROBOT = "static", "dynamic", "robot"
CLEARANCE = 0.1
"""Metres of room beside what is placed."""
TRIES = 10
"""Draws until nothing is found: others may have gone to the first places."""


def free_pose(site: Site, episode: Episode, kind: str, model: str, draw: int) -> Pose:
    """A pose where a model of a kind has room, beside all that the episode began with.

    The same episode and number of the draw give the same pose.

    Args:
        site: The world.
        episode: The episode in progress.
        kind: ``STATIC``, ``DYNAMIC`` or ``ROBOT``.
        model: Name of the model.
        draw: Number of the draw within the episode.

    Raises:
        ResetError: If there is no room.
        FileNotFoundError: If there is no such robot.
    """
    places = site.derived("places", lambda: Places(site.world, site.description.all_level_ids))
    ground = Ground(site.planner_with(episode.objects), places.door_lines)
    for robot in episode.robots:
        ground.take(Disc(robot.start.x, robot.start.y, robot.radius))
    for person in episode.people:
        ground.take(Disc(person.pose.x, person.pose.y, person.radius))
    random = stream(episode.seed, "runtime", kind, draw)
    radius = _radius(site, kind, model)
    point = ground.find(Demand(radius + CLEARANCE), random)
    if point is None:
        raise ResetError(f"there is no free place for {model!r}: it needs {radius + CLEARANCE:.2f} m around it")
    return Pose(*point, float(random.uniform(-math.pi, math.pi)))


def _radius(site: Site, kind: str, model: str) -> float:
    if kind == ROBOT:
        return site.catalogue.robot(RobotIdentifier.parse(model)).radius
    if kind == DYNAMIC:
        return site.catalogue.pedestrian(PedestrianIdentifier.parse(model)).radius
    return box_radius(site.catalogue.object(ObjectIdentifier.parse(model)).bounding_box)
