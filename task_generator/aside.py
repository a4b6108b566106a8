"""People who are authored where there is no room stand aside."""

from collections.abc import Sequence

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from arena_simulation_setup.episode import EpisodePerson, EpisodeRobot
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import RoutePlanner
from task_generator.disc import Disc

# Two bodies may touch; a person may stand this far inside what is solid, metres.
TOLERANCE = 0.01


def stand_aside(
    people: Sequence[EpisodePerson], robots: Sequence[EpisodeRobot], planner: RoutePlanner
) -> tuple[tuple[EpisodePerson, ...], tuple[str, ...]]:
    """Move people off robots, off each other and out of what is solid, each to the nearest free place.

    Args:
        people: People with their authored or drawn poses, in order; earlier ones keep their place.
        robots: Robots, which keep theirs.
        planner: Free space of the episode, its objects included.

    Returns:
        The people, and one sentence for each who was moved or found no place.
    """
    taken = [(robot.name, Disc(robot.start.x, robot.start.y, robot.radius)) for robot in robots]
    placed, sentences = [], []
    for person in people:
        disc = Disc(person.pose.x, person.pose.y, person.radius)
        obstacle = _met(disc, taken, planner)
        if obstacle:
            spot = _nearest_free(disc, [other for _, other in taken], planner)
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


def _met(disc: Disc, taken: Sequence[tuple[str, Disc]], planner: RoutePlanner) -> str:
    """What a disc overlaps; empty where it has room."""
    for name, other in taken:
        reach = disc.radius + other.radius - TOLERANCE
        if (disc.x - other.x) ** 2 + (disc.y - other.y) ** 2 < reach * reach:
            return name
    return "" if planner.is_free(disc.x, disc.y, disc.radius - TOLERANCE) else "a wall or a thing"


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
