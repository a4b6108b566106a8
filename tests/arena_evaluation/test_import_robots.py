"""Which robots are found in a bag, and by which of its topics and frames."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from foreign_bag import STANDARD, header, odometry, pose, stamp_ns, standing, straight, times, transforms, write_bag

from arena_evaluation.foreign.robot_names import base_frames, name_of_frame, name_of_topic
from arena_simulation_setup.recording.reader import Recording

Import = Callable[..., Recording]
Run = Callable[..., dict[str, Any]]
SECOND = times(1, 20)


def test_two_robots_are_told_apart_by_their_frames(tmp_path: Path, imported: Import) -> None:
    messages = [
        *odometry(straight(0.5, y=1.0), SECOND, "/spot/odom", child="spot/base_link"),
        *odometry(straight(0.5, y=4.0), SECOND, "/husky/odom", child="husky/base_link"),
    ]
    recording = imported(write_bag(tmp_path / "bag", messages))
    assert recording.start.layout.robots == ("husky", "spot")
    first = next(recording.frames())
    assert first.robots[:, 1].tolist() == pytest.approx([4.0, 1.0])


def test_robots_with_equal_frames_are_told_apart_by_the_namespaces_of_their_transforms(
    tmp_path: Path, imported: Import
) -> None:
    messages = [
        *transforms(straight(0.5, y=1.0), SECOND, "map", "base_link", "/spot/tf"),
        *transforms(straight(0.5, y=4.0), SECOND, "map", "base_link", "/husky/tf"),
    ]
    recording = imported(write_bag(tmp_path / "bag", messages))
    assert dict(zip(recording.start.layout.robots, next(recording.frames()).robots[:, 1].tolist(), strict=True)) == {
        "spot": pytest.approx(1.0),
        "husky": pytest.approx(4.0),
    }


def test_transforms_from_the_map_are_taken_before_odometry_and_the_rest_is_told(
    tmp_path: Path, run_import: Run
) -> None:
    messages = [
        *odometry(straight(0.5, 0.0, 0.0), SECOND, frame="odom"),
        *odometry(straight(0.5, 0.0, 0.0), SECOND, "/odometry/filtered", frame="odom"),
        *transforms(straight(0.5, 0.0, 0.0), SECOND, "odom", "base_link"),
        *transforms(standing(2.0, 2.0), SECOND, "map", "odom"),
    ]
    said = run_import(write_bag(tmp_path / "bag", messages))
    assert said["robots"] == {"robot_0": "transforms map → odom → base_link"}
    assert "topic /odom (nav_msgs/msg/Odometry) is not used" in said["notes"]
    assert "topic /odometry/filtered (nav_msgs/msg/Odometry) is not used" in said["notes"]


def test_a_frame_that_nothing_joins_to_the_map_is_taken_as_the_map_and_that_is_told(
    tmp_path: Path, run_import: Run
) -> None:
    said = run_import(write_bag(tmp_path / "a", odometry(straight(), SECOND, frame="odom")))
    assert "robot_0: /odom is in frame 'odom', which nothing joins to 'map'; it is taken as the map" in said["notes"]
    said = run_import(write_bag(tmp_path / "b", transforms(straight(), SECOND, "odom", "base_link")))
    assert "robot_0: there is no frame 'map'; its frame 'odom' is taken as the map" in said["notes"]


def test_the_caller_names_robots_by_topic_or_frame(tmp_path: Path, imported: Import) -> None:
    messages = [
        *odometry(straight(0.5, y=1.0), SECOND, "/a/odom", child="a"),
        *transforms(straight(0.5, y=4.0), SECOND, "map", "tool"),
    ]
    bag = write_bag(tmp_path / "bag", messages)
    recording = imported(bag, "--robot", "spot=/a/odom", "--robot", "arm=tool")
    assert recording.start.layout.robots == ("spot", "arm")
    assert next(recording.frames()).robots[:, 1].tolist() == pytest.approx([1.0, 4.0])


@pytest.mark.parametrize("kind", ["PoseStamped", "PoseWithCovarianceStamped"])
def test_any_topic_of_poses_can_be_a_robot(tmp_path: Path, imported: Import, kind: str) -> None:
    import numpy as np

    types, name = STANDARD.types, f"geometry_msgs/msg/{kind}"
    messages = []
    for time in SECOND:
        place = pose(*straight(0.5)(time))
        covered = types["geometry_msgs/msg/PoseWithCovariance"](place, np.zeros(36))
        value = types[name](header(time, "map"), place if kind == "PoseStamped" else covered)
        messages.append(("/pose", name, stamp_ns(time), value))
    recording = imported(write_bag(tmp_path / "bag", messages), "--robot", "cart=/pose")
    assert [frame.robots[0, 0] for frame in recording.frames()][-1] == pytest.approx(1.5)


def test_another_map_frame_and_another_base_frame_can_be_named(tmp_path: Path, run_import: Run) -> None:
    messages = [
        *transforms(straight(), SECOND, "world", "chassis"),
        *transforms(standing(1.0), SECOND, "map", "world"),
    ]
    bag = write_bag(tmp_path / "bag", messages)
    said = run_import(bag, "--frame", "map=world", "--frame", "base=chassis")
    assert said["robots"] == {"robot_0": "transforms world → chassis"}
    said = run_import(bag, "--frame", "map=wurld", "--frame", "base=chassis", code=1)
    assert said["error"] == f"arena: {bag} has no frame 'wurld'; did you mean 'world'?\n"


def test_a_robot_whose_transforms_lead_upwards_from_the_map_is_found_too(tmp_path: Path, imported: Import) -> None:
    """Some localisers hang the map below the robot's root: then the way up is turned round."""
    messages = [
        *transforms(straight(1.0, 0.0, 0.0), SECOND, "odom", "base_link"),
        *transforms(standing(-2.0, -3.0), SECOND, "odom", "map"),
    ]
    first = next(imported(write_bag(tmp_path / "bag", messages)).frames())
    assert first.robots[0, :2].tolist() == pytest.approx([2.0, 3.0])


def test_a_bag_without_robots_is_refused(tmp_path: Path, run_import: Run) -> None:
    value = STANDARD.types["std_msgs/msg/String"]("hello")
    bag = write_bag(tmp_path / "bag", [("/chatter", "std_msgs/msg/String", stamp_ns(0.0), value)])
    error = run_import(bag, code=1)["error"]
    assert error.startswith(f"arena: {bag} shows no robot: no topic of type nav_msgs/msg/Odometry")
    bag = write_bag(tmp_path / "still", transforms(standing(1.0), [0.0], "map", "base_link", "/tf_static"))
    assert "no transforms that move a base frame" in run_import(bag, code=1)["error"]
    assert "no recorded transform moves 'base_link'" in run_import(bag, "--robot", "a=base_link", code=1)["error"]


def test_what_never_moves_is_no_robot_and_stops_none(tmp_path: Path, imported: Import) -> None:
    messages = [
        *transforms(straight(), SECOND, "map", "spot/base_link"),
        *transforms(standing(3.0), [0.0], "map", "charger/base_link", "/tf_static"),
    ]
    assert imported(write_bag(tmp_path / "bag", messages)).start.layout.robots == ("spot",)


def test_names_that_are_not_there_are_answered_with_the_nearest(tmp_path: Path, run_import: Run) -> None:
    bag = write_bag(
        tmp_path / "bag", [*odometry(straight(), SECOND), *transforms(straight(), SECOND, "map", "base_link")]
    )
    answers = {
        "a=/odim": f"arena: {bag} has no topic /odim; did you mean '/odom'?\n",
        "a=base_lonk": f"arena: {bag} has no frame 'base_lonk'; did you mean 'base_link'?; a topic begins with /\n",
        "a=/tf": f"arena: {bag}, topic /tf: tf2_msgs/msg/TFMessage has no pose (expected `pose` or `transform`)\n",
    }
    for word, answer in answers.items():
        assert run_import(bag, "--robot", word, code=1)["error"] == answer


def test_names_of_robots_come_from_frames_and_namespaces() -> None:
    assert [name_of_frame(frame) for frame in ("base_link", "spot/base_link", "a/b/base")] == ["", "spot", "a_b"]
    topics = ("/odom", "/spot/odom", "/spot/ground_truth/odom", "/odometry/filtered", "/lab/spot/odom", "/base/odom")
    assert [name_of_topic(topic) for topic in topics] == ["", "spot", "spot", "", "lab_spot", ""]
    assert base_frames(["base_link", "base_footprint", "x/base", "laser"]) == ("base_footprint", "x/base")
