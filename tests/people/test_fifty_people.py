import os

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from arena_lab.bench_episode import standard_episode
from arena_runtime.simulation import Simulation
from arena_simulation_setup.route.slabs import Slabs
from arena_simulation_setup.site import open_site

Floats = NDArray[np.float64]

PEOPLE = 50
MINUTES = 10
LARGEST_OVERLAP = 0.02
# A look at the outlines of walls and furniture every second; nobody gets into one and out again in between.
TICKS_PER_LOOK = 30


def overlap_of_discs(at: Floats, radius: Floats, others: Floats, other_radius: Floats) -> Floats:
    distance = np.hypot(at[:, None, 0] - others[None, :, 0], at[:, None, 1] - others[None, :, 1])
    overlap: Floats = radius[:, None] + other_radius[None, :] - distance
    return overlap


@pytest.mark.slow
def test_fifty_people_and_a_robot_overlap_nothing_in_ten_minutes_and_get_on() -> None:
    site = open_site("hospital_1", os.environ)
    episode = standard_episode(site, PEOPLE, seed=1, seconds=MINUTES * 60.0)
    simulation = Simulation(site, episode)
    region = site.planner_with(episode.objects).space.region
    border = region.boundary
    shapely.prepare(region)
    shapely.prepare(border)
    radius = np.array([person.radius for person in episode.people])
    robot_radius = np.array([robot.radius for robot in episode.robots])
    pairs = np.triu_indices(PEOPLE, 1)
    worst = dict.fromkeys(("person", "robot", "slab", "wall"), -np.inf)
    before, walked = simulation.frame.people[:, :2], np.zeros(PEOPLE)

    while simulation.outcome is None:
        frame = simulation.step().frame
        at = frame.people[:, :2]
        walked += np.hypot(*(at - before).T)
        before = at
        worst["person"] = max(worst["person"], overlap_of_discs(at, radius, at, radius)[pairs].max())
        robots = overlap_of_discs(at, radius, frame.robots[:, :2], robot_radius)
        worst["robot"] = max(worst["robot"], robots.max())
        slabs = Slabs.of(np.array(simulation._cast.mechanisms.slab_polygons(), dtype=np.float64).reshape(-1, 4, 2))
        person, slab = np.divmod(np.arange(PEOPLE * len(slabs)), len(slabs))
        inside = radius[person] - slabs.distances(slab, at[person, 0], at[person, 1])
        worst["slab"] = max(worst["slab"], inside.max())
        if frame.tick % TICKS_PER_LOOK == 0:
            points = shapely.points(at)
            assert shapely.contains(region, points).all(), f"somebody is inside something at tick {frame.tick}"
            worst["wall"] = max(worst["wall"], (radius - shapely.distance(border, points)).max())

    assert simulation.frame.tick == MINUTES * 60 * episode.rate
    assert {kind: overlap for kind, overlap in worst.items() if overlap > LARGEST_OVERLAP} == {}
    share = walked / (np.array([person.speed for person in episode.people]) * MINUTES * 60.0)
    # Alone they walk 98 % of the time; among fifty, with doors to wait for, nobody is stuck and most walk on.
    assert share.mean() > 0.55
    assert share.min() > 0.25
