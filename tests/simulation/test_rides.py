"""Whole episodes over several levels: a robot and people ride."""

import numpy as np
import pytest

from arena_runtime.simulation import Simulation
from arena_simulation_setup.episode import Episode, EpisodePerson, EpisodeRobot, Limits
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.route import Cabin
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.timebase import seconds_to_ns


def floor(site: Site, cabin: Cabin, count: int) -> list[Corner]:
    """Roomy places on the level of a cabin, apart from each other and before its door, but not near; nearest first."""
    planner, found = site.planner, list[Corner]()
    points = planner.free_points(0.45)
    away = np.hypot(*(points - cabin.center).T)
    for index in np.argsort(away, kind="stable").tolist():
        point = (float(points[index, 0]), float(points[index, 1]))
        near = min((np.hypot(point[0] - x, point[1] - y) for x, y in found), default=np.inf)
        in_front = away[index] > 2.5 and cabin.ahead_of(*point) > 0.8
        if in_front and near > 1.2 and planner.connected(cabin.center, point, 0.3):
            found.append(point)
        if len(found) == count:
            break
    return found


def played(site: Site, episode: Episode) -> Simulation:
    simulation = Simulation(site, episode)
    while simulation.outcome is None:
        simulation.step()
    return simulation


def travelling(site: Site, start: Corner, *goals: Corner, people: tuple[EpisodePerson, ...] = ()) -> Episode:
    """A robot that shall get from one point to others, in order."""
    phases = tuple(
        GotoPhase(pose=Pose(*goal), tolerance_radius=0.5, tolerance_angle=0.0, hold_time=0.5) for goal in goals
    )
    robot = EpisodeRobot("jackal_0", "jackal", 0.267, Pose(*start), phases)
    limits = Limits(seconds_to_ns(240.0))
    return Episode(1, site.reference, "", 5, robots=(robot,), people=people, limits=limits)


@pytest.mark.slow
@pytest.mark.parametrize(("world", "levels"), [("three_storied_residential", 3), ("hospital_2", 2)])
def test_a_robot_gets_to_every_level_of_a_shipped_building_and_back(world: str, levels: int) -> None:
    site = open_site(world, {})
    cabins = {cabin.name.split("/")[1]: cabin for cabin in site.planner.space.cabins}
    stops = [floor(site, cabin, 1)[0] for cabin in cabins.values()]
    assert len(stops) == levels
    simulation = played(site, travelling(site, stops[0], *stops[1:], stops[0]))
    assert simulation.outcome is not None
    assert simulation.outcome.state == "SUCCESS", simulation.outcome


@pytest.mark.slow
def test_people_and_a_robot_share_the_lifts_of_a_shipped_building() -> None:
    site = open_site("three_storied_residential", {})
    floors = [floor(site, cabin, 3) for cabin in site.planner.space.cabins]
    people = tuple(
        EpisodePerson(
            f"p{index}", "adult", 0.25, 1.75, Pose(*floors[index][0]), 1.2, (floors[(index + 1) % 3][1],), "once"
        )
        for index in range(3)
    )
    simulation = Simulation(site, travelling(site, floors[0][2], floors[1][2], people=people))
    outcomes, ticks = [], 130 * 30
    for _ in range(ticks):
        simulation.step()
        outcomes.append(simulation.outcome)
    assert outcomes[-1] is not None
    assert outcomes[-1].state == "SUCCESS"
    for index, person in enumerate(people):
        assert np.hypot(*(simulation.frame.people[index, :2] - person.waypoints[-1])) < 0.1
