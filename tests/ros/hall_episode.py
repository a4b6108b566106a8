"""Small episodes in the shipped empty hall."""

from __future__ import annotations

import os
from functools import cache

from arena_simulation_setup.episode import Episode, EpisodeObject, EpisodeRobot, Limits
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.timebase import seconds_to_ns

WORLD = "map_empty"


@cache
def hall() -> Site:
    return open_site(WORLD, os.environ)


def hall_episode(
    episode_id: int = 1, distance: float = 2.0, adapter: str = "navigator", timeout_s: float = 60.0
) -> Episode:
    """A jackal that shall drive `distance` metres straight on, past a box."""
    goal = GotoPhase(
        pose=Pose(5.0 + distance, 5.0),
        tolerance_radius=0.3,
        tolerance_angle=0.0,
        hold_time=0.0,
        signal="",
        text="drive straight on",
    )
    robot = EpisodeRobot("jackal_0", "jackal", 0.267, Pose(5.0, 5.0), (goal,), adapter=adapter)
    box = EpisodeObject("crate", "crate", Pose(5.0, 8.0))
    return Episode(
        episode_id=episode_id,
        world=hall().reference,
        scenario="",
        seed=episode_id,
        robots=(robot,),
        objects=(box,),
        limits=Limits(timeout_ns=seconds_to_ns(timeout_s)),
    )
