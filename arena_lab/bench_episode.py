"""The episode that speed is measured on: shipped hospital_1, many people, one robot that never arrives."""

from attrs import evolve

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.parse import parse_clause
from arena_simulation_setup.episode import Episode, Limits
from arena_simulation_setup.route import RouteCache
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site
from arena_simulation_setup.timebase import seconds_to_ns
from arena_simulation_setup.world.description import WorldDescription
from task_generator.generator import generate
from task_generator.request import EpisodeRequest

CLAUSES = 10
ROUNDS = 20
"""Times that the robot is sent through all zones: more than it gets through while anybody measures."""
GAP = 5.0
"""Metres between copies of a level."""


def standard_episode(site: Site, people: int, seed: int = 1, seconds: float = 60.0) -> Episode:
    """People with random waypoints, a robot that drives from zone to zone, ten clauses; nothing ends it early.

    Args:
        site: The world; the first of its levels is used.
        people: How many.
        seed: Seed of the episode.
        seconds: Simulated length.
    """
    level, zones = _first_level(site)
    parameters = {"task.random.dynamic.n": [people, people], "task.random.static.n": [0, 0]}
    limits = Limits(timeout_ns=seconds_to_ns(seconds))
    request = EpisodeRequest(1, seed, "random", "random", parameters=parameters, limits=limits)
    episode = generate(site, request).episode
    phases = tuple(
        GotoPhase(target=f"{zone}/{level}", tolerance_radius=1.0, tolerance_angle=0.0, hold_time=0.0, signal="")
        for zone in zones * ROUNDS
    )
    robot = evolve(episode.robots[0], phases=phases)
    return evolve(episode, robots=(robot,), conditions=_clauses(zones, level))


def enlarged(site: Site, copies: int) -> Site:
    """A world whose first level stands there several times, side by side, the first where it was.

    Args:
        site: The world.
        copies: How many times.
    """
    level_id, level = next(iter(site.description.levels.items()))
    corners = [corner for zone in level.zones for corner in zone.corners]
    width = max(corner.x for corner in corners) - min(corner.x for corner in corners) + GAP
    ids = (level_id, *(f"{level_id}_{copy}" for copy in range(1, copies)))
    origin_x, origin_y = site.description.origins[level_id]
    description = WorldDescription(
        name=site.description.name,
        levels=dict.fromkeys(ids, level),
        all_level_ids=ids,
        origins={name: (origin_x + width * copy, origin_y) for copy, name in enumerate(ids)},
    )
    return evolve(site, description=description, cache=RouteCache(), derived={})


def moved_to(site: Site, episode: Episode) -> Episode:
    """The same episode, as one of another world that contains all it names."""
    return evolve(episode, world=site.reference)


def _first_level(site: Site) -> tuple[str, tuple[str, ...]]:
    level_id = next(iter(site.world.levels))
    return level_id, tuple(zone.name for level, zone in site.world.zones() if level == level_id)


def _clauses(zones: tuple[str, ...], level: str) -> tuple[Clause, ...]:
    """Ten clauses of two atoms that stay undecided as long as nobody is within a millimetre of the robot's centre."""
    return tuple(
        parse_clause(
            {
                "op": "never_during",
                "p": f"robot in {zones[index % len(zones)]}/{level}",
                "q": f"robot within 0.001 of {who}",
            }
        )
        for index, who in enumerate(f"Pedestrian_{index}" for index in range(CLAUSES))
    )
