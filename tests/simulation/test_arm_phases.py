"""Gestures and reaches of a robot with an arm, from the phase to the verdict."""

from __future__ import annotations

import math

import numpy as np
import pytest
from attrs import evolve
from two_rooms import crossing, two_room_site

from arena_runtime.simulation import Simulation, SimulationOptions
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.episode import Episode, EpisodeRobot, Limits
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import CommandVelocity
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, Phase, ReachPhase
from arena_simulation_setup.site import Site
from arena_simulation_setup.timebase import seconds_to_ns

START = Pose(2.5, 3.0, 0.5)
AHEAD = Pose(0.75, 0.2, 0.3, z=0.7)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return two_room_site(tmp_path_factory.mktemp("arms"))


def with_arm(site: Site, *phases: Phase, adapter: str = "navigator", seed: int = 5) -> Episode:
    robot = EpisodeRobot("ridgeback_0", "ridgeback", 0.63, START, phases=phases, adapter=adapter)
    limits = Limits(timeout_ns=seconds_to_ns(60.0))
    return evolve(crossing(site, seed), robots=(robot,), people=(), conditions=(), limits=limits)


def ended(simulation: Simulation, seconds: float = 40.0) -> Simulation:
    for _ in range(round(seconds * 30)):
        if simulation.outcome is not None:
            break
        simulation.step()
    assert simulation.outcome is not None
    return simulation


def tip_of(simulation: Simulation) -> np.ndarray:
    (chain,) = simulation.scene.arm_chains(0)
    return chain.tip_at(simulation.scene.arm_angles(0, 0))[0]


@pytest.mark.parametrize("gesture", ["wave", "nod", "point", "random"])
def test_a_gesture_is_played_and_ends_with_the_arm_stowed(site: Site, gesture: str) -> None:
    simulation = Simulation(site, with_arm(site, GesturePhase(gesture=gesture), ReachPhase(configuration="home")))
    stowed = tip_of(simulation)
    widest = 0.0
    while simulation.judge.phases()[0].outcome == "pending":
        simulation.step()
        widest = max(widest, float(np.linalg.norm(tip_of(simulation) - stowed)))
    assert simulation.judge.phases()[0].outcome == "met"
    assert widest > 0.3
    np.testing.assert_allclose(tip_of(simulation), stowed, atol=0.02)


def test_a_named_configuration_is_taken(site: Site) -> None:
    simulation = ended(Simulation(site, with_arm(site, ReachPhase(configuration="home"))))
    (phase,) = simulation.judge.phases()
    assert (phase.outcome, simulation.outcome and simulation.outcome.state) == ("met", "SUCCESS")
    np.testing.assert_allclose(simulation.scene.arm_angles(0, 0), [0.0, -0.4, 1.6, 0.0, 0.4, 0.0], atol=0.01)


def test_a_pose_before_the_robot_is_reached_within_the_tolerances(site: Site) -> None:
    simulation = ended(Simulation(site, with_arm(site, ReachPhase(pose=AHEAD))))
    assert simulation.judge.phases()[0].outcome == "met"
    place, axes = simulation.scene.arm_chains(0)[0].tip_at(simulation.scene.arm_angles(0, 0))
    assert np.linalg.norm(place - (AHEAD.x, AHEAD.y, AHEAD.z)) <= 0.03
    assert math.atan2(axes[1, 0], axes[0, 0]) == pytest.approx(AHEAD.yaw, abs=0.1)


def test_a_pose_of_the_map_is_reached_from_where_the_robot_has_stopped(site: Site) -> None:
    there = GotoPhase(pose=Pose(3.0, 3.0, 0.0), tolerance_radius=0.4, tolerance_angle=0.0, hold_time=0.0)
    wanted = Pose(3.7, 3.4, 0.0, z=0.8)
    reach = ReachPhase(pose=wanted, frame="map", orientation_tolerance=math.pi)
    simulation = ended(Simulation(site, with_arm(site, there, reach)))
    assert [phase.outcome for phase in simulation.judge.phases()] == ["met", "met"]
    x, y, yaw = simulation.frame.robots[0, :3]
    ahead, left, up = tip_of(simulation)
    tip = (x + math.cos(yaw) * ahead - math.sin(yaw) * left, y + math.sin(yaw) * ahead + math.cos(yaw) * left, up)
    assert math.dist(tip, (wanted.x, wanted.y, wanted.z)) < 0.05


@pytest.mark.parametrize(
    ("phase", "reason"),
    [
        (ReachPhase(pose=Pose(4.0, 0.0, 0.0, z=0.5)), "failed: unreachable"),
        (ReachPhase(pose=Pose(0.05, 0.05, 0.0, z=3.0)), "failed: unreachable"),
        (ReachPhase(configuration="akimbo"), "failed: unknown configuration"),
        (GesturePhase(gesture="shrug"), "failed: unknown gesture"),
        (ReachPhase(pose=AHEAD, frame="nowhere"), "failed: unknown frame"),
        (GesturePhase(gesture="wave", instance="third"), "failed: unknown arm"),
    ],
)
def test_what_can_not_be_done_fails_with_its_reason(site: Site, phase: Phase, reason: str) -> None:
    simulation = ended(Simulation(site, with_arm(site, phase)))
    (verdict,) = simulation.judge.phases()
    assert verdict.outcome == "failed"
    assert f": {reason} at " in verdict.reason


def test_frames_of_an_arm_episode_give_the_same_verdicts_again(site: Site) -> None:
    simulation = Simulation(site, with_arm(site, GesturePhase(gesture="nod"), ReachPhase(pose=Pose(5.0, 0.0))))
    judge = Judge(simulation.start.episode, simulation.start.layout)
    judge.observe(simulation.first.frame)
    while simulation.outcome is None:
        judge.observe(simulation.step().frame)
    assert judge.phases() == simulation.judge.phases()


def test_two_runs_with_random_gestures_are_equal_to_the_bit(site: Site) -> None:
    phases = (GesturePhase(), ReachPhase(configuration="random"), ReachPhase(pose=AHEAD))
    runs = [Simulation(site, with_arm(site, *phases)) for _ in range(2)]
    while runs[0].outcome is None:
        assert runs[0].step().frame == runs[1].step().frame
        np.testing.assert_array_equal(runs[0].scene.arm_angles(0, 0), runs[1].scene.arm_angles(0, 0))
    assert [phase.outcome for phase in runs[0].judge.phases()] == ["met"] * 3


def test_no_joint_is_faster_than_the_capability_file_allows(site: Site) -> None:
    simulation = Simulation(site, with_arm(site, GesturePhase(gesture="wave")))
    fastest = 0.0
    while simulation.outcome is None:
        simulation.step()
        fastest = max(fastest, float(np.abs(simulation.scene.arm_speeds(0, 0)).max()))
    assert 2.0 < fastest <= 2.5 * 1.02


def test_an_arm_that_waves_moves_its_robot_by_less_than_a_millimetre(site: Site) -> None:
    simulation = ended(Simulation(site, with_arm(site, GesturePhase(gesture="wave"))))
    x, y, yaw = simulation.frame.robots[0, :3]
    assert math.dist((x, y), START.xy) < 1e-3
    assert yaw == pytest.approx(START.yaw, abs=2e-3)


def test_no_scanner_sees_the_arm_of_its_own_robot_wherever_it_is(site: Site) -> None:
    down = ReachPhase(pose=Pose(0.75, 0.0, 0.0, z=0.25), orientation_tolerance=math.pi)
    simulation = Simulation(site, with_arm(site, down), SimulationOptions(scans=True))
    first = {(scan.robot, scan.lidar): scan.ranges for scan in simulation.first.scans}
    while simulation.outcome is None:
        for scan in simulation.step().scans:
            np.testing.assert_allclose(scan.ranges, first[scan.robot, scan.lidar], atol=5e-3)
    assert simulation.judge.phases()[0].outcome == "met"


def test_another_robot_sees_the_arm_where_it_has_moved_to(site: Site) -> None:
    """The hand comes down into the plane of the scanner of a robot that looks at it from ahead."""
    place = Pose(0.95, 0.0, 0.0, z=0.36)
    episode = with_arm(site, ReachPhase(pose=place, orientation_tolerance=math.pi))
    reaching = evolve(episode.robots[0], start=Pose(1.5, 3.0, 0.0))
    watcher = EpisodeRobot("jackal_0", "jackal", 0.267, Pose(4.0, 3.0, math.pi))
    episode = evolve(episode, robots=(reaching, watcher))
    simulation = Simulation(site, episode, SimulationOptions(scans=True))

    def ahead() -> float:
        return float(simulation.scene.scan(1, 0)[180])

    before = ahead()
    while simulation.judge.phases()[0].outcome == "pending":
        simulation.step()
    assert before > 1.7
    assert ahead() == pytest.approx(4.0 - 1.5 - 0.95, abs=0.12)


def test_an_omnidirectional_robot_obeys_sideways_commands(site: Site) -> None:
    simulation = Simulation(site, with_arm(site, GotoPhase(tolerance_radius=9.0), adapter="external"))
    simulation.orders.request(CommandVelocity("ridgeback_0", 0.0, 0.5, 0.0))
    for _ in range(30):
        simulation.step()
    x, y, yaw = simulation.frame.robots[0, :3]
    moved = (x - START.x, y - START.y)
    assert math.hypot(*moved) == pytest.approx(0.45, abs=0.03)
    assert math.atan2(moved[1], moved[0]) == pytest.approx(START.yaw + math.pi / 2, abs=0.05)
    assert yaw == pytest.approx(START.yaw, abs=0.01)
