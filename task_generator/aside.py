"""People who are authored where there is no room stand aside."""

from collections.abc import Sequence

import numpy as np
import shapely
from attrs import evolve
from numpy.typing import NDArray

from arena_simulation_setup.episode import EpisodePerson, EpisodeRobot
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.route.clearance_kernel import clearance_at, grid_of
from task_generator.disc import Disc

# Two bodies may touch; a person may stand this far inside what is solid, metres.
TOLERANCE = 0.01


class Floor:
    """What is solid in an episode; the clearances beside its objects are only worked out once somebody has to move.

    Args:
        world: Free space of the world as built.
        outlines: Corners of the objects of the episode, metres, map frame.
        planner: Free space of the episode, its objects included; None where it has none.
    """

    def __init__(
        self, world: RoutePlanner, outlines: Sequence[Sequence[Corner]] = (), planner: RoutePlanner | None = None
    ) -> None:
        self.planner = world if planner is None else planner
        self._outlines = outlines
        self._grid = grid_of(world.clearance)
        self._bounds = [_bounds(outline) for outline in outlines]

    def has_room(self, disc: Disc) -> bool:
        """Whether a body may stand there."""
        radius = disc.radius - TOLERANCE
        if clearance_at(self._grid, disc.x, disc.y) < radius:
            return False
        beside = (
            outline
            for outline, (low_x, low_y, high_x, high_y) in zip(self._outlines, self._bounds, strict=True)
            if low_x - radius < disc.x < high_x + radius and low_y - radius < disc.y < high_y + radius
        )
        return all(shapely.Polygon(outline).distance(shapely.Point(disc.x, disc.y)) >= radius for outline in beside)


def _bounds(corners: Sequence[Corner]) -> tuple[float, float, float, float]:
    """Least and largest x and y of some corners, in the order of shapely."""
    x, y = zip(*corners, strict=True)
    return (min(x), min(y), max(x), max(y))


def stand_aside(
    people: Sequence[EpisodePerson], robots: Sequence[EpisodeRobot], floor: Floor
) -> tuple[tuple[EpisodePerson, ...], tuple[str, ...]]:
    """Move people off robots, off each other and out of what is solid, each to the nearest free place.

    Args:
        people: People with their authored or drawn poses, in order; earlier ones keep their place.
        robots: Robots, which keep theirs.
        floor: What is solid.

    Returns:
        The people, and one sentence for each who was moved or found no place.
    """
    taken = [(robot.name, Disc(robot.start.x, robot.start.y, robot.radius)) for robot in robots]
    placed, sentences = [], []
    for person in people:
        disc = Disc(person.pose.x, person.pose.y, person.radius)
        obstacle = _met(disc, taken, floor)
        if obstacle:
            spot = _nearest_free(disc, [other for _, other in taken], floor.planner)
            where = f"person {person.name} starts at ({disc.x:.2f}, {disc.y:.2f}) inside {obstacle}"
            if spot is None:
                sentences.append(f"{where}, and there is no free place for them")
            else:
                sentences.append(f"{where}; they stand at ({spot[0]:.2f}, {spot[1]:.2f}) instead")
                person = evolve(person, pose=evolve(person.pose, x=spot[0], y=spot[1]))
                disc = Disc(*spot, person.radius)
        taken.append((person.name, disc))
        placed.append(person)
    return tuple(placed), tuple(sentences)


def _met(disc: Disc, taken: Sequence[tuple[str, Disc]], floor: Floor) -> str:
    """What a disc overlaps; empty where it has room."""
    for name, other in taken:
        reach = disc.radius + other.radius - TOLERANCE
        if (disc.x - other.x) ** 2 + (disc.y - other.y) ** 2 < reach * reach:
            return name
    return "" if floor.has_room(disc) else "a wall or a thing"


def _nearest_free(disc: Disc, taken: Sequence[Disc], planner: RoutePlanner) -> Corner | None:
    points = planner.free_points(disc.radius)
    free: NDArray[np.bool_] = np.ones(len(points), dtype=np.bool_)
    for other in taken:
        offsets = points - (other.x, other.y)
        free &= (offsets * offsets).sum(axis=1) >= (disc.radius + other.radius) ** 2
    if not free.any():
        return None
    points = points[free]
    offsets = points - (disc.x, disc.y)
    x, y = points[int(np.argmin((offsets * offsets).sum(axis=1)))].tolist()
    return (x, y)
