"""Every robot rides in every lift of the shipped worlds without a contact, or is told that it does not fit."""

from __future__ import annotations

import pytest

from arena_runtime.simulation import Simulation
from arena_simulation_setup.episode import Episode, EpisodeRobot, Limits
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.route import Cabin
from arena_simulation_setup.route.boarding import front_place
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.timebase import seconds_to_ns

RADII = {"jackal": 0.267, "turtlebot": 0.178, "ridgeback": 0.63}
LIFTS = [
    ("hospital_2", "bed_lift_0/0"),
    ("hospital_2", "visitor_lift_0/0"),
    ("three_storied_residential", "elevator_1/1"),
    ("three_storied_residential", "elevator_2/2"),
    ("three_storied_residential", "elevator_3/3"),
]


def goto(place: Corner) -> GotoPhase:
    return GotoPhase(pose=Pose(*place), tolerance_radius=0.3, tolerance_angle=0.0, hold_time=0.5)


def rides(site: Site, model: str, cabin: Cabin) -> Episode:
    """From before a cabin into each that it leads to, out of it, and back into the first."""
    cabins, radius = site.planner.space.cabins, RADII[model]
    start = front_place(cabin, radius + 0.3)
    phases: list[GotoPhase] = []
    for lift in site.planner.space.lifts:
        if cabins[lift.start] is cabin:
            there = cabins[lift.end]
            phases += [goto(there.center), goto(front_place(there, radius + 0.6)), goto(cabin.center), goto(start)]
    robot = EpisodeRobot(f"{model}_0", model, radius, Pose(*start, 0.4), tuple(phases))
    return Episode(1, site.reference, "", 3, robots=(robot,), limits=Limits(seconds_to_ns(400.0)))


def cabin_named(site: Site, name: str) -> Cabin:
    return next(cabin for cabin in site.planner.space.cabins if cabin.name == name)


def test_no_lift_of_a_shipped_world_is_left_out() -> None:
    for world in dict.fromkeys(world for world, _ in LIFTS):
        site = open_site(world, {})
        ridden = {name for at, name in LIFTS if at == world}
        ends = [site.planner.space.cabins[lift.end].name for lift in site.planner.space.lifts]
        assert {cabin.name for cabin in site.planner.space.cabins} <= ridden | set(ends)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["jackal", "turtlebot"])
@pytest.mark.parametrize(("world", "name"), LIFTS)
def test_a_robot_rides_there_and_back_without_a_contact(world: str, name: str, model: str) -> None:
    site = open_site(world, {})
    cabin = cabin_named(site, name)
    simulation = Simulation(site, rides(site, model, cabin))
    assert simulation.warnings == ()
    visited: list[str] = []
    while simulation.outcome is None:
        frame = simulation.step().frame
        assert not len(frame.contacts), frame.time_ns
        x, y = frame.robots[0, :2].tolist()
        visited += [one.name for one in site.planner.space.cabins if one.holds(x, y)]
    assert simulation.outcome.state == "SUCCESS", simulation.outcome
    ends = [site.planner.space.cabins[lift.end].name for lift in site.planner.space.lifts]
    assert name in visited
    assert any(end in visited for end in ends if end != name)


@pytest.mark.parametrize(("world", "name"), LIFTS)
def test_a_robot_that_is_too_wide_is_told_so_with_the_measure(world: str, name: str) -> None:
    site = open_site(world, {})
    cabin = cabin_named(site, name)
    episode = rides(site, "ridgeback", cabin)
    start = site.planner.nearest_reachable(site.planner.space.cabins[0].center, episode.robots[0].start.xy, 0.66)
    robot = EpisodeRobot("ridgeback_0", "ridgeback", 0.63, Pose(*start), episode.robots[0].phases)
    simulation = Simulation(site, Episode(1, site.reference, "", 3, robots=(robot,), limits=episode.limits))
    (warning,) = simulation.warnings
    assert warning.startswith("robot ridgeback_0 (radius 0.63 m) finds no way to (")
    assert "takes a radius of at most 0." in warning
