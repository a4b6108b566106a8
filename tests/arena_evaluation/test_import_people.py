"""People of the message types that the field uses, whose definitions stand in the bag alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from foreign_bag import (
    RECEIVED_LATER_NS,
    STORAGES,
    Path2D,
    Timed,
    header,
    odometry,
    pose,
    stamp_ns,
    standing,
    straight,
    times,
    transforms,
    typestore,
    write_bag,
)

from arena_evaluation.replay import judge_further
from arena_simulation_setup.conditions.parse import parse_clause
from arena_simulation_setup.recording.reader import Recording, open_recording

Import = Callable[..., Recording]
Run = Callable[..., dict[str, Any]]
ROUNDING = 1e-6
MOMENTS = times(4, 10)
ROBOT = list(odometry(straight(0.5), times(4, 20)))
STORE = typestore(
    people_msgs__Person="""
string name
geometry_msgs/Point position
geometry_msgs/Point velocity
float64 reliability
string[] tagnames
string[] tags
""",
    people_msgs__People="""
std_msgs/Header header
people_msgs/Person[] people
""",
    hunav_msgs__Agent="""
uint8 PERSON=1
int32 id
uint8 type
string name
int32 group_id
geometry_msgs/Pose position
float32 yaw
geometry_msgs/Twist velocity
float32 radius
""",
    hunav_msgs__Agents="""
std_msgs/Header header
hunav_msgs/Agent[] agents
""",
    pedsim_msgs__TrackedPerson="""
uint64 track_id
bool is_occluded
uint64 detection_id
geometry_msgs/PoseWithCovariance pose
geometry_msgs/TwistWithCovariance twist
""",
    pedsim_msgs__TrackedPersons="""
std_msgs/Header header
pedsim_msgs/TrackedPerson[] tracks
""",
    lab_msgs__Pedestrian="""
int32 id
float64 x
float64 y
float64 theta
""",
    lab_msgs__Pedestrians="""
std_msgs/Header header
lab_msgs/Pedestrian[] pedestrians
""",
)
TYPES = STORE.types
ZERO = TYPES["geometry_msgs/msg/Vector3"](0.0, 0.0, 0.0)
TWIST = TYPES["geometry_msgs/msg/Twist"](ZERO, ZERO)


def point(x: float, y: float) -> Any:
    return TYPES["geometry_msgs/msg/Point"](x, y, 0.0)


def people_message(time: float, frame: str, persons: dict[str, tuple[float, float, float]]) -> Any:
    entries = [
        TYPES["people_msgs/msg/Person"](name, point(x, y), point(0.0, 0.0), 1.0, [], [])
        for name, (x, y, _) in persons.items()
    ]
    return TYPES["people_msgs/msg/People"](header(time, frame, STORE), entries)


def agents_message(time: float, frame: str, persons: dict[str, tuple[float, float, float]]) -> Any:
    entries = [
        TYPES["hunav_msgs/msg/Agent"](number, 1, name, -1, pose(x, y, yaw, STORE), yaw, TWIST, 0.35)
        for number, (name, (x, y, yaw)) in enumerate(persons.items(), 1)
    ]
    return TYPES["hunav_msgs/msg/Agents"](header(time, frame, STORE), entries)


def tracks_message(time: float, frame: str, persons: dict[str, tuple[float, float, float]]) -> Any:
    covered, moving = TYPES["geometry_msgs/msg/PoseWithCovariance"], TYPES["geometry_msgs/msg/TwistWithCovariance"]
    entries = [
        TYPES["pedsim_msgs/msg/TrackedPerson"](
            int(name), False, 0, covered(pose(*place, STORE), np.zeros(36)), moving(TWIST, np.zeros(36))
        )
        for name, place in persons.items()
    ]
    return TYPES["pedsim_msgs/msg/TrackedPersons"](header(time, frame, STORE), entries)


def flat_message(time: float, frame: str, persons: dict[str, tuple[float, float, float]]) -> Any:
    entries = [TYPES["lab_msgs/msg/Pedestrian"](int(name), *place) for name, place in persons.items()]
    return TYPES["lab_msgs/msg/Pedestrians"](header(time, frame, STORE), entries)


def poses_message(time: float, frame: str, persons: dict[str, tuple[float, float, float]]) -> Any:
    entries = [pose(*place, STORE) for place in persons.values()]
    return TYPES["geometry_msgs/msg/PoseArray"](header(time, frame, STORE), entries)


MAKERS: dict[str, Callable[..., Any]] = {
    "people_msgs/msg/People": people_message,
    "hunav_msgs/msg/Agents": agents_message,
    "pedsim_msgs/msg/TrackedPersons": tracks_message,
    "lab_msgs/msg/Pedestrians": flat_message,
    "geometry_msgs/msg/PoseArray": poses_message,
}


def people(
    kind: str,
    walks: dict[str, Path2D],
    moments: Sequence[float] = MOMENTS,
    topic: str = "/people",
    frame: str = "map",
    present: Callable[[str, float], bool] = lambda name, time: True,
) -> Iterator[Timed]:
    for time in moments:
        here = {name: walk(time) for name, walk in walks.items() if present(name, time)}
        yield topic, kind, stamp_ns(time) + RECEIVED_LATER_NS, MAKERS[kind](time, frame, here)


def bag_of(path: Path, messages: Iterator[Timed], storage: Any = STORAGES[0], robot: Sequence[Timed] = ROBOT) -> Path:
    return write_bag(path, [*robot, *messages], storage, STORE)


def rows(recording: Recording, name: str) -> np.ndarray:
    index = recording.start.layout.person_index[name]
    return np.array([frame.people[index] for frame in recording.frames()])


@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("people_msgs/msg/People", {"anna": "anna", "bo": "bo"}),
        ("hunav_msgs/msg/Agents", {"anna": "anna", "bo": "bo"}),
        ("pedsim_msgs/msg/TrackedPersons", {"7": "person_7", "12": "person_12"}),
        ("lab_msgs/msg/Pedestrians", {"7": "person_7", "12": "person_12"}),
    ],
)
def test_people_of_any_type_walk_as_they_did(
    tmp_path: Path, imported: Import, kind: str, names: dict[str, str], storage: Any
) -> None:
    first, second = names
    walks = {first: straight(1.0, 2.0, 3.0, math.pi / 2 - 0.5), second: straight(0.4, 8.0, 5.0, math.pi)}
    recording = imported(bag_of(tmp_path / "bag", people(kind, walks), storage))
    assert recording.start.layout.people == tuple(names.values())
    for name, walk in walks.items():
        expected = [walk(tick / 30) for tick in range(121)]
        found = rows(recording, names[name])
        assert found[:, :2] == pytest.approx(np.array(expected)[:, :2], abs=ROUNDING)
        assert found[:, 2] == pytest.approx(np.array(expected)[:, 2], abs=1e-5)
        velocity = (np.array(walk(1.0)) - np.array(walk(0.0)))[:2]
        assert found[:, 3:] == pytest.approx(np.tile(velocity, (121, 1)), abs=1e-5)


def test_a_radius_in_the_message_is_the_persons(tmp_path: Path, imported: Import) -> None:
    recording = imported(bag_of(tmp_path / "bag", people("hunav_msgs/msg/Agents", {"anna": standing(4.0, 4.0)})))
    assert [person.radius for person in recording.start.episode.people] == pytest.approx([0.35])


def test_who_is_in_no_message_is_absent_and_comes_back(tmp_path: Path, imported: Import) -> None:
    messages = people(
        "people_msgs/msg/People",
        {"anna": standing(4.0, 4.0), "bo": standing(6.0, 4.0)},
        present=lambda name, time: name == "anna" or not 1.05 < time < 2.95,
    )
    recording = imported(bag_of(tmp_path / "bag", messages))
    gone = np.isnan(rows(recording, "bo")[:, 0])
    assert np.flatnonzero(gone).tolist() == [*range(31, 90)]
    assert not np.isnan(rows(recording, "anna")).any()


def test_nobody_looks_where_no_message_says_but_where_they_walk(tmp_path: Path, imported: Import) -> None:
    walk: Path2D = lambda time: (4.0 - max(0.0, time - 2.0), 4.0, 99.0)  # noqa: E731
    recording = imported(bag_of(tmp_path / "bag", people("people_msgs/msg/People", {"anna": walk})))
    headings = rows(recording, "anna")[:, 2]
    assert np.cos(headings) == pytest.approx(np.full(121, -1.0), abs=ROUNDING)


def test_people_seen_from_the_robot_stand_in_the_map(tmp_path: Path, imported: Import) -> None:
    """The robot drives along x and somebody stands still at (6, 2): two metres to the left, ever nearer ahead."""
    robot = [
        *transforms(straight(0.5, 1.0, 0.0), times(4, 50), "map", "base_link"),
        *transforms(standing(0.3, 0.0, math.pi / 2), [0.0], "base_link", "camera", "/tf_static"),
    ]

    def seen(time: float) -> tuple[float, float, float]:
        ahead, left = 6.0 - (1.0 + 0.5 * time) - 0.3, 2.0
        return (left, -ahead, 0.0)

    messages = people("people_msgs/msg/People", {"anna": seen}, frame="camera")
    recording = imported(bag_of(tmp_path / "bag", messages, robot=robot))
    assert rows(recording, "anna")[:, :2] == pytest.approx(np.tile([6.0, 2.0], (121, 1)), abs=1e-5)


def test_a_silent_topic_of_people_leaves_frames_out_since_nobody_knows_who_was_there(
    tmp_path: Path, run_import: Run
) -> None:
    moments = [time for time in MOMENTS if not 1.0 < time < 3.0]
    said = run_import(bag_of(tmp_path / "bag", people("people_msgs/msg/People", {"anna": standing(4, 4)}, moments)))
    assert said["missing"] == [{"source": "/people", "from_s": pytest.approx(31 / 30), "to_s": pytest.approx(89 / 30)}]
    verdict = judge_further(Path(said["recording"]), [parse_clause({"op": "never", "p": "robot within 0.1 of anna"})])[
        0
    ]
    assert (verdict.state, "frames 31 to 89 are missing" in verdict.reason) == ("unknown", True)


def test_bare_poses_and_markers_are_people_only_where_the_caller_says_so(tmp_path: Path, run_import: Run) -> None:
    walks = {"a": standing(4.0, 4.0), "b": straight(0.5, 5.0, 5.0)}
    bag = bag_of(tmp_path / "bag", people("geometry_msgs/msg/PoseArray", walks, topic="/people_poses"))
    assert run_import(bag)["people"] is None
    said = run_import(bag, "--people", "/people_poses")
    assert said["people"] == {"topic": "/people_poses", "names": ["person_1", "person_2"]}
    assert "topic /people_poses names nobody: the n-th of each message is taken as the same person" in said["notes"]
    found = rows(open_recording(Path(said["recording"])), "person_2")
    assert found[:, 0] == pytest.approx(5.0 + 0.5 * np.arange(121) / 30, abs=ROUNDING)


def marker(time: float, number: int, action: int, x: float) -> Any:
    kinds = STORE.fielddefs["visualization_msgs/msg/Marker"][1]
    values: dict[str, Any] = {name: _blank(kind) for name, kind in kinds}
    values.update(header=header(time, "map", STORE), ns="ped", id=number, action=action, pose=pose(x, 3.0, 0.0, STORE))
    return TYPES["visualization_msgs/msg/Marker"](**values)


def _blank(kind: Any) -> Any:
    what, detail = kind
    if what.name == "BASE":
        return {"string": "", "bool": False}.get(detail[0], 0)
    if what.name != "NAME":
        return np.zeros(0, np.uint8) if detail[0][1] == ("uint8", 0) else []
    return TYPES[detail](**{name: _blank(inner) for name, inner in STORE.fielddefs[detail][1]})


def test_markers_stay_until_they_are_deleted(tmp_path: Path, imported: Import) -> None:
    kind = "visualization_msgs/msg/MarkerArray"
    said = {0.0: [(1, 0, 4.0), (2, 0, 6.0)], 1.0: [(1, 0, 5.0)], 2.0: [(2, 2, 0.0)], 3.0: [(0, 3, 0.0)], 4.0: []}
    messages = [
        ("/peds", kind, stamp_ns(time), TYPES[kind]([marker(time, *entry) for entry in entries]))
        for time, entries in said.items()
    ]
    bag = bag_of(tmp_path / "bag", iter(messages))
    recording = imported(bag, "--people", "/peds", "--clock", "receive", "--gap", "2")
    assert recording.start.layout.people == ("ped_1", "ped_2")
    first = rows(recording, "ped_1")[:, 0]
    assert first[~np.isnan(first)][[0, -1]].tolist() == pytest.approx([4.0, 5.0], abs=0.05)
    assert not np.isnan(rows(recording, "ped_2")[25, 0])
    assert np.isnan(rows(recording, "ped_2")[65, 0])
    assert np.isnan(first[95])


def test_tracked_people_are_taken_before_others_and_the_rest_is_told(tmp_path: Path, run_import: Run) -> None:
    walks = {"1": standing(4.0, 4.0)}
    messages = [
        *people("lab_msgs/msg/Pedestrians", walks, times(4, 20), "/peds"),
        *people("pedsim_msgs/msg/TrackedPersons", walks, topic="/tracks"),
    ]
    bag = bag_of(tmp_path / "bag", iter(messages))
    said = run_import(bag)
    assert said["people"]["topic"] == "/tracks"
    assert "topic /peds (lab_msgs/msg/Pedestrians) is not used" in said["notes"]
    assert run_import(bag, "--people", "/peds")["people"]["topic"] == "/peds"
    assert run_import(bag, "--people", "none")["people"] is None


def test_topics_that_hold_nobody_are_refused_as_people(tmp_path: Path, run_import: Run) -> None:
    bag = bag_of(tmp_path / "bag", people("people_msgs/msg/People", {"anna": standing(4.0, 4.0)}))
    assert "nav_msgs/msg/Odometry holds no people" in run_import(bag, "--people", "/odom", code=1)["error"]
    assert "did you mean '/people'?" in run_import(bag, "--people", "/poeple", code=1)["error"]


def test_people_in_a_frame_that_is_nowhere_are_left_out_and_that_is_told(tmp_path: Path, run_import: Run) -> None:
    messages = people("people_msgs/msg/People", {"anna": standing(4.0, 4.0)}, frame="camera")
    bag = bag_of(tmp_path / "bag", messages)
    problem = "topic /people: people stand in frame 'camera', which nothing joins to the map"
    assert f"{problem}; they are left out" in run_import(bag)["notes"]
    assert run_import(bag, "--people", "/people", code=1)["error"] == f"arena: {bag}, {problem}\n"


def test_detections_that_number_nobody_are_no_people(tmp_path: Path, run_import: Run) -> None:
    messages = [
        item
        for index, time in enumerate(times(4, 300))
        for item in people("pedsim_msgs/msg/TrackedPersons", {str(index): standing(4.0, 4.0)}, [time])
    ]
    error = run_import(bag_of(tmp_path / "bag", iter(messages)), code=1)["error"]
    assert "more than 1000 different people; it seems to number detections and not people" in error


def test_a_place_that_is_no_number_is_refused(tmp_path: Path, run_import: Run) -> None:
    bag = bag_of(tmp_path / "bag", people("people_msgs/msg/People", {"anna": standing(4.0, math.nan)}))
    complaint = "topic /people, message 1, person 1: y is nan, expected a finite number"
    assert run_import(bag, code=1)["error"] == f"arena: {bag}, {complaint}\n"


def test_names_are_one_word_each_and_nobody_elses(tmp_path: Path, imported: Import) -> None:
    walks = {"anna b": standing(4.0, 4.0), "robot_0": standing(5.0, 4.0), "robot": standing(6.0, 4.0)}
    recording = imported(bag_of(tmp_path / "bag", people("people_msgs/msg/People", walks)))
    assert recording.start.layout.people == ("anna_b", "person_robot_0", "person_robot")
