"""Capability files: what is read, and what is said about mistakes in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.tree.identifiers import RobotIdentifier

PLAIN: dict[str, Any] = {"radius": 0.3, "height": 0.5, "mass": 10, "max_speed": 1, "max_turn_rate": 2}
CAMERA = {"name": "eye", "mount": [0.1, 0, 0], "width": 64, "height": 48, "field_of_view": 1.2}
ARM = {
    "name": "arm",
    "tip": "hand",
    "max_joint_speed": 1.0,
    "joints": [{"name": "lift", "min": -1, "max": 1}, {"name": "turn", "min": 0, "max": 2}],
    "configurations": {"low": [-1, 0], "high": [1, 2]},
    "gestures": {"nod": ["high", "low"]},
}


def model(tmp_path: Path, **more: Any) -> RobotModel:
    folder = tmp_path / "Common" / "Robot" / "crawler"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "caps.yaml").write_text(yaml.safe_dump({**PLAIN, **more}, sort_keys=False), encoding="utf-8")
    return AssetCatalogue([tmp_path]).robot(RobotIdentifier.parse("crawler"))


def changed(**more: Any) -> dict[str, Any]:
    return {**ARM, **more}


def test_a_short_file_has_no_arms_cameras_or_drift(tmp_path: Path) -> None:
    robot = model(tmp_path)
    assert (robot.cameras, robot.arms, robot.odometry.drifts, robot.mjcf, robot.urdf) == ((), (), False, "", "")


def test_everything_that_is_written_is_read(tmp_path: Path) -> None:
    robot = model(tmp_path, cameras=[CAMERA], arms=[ARM], odometry={"drift_per_metre": 0.02})
    (camera,), (arm,) = robot.cameras, robot.arms
    assert (camera.mount, camera.width, camera.rate) == (Pose(0.1, 0.0), 64, 10.0)
    assert [joint.name for joint in arm.joints] == ["lift", "turn"]
    assert arm.start == (-1.0, 0.0)
    assert arm.gestures["nod"] == ("high", "low")
    assert robot.odometry.drifts


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"arms": [changed(joints=[])]}, "an arm without joints"),
        ({"arms": [changed(configurations={"low": [0]})]}, "low has 1 angles for 2 joints"),
        ({"arms": [changed(configurations={"low": [-3, 0], "high": [0, 0]})]}, "low turns lift to -3"),
        ({"arms": [changed(configurations={})]}, "at least one configuration"),
        ({"arms": [changed(gestures={"nod": ["hihg"]})]}, "did you mean 'high'"),
        ({"arms": [changed(joints=[{"name": "a", "min": 1, "max": 1}])]}, "max is not above min"),
        ({"arms": [changed(elbows=2)]}, "unknown key 'elbows'"),
        ({"arms": [ARM, ARM]}, "two parts are called 'arm'"),
        ({"arms": [ARM], "cameras": [{**CAMERA, "name": "arm"}]}, "two parts are called 'arm'"),
        ({"cameras": [{**CAMERA, "width": 10_000}]}, "at most 4096 pixels"),
        ({"cameras": [{**CAMERA, "field_of_view": 3.5}]}, "out of range"),
        ({"odometry": {"drift_per_metre": -1}}, "out of range"),
        ({"odometry": {"drift": 1}}, "unknown key 'drift'"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, more: dict[str, Any], said: str) -> None:
    with pytest.raises(FileProblems) as caught:
        model(tmp_path, **more)
    assert said in str(caught.value)


def test_files_beside_it_are_found_by_the_name_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "Common" / "Robot" / "crawler"
    model(tmp_path)
    (folder / "crawler.urdf").write_text("<robot/>", encoding="utf-8")
    (folder / "other.xml").write_text("<mujoco/>", encoding="utf-8")
    robot = model(tmp_path)
    assert (robot.urdf, robot.mjcf) == (str(folder / "crawler.urdf"), "")
