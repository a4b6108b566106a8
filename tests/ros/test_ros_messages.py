"""Conversions from the core's values to messages, without any node."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.ros.marker_messages import box_marker, walls_marker
from arena_runtime.ros.planar_messages import quaternion, time_message
from arena_runtime.ros.robot_messages import robot_transforms, scan_message
from arena_runtime.ros.semantics import SemanticFacts
from arena_runtime.ros.task_messages import target_pose
from arena_runtime.simulation import Scan
from arena_simulation_setup.frame import PREDICATE_CODES, Area, FactColumn, Frame, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.material import Material
from arena_simulation_setup.models.robot_model import LidarModel
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase
from arena_simulation_setup.world.footprints import Footprint
from arena_simulation_setup.world.wall_slab import WallSlab

pytestmark = pytest.mark.ros

ANGLE = st.floats(-math.pi, math.pi)
DOOR = "entrance/0"
LAYOUT = FrameLayout(
    robots=("jackal_0",),
    people=("Anna",),
    numbers=(FactColumn(DOOR, "door", "progress", "continuous"),),
    codes=(
        FactColumn(DOOR, "door", "state", "discrete", codes=("closed", "opening", "open", "closing")),
        FactColumn(DOOR, "door", "open", "predicate", codes=PREDICATE_CODES),
        FactColumn(DOOR, "gate", "locked", "predicate", codes=PREDICATE_CODES),
    ),
    areas=(Area("ward", "0", "zone", ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0))),),
)
TEXTS = {"jackal_0": {"phase": "0", "met": "", "failed": "", "dropped": "", "violated": "e0"}}


def frame_of(progress: float = 0.0, state: int = 0, person: float = 1.0) -> Frame:
    people = [[person, 2.0, 0.0, 0.0, 0.0]]
    return Frame(0, 0, [[1.0, 2.0, 0.5, 0.0, 0.0, 0.0]], people, [progress], [state, 255, 1], [], [255], [])


@settings(max_examples=50, deadline=None)
@given(roll=ANGLE, pitch=st.floats(-1.5, 1.5), yaw=ANGLE)
def test_quaternions_turn_as_yaw_pitch_roll_matrices_do(roll: float, pitch: float, yaw: float) -> None:
    q = quaternion(Pose(0.0, 0.0, yaw, roll=roll, pitch=pitch))
    turned = np.array(
        [
            [1 - 2 * (q.y**2 + q.z**2), 2 * (q.x * q.y - q.z * q.w), 2 * (q.x * q.z + q.y * q.w)],
            [2 * (q.x * q.y + q.z * q.w), 1 - 2 * (q.x**2 + q.z**2), 2 * (q.y * q.z - q.x * q.w)],
            [2 * (q.x * q.z - q.y * q.w), 2 * (q.y * q.z + q.x * q.w), 1 - 2 * (q.x**2 + q.y**2)],
        ]
    )

    def about(axis: int, angle: float) -> np.ndarray:
        matrix = np.eye(3)
        first, second = [other for other in range(3) if other != axis]
        sign = -1.0 if axis == 1 else 1.0
        matrix[first, first] = matrix[second, second] = math.cos(angle)
        matrix[first, second], matrix[second, first] = -sign * math.sin(angle), sign * math.sin(angle)
        return matrix

    assert np.allclose(turned, about(2, yaw) @ about(1, pitch) @ about(0, roll), atol=1e-12)


def test_times_are_split_exactly() -> None:
    assert (time_message(3_000_000_007).sec, time_message(3_000_000_007).nanosec) == (3, 7)


def test_the_map_to_odom_transform_can_be_left_to_somebody_else() -> None:
    def pairs(map_to_odom: bool) -> list[tuple[str, str]]:
        transforms = robot_transforms(frame_of(), ("jackal_0",), 5, map_to_odom)
        return [(one.header.frame_id, one.child_frame_id) for one in transforms]

    odom_to_base = ("jackal_0/odom", "jackal_0/base_link")
    assert pairs(True) == [("map", "jackal_0/odom"), odom_to_base]
    assert pairs(False) == [odom_to_base]


def test_a_scan_keeps_infinity_where_nothing_is_in_range() -> None:
    lidar = LidarModel("scan", Pose(0.0, 0.0), 3, -1.0, 1.0, 0.1, 30.0, 10.0)
    message = scan_message("jackal_0", lidar, Scan(0, 0, np.array([1.5, math.inf, -math.inf])), 0)
    assert list(message.ranges) == [1.5, math.inf, -math.inf]
    assert message.angle_min + 2 * message.angle_increment == pytest.approx(message.angle_max)


def test_facts_are_grouped_by_entity_and_kind() -> None:
    message = SemanticFacts(LAYOUT, "hall").message(frame_of(0.25, state=1), TEXTS, 0)
    door, gate, robot = message.entities
    assert [(one.entity, one.kind) for one in message.entities] == [
        (DOOR, "door"),
        (DOOR, "gate"),
        ("jackal_0", "robot"),
    ]
    assert (list(door.discrete_names), list(door.discrete_values)) == (["state"], ["opening"])
    assert (list(door.continuous_names), list(door.continuous_values)) == (["progress"], [0.25])
    assert (list(door.predicate_names), list(door.predicate_values)) == (["open"], [False]), "no value is not true"
    assert list(gate.predicate_values) == [True]
    assert dict(zip(robot.discrete_names, robot.discrete_values, strict=True)) == TEXTS["jackal_0"]


def test_no_number_is_minus_one_on_the_wire() -> None:
    message = SemanticFacts(LAYOUT, "hall").message(frame_of(math.nan, state=255), TEXTS, 0)
    assert list(message.entities[0].continuous_values) == [-1.0]
    assert list(message.entities[0].discrete_values) == [""]


def test_a_number_counts_as_changed_when_its_quantum_does() -> None:
    facts = SemanticFacts(LAYOUT, "hall")
    steps = [facts.changed(frame_of(progress), TEXTS) for progress in (0.0, 0.04, 0.06, 0.14, math.nan, math.nan)]
    assert steps == [True, False, True, False, True, False]
    assert facts.changed(frame_of(math.nan, state=1), TEXTS)
    assert facts.changed(frame_of(math.nan, state=1), {"jackal_0": {**TEXTS["jackal_0"], "phase": "1"}})


def test_who_a_fact_is_about_is_told_and_counts_as_a_change() -> None:
    facts = SemanticFacts(LAYOUT, "hall", 3)
    inside = {(DOOR, "gate"): ("jackal_0", "Anna")}
    changes = [facts.changed(frame_of(), TEXTS, members) for members in ({}, {}, inside, dict(inside), {})]
    assert changes == [True, False, True, False, True]
    message = facts.message(frame_of(), TEXTS, 0, inside)
    assert [list(one.members) for one in message.entities] == [[], ["jackal_0", "Anna"], []]
    assert message.env_id == 3


def test_goals_are_poses_people_and_areas() -> None:
    frame = frame_of(person=7.0)
    assert target_pose(GotoPhase(pose=Pose(1.0, 1.0, 0.3), target="ward"), frame, LAYOUT) == Pose(1.0, 1.0, 0.3)
    assert target_pose(GotoPhase(target="Anna"), frame, LAYOUT) == Pose(7.0, 2.0)
    assert target_pose(GotoPhase(target="Anna"), frame_of(person=math.nan), LAYOUT) is None
    assert target_pose(GotoPhase(target="ward/0"), frame, LAYOUT) == Pose(2.0, 1.0)
    assert target_pose(GotoPhase(), frame, LAYOUT) is None
    assert target_pose(GesturePhase(), frame, LAYOUT) is None


def test_wall_triangles_point_outwards_and_enclose_the_slab() -> None:
    wall = WallSlab("w", (1.0, 1.0), (1.0, 4.0), 0.5, 2.5, 0.2, Material("plain"))
    points = np.array([(p.x, p.y, p.z) for p in walls_marker(0, [wall]).points]).reshape(-1, 3, 3)
    volume = np.einsum("ij,ij->i", points[:, 0], np.cross(points[:, 1], points[:, 2])).sum() / 6.0
    assert volume == pytest.approx(3.0 * 0.2 * 2.0), "a closed surface with outward normals has its volume"
    assert points.reshape(-1, 3).min(axis=0).tolist() == pytest.approx([0.9, 1.0, 0.5])


def test_boxes_are_where_their_outline_is() -> None:
    corners = ((0.0, 0.0), (0.0, 2.0), (-1.0, 2.0), (-1.0, 0.0))
    marker = box_marker("obstacles", 3, Footprint("crate", corners, 0.2, 1.2), (1.0, 1.0, 1.0, 1.0))
    assert (marker.ns, marker.id, marker.text) == ("obstacles", 3, "crate")
    middle = marker.pose.position
    assert (middle.x, middle.y, middle.z) == pytest.approx((-0.5, 1.0, 0.7))
    assert (marker.scale.x, marker.scale.y, marker.scale.z) == pytest.approx((2.0, 1.0, 1.0))
    assert marker.pose.orientation.z == pytest.approx(math.sin(math.pi / 4))
