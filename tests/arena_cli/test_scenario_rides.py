"""Rides in the picture of a scenario."""

import numpy as np
from attrs import evolve

from arena_cli.scenario_picture import draw_scenario
from arena_simulation_setup.episode import Episode, EpisodeRobot
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site, open_site


def before(site: Site, cabin: int) -> Corner:
    """A point two metres before the door of a cabin."""
    found = site.planner.space.cabins[cabin]
    return (found.center[0] + 2.0 * found.out[0] - 0.4, found.center[1] + 2.0 * found.out[1])


def test_nothing_is_drawn_between_the_levels_that_a_way_rides_to() -> None:
    site = open_site("three_storied_residential", {})
    goal = GotoPhase(pose=Pose(*before(site, 1)))
    robot = EpisodeRobot("jackal_0", "jackal", 0.267, Pose(*before(site, 0)), (goal,))
    episode = Episode(1, site.reference, "ride", 1, robots=(robot,))
    still = evolve(episode, robots=(evolve(robot, phases=()),))
    ridden, bare = (np.asarray(draw_scenario(site, entry)) for entry in (episode, still))
    rows = np.flatnonzero((ridden != bare).any(axis=(1, 2)))
    # The levels are five metres apart, at fifty pixels each, and the way changes the picture on both.
    assert np.diff(rows).max() > 150
