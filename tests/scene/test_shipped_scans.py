"""Scanners of the shipped robots see what is there and never the robot itself, whatever its arm does."""

from __future__ import annotations

import math

import numpy as np
import pytest
from attrs import evolve

from arena_runtime.scene.scene import Scene
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.tree.identifiers import RobotIdentifier
from arena_simulation_setup.tree.search_paths import shipped
from arena_simulation_setup.world.realization import RealizedLevel
from tests.scene.small_scene import person, robot, scene, wall

SHIPPED = ("jackal", "ridgeback", "turtlebot")
LONGEST_S = 4
TICKS = 30 * LONGEST_S


def model_of(name: str) -> RobotModel:
    return AssetCatalogue([shipped("assets")]).robot(RobotIdentifier.parse(name))


def hall(model: RobotModel, people: tuple[EpisodePerson, ...] = (), realized: RealizedLevel | None = None) -> Scene:
    return scene([robot(f"{model.name}_0")], people, realized=realized or RealizedLevel(), models=[model])


@pytest.mark.parametrize("name", SHIPPED)
def test_a_driving_robot_sees_nothing_of_itself_in_any_pose_of_its_arm(name: str) -> None:
    model = model_of(name)
    assert model.lidars
    poses = [(arm, angles) for arm, entry in enumerate(model.arms) for angles in entry.configurations.values()]
    subject = hall(model)
    subject.drive(0, 0.4, 0.0, 1.0)
    for arm, angles in poses or [(0, ())]:
        if angles:
            subject.pose_arm(0, arm, np.array(angles))
        for tick in range(TICKS):
            subject.step()
            if tick % 15 == 0:
                assert all(np.isinf(subject.scan(0, lidar)).all() for lidar in range(len(model.lidars))), angles


@pytest.mark.parametrize("name", SHIPPED)
def test_a_person_and_a_wall_are_seen_at_the_right_range(name: str) -> None:
    model = model_of(name)
    slab = wall("hall/wall_0", (-3.0, -5.0), (-3.0, 5.0), 0.1)
    subject = hall(model, (person("anna", 3.0, 0.0),), RealizedLevel(walls=(slab,)))
    for index, lidar in enumerate(model.lidars):
        distances = subject.scan(0, index)
        angles = lidar.mount.yaw + np.linspace(lidar.angle_min, lidar.angle_max, lidar.beams)
        for bearing, seen in ((0.0, 3.0 - 0.25 - lidar.mount.x), (math.pi, 3.0 - 0.05 + lidar.mount.x)):
            off = np.abs(np.remainder(angles - bearing + math.pi, 2.0 * math.pi) - math.pi)
            if off.min() < math.radians(1.0):
                assert distances[int(off.argmin())] == pytest.approx(seen, abs=0.01), (lidar.name, bearing)


def test_a_high_arm_is_seen_by_another_robot_with_a_scanner_at_its_height() -> None:
    arm = next(model for model in map(model_of, SHIPPED) if model.arms)
    mast = evolve(
        model_of("jackal"), name="mast", lidars=(evolve(model_of("jackal").lidars[0], mount=Pose(0.0, 0.0, 0.0, 0.8)),)
    )
    subject = scene([robot(f"{arm.name}_0", 2.0), robot("mast_0", 0.0)], models=[arm, mast])
    hidden = []
    for name, angles in arm.arms[0].configurations.items():
        subject.pose_arm(0, 0, np.array(angles))
        for _ in range(TICKS):
            subject.step()
        if np.isinf(subject.scan(1, 0)).all():
            hidden.append(name)
    assert hidden == ["stowed", "stow"]
