"""Clocks, gaps, order and repetition of what a bag holds."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import evolve
from foreign_bag import RECEIVED_LATER_NS, odometry, stamp_ns, standing, straight, times, transforms, write_bag

from arena_evaluation.replay import judge_further
from arena_simulation_setup.conditions.parse import parse_clause
from arena_simulation_setup.recording.reader import Recording, open_recording

Import = Callable[..., Recording]
Run = Callable[..., dict[str, Any]]


def places(recording: Recording) -> dict[int, float]:
    return {frame.tick: float(frame.robots[0, 0]) for frame in recording.frames()}


def test_header_stamps_are_preferred_to_times_of_receiving(tmp_path: Path, run_import: Run) -> None:
    bag = write_bag(tmp_path / "bag", odometry(straight(), times(1, 20)))
    said = run_import(bag)
    assert (said["clock"], said["start_ns"]) == ("stamp", stamp_ns(0.0))
    said = run_import(bag, "--clock", "receive")
    assert (said["clock"], said["start_ns"]) == ("receive", stamp_ns(0.0) + RECEIVED_LATER_NS)
    assert "times are times of receiving, as asked for" in said["notes"]


def test_without_stamps_the_times_of_receiving_count_for_everything(tmp_path: Path, run_import: Run) -> None:
    messages = [
        *odometry(straight(), times(1, 20), "/a/odom", child="a/base_link"),
        *odometry(straight(), times(1, 20), "/b/odom", child="b/base_link", stamped=False),
    ]
    bag = write_bag(tmp_path / "bag", messages)
    said = run_import(bag)
    assert said["clock"] == "receive"
    assert "times are times of receiving: b has messages without a stamp" in said["notes"]
    assert "--clock stamp: b has messages without a stamp" in run_import(bag, "--clock", "stamp", code=1)["error"]


def test_a_silence_becomes_missing_frames_and_what_is_judged_over_it_is_unknown(
    tmp_path: Path, run_import: Run
) -> None:
    moments = [time for time in times(6, 20) if not 2.0 < time < 4.0]
    said = run_import(write_bag(tmp_path / "bag", odometry(straight(0.5), moments)))
    assert said["missing"] == [{"source": "robot_0", "from_s": pytest.approx(61 / 30), "to_s": pytest.approx(119 / 30)}]
    recording = open_recording(Path(said["recording"]))
    assert sorted(places(recording)) == [*range(61), *range(120, 181)]
    never, ever, late = judge_further(
        recording.path,
        [
            parse_clause({"op": op, "p": f"robot in {zone}"})
            for op, zone in (("never", "ward"), ("eventually", "hall"), ("eventually", "ward"))
        ],
    )
    assert (never.state, ever.state, late.state) == ("unknown", "holds", "unknown")
    assert "frames 61 to 119 are missing" in never.reason


def test_a_short_silence_is_bridged_and_the_caller_says_what_is_short(tmp_path: Path, imported: Import) -> None:
    moments = [time for time in times(3, 20) if not 1.0 < time < 1.4]
    bag = write_bag(tmp_path / "bag", odometry(straight(0.5), moments))
    assert len(places(imported(bag))) == 91
    assert places(imported(bag))[36] == pytest.approx(1.0 + 0.5 * 1.2)
    assert sorted(set(range(91)) - set(places(imported(bag, "--gap", "0.1")))) == list(range(31, 42))


def test_a_slow_source_is_not_full_of_gaps(tmp_path: Path, imported: Import) -> None:
    """Localisation at 1 Hz joins a fast odometry to the map."""
    messages = [
        *transforms(straight(0.5, 0.0, 0.0), times(6, 50), "odom", "base_link"),
        *transforms(standing(1.0, 1.0), times(6, 1), "map", "odom"),
    ]
    assert len(places(imported(write_bag(tmp_path / "bag", messages)))) == 181


def test_only_what_all_sources_cover_is_imported_and_the_rest_is_told(tmp_path: Path, run_import: Run) -> None:
    messages = [
        *transforms(straight(0.5, 0.0, 0.0), times(6, 50), "odom", "base_link"),
        *transforms(standing(1.0, 1.0), times(5, 10, first=2.0), "map", "odom"),
    ]
    said = run_import(write_bag(tmp_path / "bag", messages))
    assert (said["frames"], said["start_ns"]) == (91, stamp_ns(2.0))
    assert "2.00 s at the beginning are left out: robot_0 begins later than the rest" in said["notes"]
    assert "1.00 s at the end are left out: robot_0 ends earlier than the rest" in said["notes"]


def test_sources_that_never_overlap_are_refused_with_what_may_be_wrong(tmp_path: Path, run_import: Run) -> None:
    messages = [
        *odometry(straight(), times(1, 20), "/a/odom", child="a/base_link"),
        *odometry(straight(), times(9, 20, first=8.0), "/b/odom", child="b/base_link"),
    ]
    error = run_import(write_bag(tmp_path / "bag", messages), code=1)["error"]
    assert "b begins 7.00 s after a has ended" in error
    assert "--clock receive" in error


def test_stamps_out_of_order_are_sorted_and_equal_ones_counted_once(tmp_path: Path, run_import: Run) -> None:
    ordered = list(odometry(straight(0.5), times(2, 20)))
    swapped = []
    for index, (topic, kind, received_ns, _value) in enumerate(ordered):
        other = ordered[index ^ 1] if (index ^ 1) < len(ordered) else ordered[index]
        swapped.append((topic, kind, received_ns, other[3]))
    repeated = [(topic, kind, received_ns + 1, value) for topic, kind, received_ns, value in swapped[:5]]
    said = run_import(write_bag(tmp_path / "bag", [*swapped, *repeated]))
    assert "robot_0: poses came out of order and are sorted by time" in said["notes"]
    assert "robot_0: of poses with equal times the last one counts, which leaves out 5" in said["notes"]
    found = places(open_recording(Path(said["recording"])))
    assert list(found.values()) == pytest.approx([1.0 + 0.5 * tick / 30 for tick in range(61)])


def test_a_clock_that_was_set_back_is_not_sorted_away(tmp_path: Path, run_import: Run) -> None:
    """Two runs of a simulator in one bag: sorted by stamps they would be one robot in two places."""
    first = list(odometry(straight(0.5), times(5, 20)))
    later = [(topic, kind, ns + 6 * 10**9, value) for topic, kind, ns, value in odometry(straight(0.9), times(2, 20))]
    bag = write_bag(tmp_path / "bag", [*first, *later])
    error = run_import(bag, code=1)["error"]
    assert error.startswith(f"arena: {bag}: times of robot_0 go back by 5.00 s at message 102: a clock was set back")
    assert run_import(bag, "--clock", "receive")["clock"] == "receive"
    assert run_import(bag, "--clock", "stamp")["clock"] == "stamp"


@pytest.mark.parametrize(
    ("place", "complaint"),
    [
        ((math.nan, 1.0, 0.0), "message 4: x is nan, expected a finite number"),
        ((1.0, math.inf, 0.0), "message 4: y is inf, expected a finite number"),
        ((1.0, 1.0, math.nan), "message 4: orientation z is nan, expected a finite number"),
    ],
)
def test_numbers_that_are_none_are_refused_with_their_place(
    tmp_path: Path, run_import: Run, place: tuple[float, float, float], complaint: str
) -> None:
    messages = list(odometry(lambda time: place if 0.14 < time < 0.16 else (1.0 + time, 1.0, 0.0), times(1, 20)))
    bag = write_bag(tmp_path / "bag", messages)
    assert run_import(bag, code=1)["error"] == f"arena: {bag}, topic /odom, {complaint}\n"


def test_a_frame_that_nobody_uses_may_hold_what_it_likes(tmp_path: Path, run_import: Run) -> None:
    good = list(transforms(straight(), times(1, 20), "map", "base_link"))
    wheel = list(transforms(lambda time: (math.nan, 0.0, 0.0), times(1, 20), "base_link", "wheel"))
    assert run_import(write_bag(tmp_path / "wheel", [*good, *wheel]))["frames"] == 31
    bad = list(transforms(lambda time: (1.0, math.nan if time > 0.9 else 1.0, 0.0), times(1, 20), "map", "base_link"))
    bag = write_bag(tmp_path / "bad", [*bad, *wheel])
    error = run_import(bag, code=1)["error"]
    assert error.startswith(f"arena: {bag}, topic /tf, message ")
    assert error.endswith(", transform from map to base_link: y is nan, expected a finite number\n")
    never = write_bag(tmp_path / "never", transforms(lambda _: (math.nan, 0.0, 0.0), times(1, 20), "map", "base_link"))
    assert "x is nan, expected a finite number" in run_import(never, code=1)["error"]


def test_an_orientation_of_zeros_is_refused(tmp_path: Path, run_import: Run) -> None:
    messages = list(odometry(straight(), times(1, 20)))
    turn = messages[2][3].pose.pose.orientation
    object.__setattr__(turn, "w", 0.0)
    bag = write_bag(tmp_path / "bag", messages)
    complaint = "all four numbers of the orientation are 0, which is no orientation"
    assert run_import(bag, code=1)["error"] == f"arena: {bag}, topic /odom, message 3: {complaint}\n"


def test_stamps_of_another_century_are_no_endless_recording(tmp_path: Path, run_import: Run) -> None:
    messages = [*odometry(straight(), [0.0]), *odometry(straight(0.0), [4e8])]
    error = run_import(write_bag(tmp_path / "bag", messages), code=1)["error"]
    assert "hours from the first to the last pose are" in error


def test_the_same_bag_gives_the_same_recording(tmp_path: Path, run_import: Run) -> None:
    bag = write_bag(tmp_path / "bag", odometry(straight(), times(1, 20)))
    first, second = (Path(run_import(bag)["recording"]) for _ in range(2))
    one, two = open_recording(first), open_recording(second)
    assert list(one.frames()) == list(two.frames())
    assert first.read_bytes() == second.read_bytes()
    assert evolve(one.start) == two.start
    assert np.isfinite(next(one.frames()).robots).all()
