"""Robots of several kinds in one episode."""

from __future__ import annotations

import math

import numpy as np
import pytest
from attrs import evolve
from two_rooms import crossing, two_room_site

from arena_runtime.simulation import Simulation
from arena_simulation_setup.episode import EpisodeRobot, Limits
from arena_simulation_setup.frame import CONTACT_KINDS
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site
from arena_simulation_setup.timebase import seconds_to_ns


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return two_room_site(tmp_path_factory.mktemp("fleet"))


def sent(name: str, radius: float, start: Pose, goal: Pose) -> EpisodeRobot:
    phase = GotoPhase(pose=goal, tolerance_radius=0.4, tolerance_angle=0.0, hold_time=0.0)
    return EpisodeRobot(name, name.rpartition("_")[0], radius, start, (phase,))


def test_three_kinds_of_robots_cross_each_others_ways_and_do_not_touch(site: Site) -> None:
    robots = (
        sent("ridgeback_0", 0.63, Pose(1.0, 3.0, 0.0), Pose(4.0, 1.0)),
        sent("jackal_0", 0.267, Pose(4.3, 4.0, math.pi), Pose(1.0, 4.0)),
        sent("turtlebot_0", 0.178, Pose(2.5, 5.5, -1.5), Pose(2.5, 0.5)),
    )
    limits = Limits(timeout_ns=seconds_to_ns(60.0))
    simulation = Simulation(site, evolve(crossing(site), robots=robots, people=(), conditions=(), limits=limits))
    radii = np.array([robot.radius for robot in robots])
    while simulation.outcome is None:
        frame = simulation.step().frame
        assert all(CONTACT_KINDS[kind] != "robot" for _, kind, _ in frame.contacts.tolist())
        for first, second in ((0, 1), (0, 2), (1, 2)):
            gap = math.dist(frame.robots[first, :2], frame.robots[second, :2]) - radii[first] - radii[second]
            assert gap > 0.0
    assert simulation.outcome.state == "SUCCESS"
    assert [phase.outcome for phase in simulation.judge.phases()] == ["met"] * 3


def test_a_robot_with_an_arm_before_another_leaves_the_addresses_of_the_other_right(site: Site) -> None:
    """The arm's joints come before those of the second robot in the state of the physics."""
    first = EpisodeRobot("ridgeback_0", "ridgeback", 0.63, Pose(1.5, 3.0, 0.3))
    second = EpisodeRobot("jackal_0", "jackal", 0.267, Pose(4.0, 1.0, -0.4))
    simulation = Simulation(site, evolve(crossing(site), robots=(first, second), people=(), conditions=()))
    np.testing.assert_allclose(simulation.frame.robots[:, :3], [[1.5, 3.0, 0.3], [4.0, 1.0, -0.4]], atol=1e-12)
    simulation.scene.drive(1, 0.0, 0.0, 1.0)
    for _ in range(15):
        simulation.scene.step()
    rows = simulation.scene.robot_rows()
    assert rows[1, 5] == pytest.approx(1.0, abs=0.05)
    np.testing.assert_allclose(rows[0], [1.5, 3.0, 0.3, 0.0, 0.0, 0.0], atol=1e-6)
    simulation.scene.teleport_robot(1, Pose(8.0, 3.0, 1.0))
    np.testing.assert_allclose(simulation.scene.robot_rows()[1], [8.0, 3.0, 1.0, 0.0, 0.0, 0.0], atol=1e-12)
    assert simulation.scene.overlaps(8.0, 3.0, 0.1) is None
