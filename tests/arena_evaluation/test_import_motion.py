"""Imported frames against trajectories that are known by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from foreign_bag import (
    BEGIN_NS,
    STORAGES,
    Path2D,
    odometry,
    standing,
    straight,
    times,
    transforms,
    write_bag,
)

from arena_simulation_setup.frame import NO_CODE
from arena_simulation_setup.recording.metadata import read_metadata
from arena_simulation_setup.recording.reader import Recording

Import = Callable[..., Recording]
ROUNDING = 1e-6


def robots(recording: Recording) -> np.ndarray:
    return np.array([frame.robots[0] for frame in recording.frames()])


@pytest.mark.parametrize("storage", STORAGES)
def test_odometry_of_either_storage_becomes_frames_at_the_ticks(
    tmp_path: Path, imported: Import, storage: object
) -> None:
    recording = imported(write_bag(tmp_path / "bag", odometry(straight(0.5), times(4, 20)), storage))
    frames = list(recording.frames())
    assert [frame.tick for frame in frames] == list(range(121))
    assert frames[-1].time_ns == 4_000_000_000
    expected = [[1.0 + 0.5 * tick / 30, 1.0, 0.0, 0.5, 0.0, 0.0] for tick in range(121)]
    assert robots(recording) == pytest.approx(np.array(expected), abs=ROUNDING)
    assert recording.start.layout.robots == ("robot_0",)


@pytest.mark.parametrize("rate", [10, 25, 100])
def test_the_rate_of_the_frames_is_the_callers(tmp_path: Path, imported: Import, rate: int) -> None:
    recording = imported(write_bag(tmp_path / "bag", odometry(straight(0.5), times(2, 7))), "--rate", str(rate))
    found = robots(recording)
    assert len(found) == 2 * rate + 1
    assert found[:, 0] == pytest.approx(1.0 + 0.5 * np.arange(2 * rate + 1) / rate, abs=ROUNDING)


def spinning(time: float) -> tuple[float, float, float]:
    return (3.0, 3.0, math.remainder(2.5 + 1.0 * time, math.tau))


def test_a_heading_that_crosses_pi_turns_by_little_and_not_all_the_way_round(tmp_path: Path, imported: Import) -> None:
    found = robots(imported(write_bag(tmp_path / "bag", odometry(spinning, times(3, 10)))))
    expected = [math.remainder(2.5 + tick / 30, math.tau) for tick in range(91)]
    assert np.abs(np.remainder(found[:, 2] - expected + math.pi, math.tau) - math.pi).max() < ROUNDING
    assert found[:, 5] == pytest.approx(np.ones(91), abs=1e-4)
    assert found[:, 3:5] == pytest.approx(np.zeros((91, 2)), abs=ROUNDING)


def test_velocities_are_in_the_frame_of_the_robot(tmp_path: Path, imported: Import) -> None:
    sideways: Path2D = lambda time: (5.0, 1.0 + 0.5 * time, 0.0)  # noqa: E731
    found = robots(imported(write_bag(tmp_path / "bag", odometry(sideways, times(2, 20)))))
    assert found[:, 3:] == pytest.approx(np.tile([0.0, 0.5, 0.0], (61, 1)), abs=ROUNDING)
    facing = write_bag(tmp_path / "facing", odometry(straight(0.5, 5.0, 1.0, math.pi / 2), times(2, 20)))
    assert robots(imported(facing))[:, 3:] == pytest.approx(np.tile([0.5, 0.0, 0.0], (61, 1)), abs=ROUNDING)


def test_a_chain_of_transforms_is_composed_link_by_link(tmp_path: Path, imported: Import) -> None:
    """The odometry frame lies at (2, 1), turned by a quarter, so that driving along its x is driving along y."""
    messages = [
        *transforms(straight(0.5, 0.0, 0.0), times(4, 50), "odom", "base_link"),
        *transforms(standing(2.0, 1.0, math.pi / 2), times(4, 10), "map", "odom"),
        *transforms(standing(0.2, 0.0), [0.0], "base_link", "laser", "/tf_static"),
    ]
    found = robots(imported(write_bag(tmp_path / "bag", messages)))
    expected = [[2.0, 1.0 + 0.5 * tick / 30, math.pi / 2, 0.5, 0.0, 0.0] for tick in range(121)]
    assert found == pytest.approx(np.array(expected), abs=ROUNDING)


def test_a_static_transform_in_the_chain_holds_at_all_times(tmp_path: Path, imported: Import) -> None:
    messages = [
        *transforms(standing(1.0, 2.0), [0.0], "map", "odom", "/tf_static"),
        *transforms(straight(1.0, 0.0, 0.0), times(3, 20), "odom", "base_footprint"),
    ]
    found = robots(imported(write_bag(tmp_path / "bag", messages)))
    assert found[:, 0] == pytest.approx(1.0 + np.arange(91) / 30, abs=ROUNDING)
    assert found[:, 1] == pytest.approx(np.full(91, 2.0), abs=ROUNDING)


def test_odometry_in_a_frame_that_hangs_from_the_map_is_moved_with_it(tmp_path: Path, imported: Import) -> None:
    messages = [
        *transforms(standing(4.0, 5.0, math.pi), times(3, 10), "map", "odom"),
        *odometry(straight(0.5, 0.0, 0.0), times(3, 20), frame="odom", child="chassis"),
    ]
    found = robots(imported(write_bag(tmp_path / "bag", messages)))
    assert found[:, 0] == pytest.approx(4.0 - 0.5 * np.arange(91) / 30, abs=ROUNDING)
    assert found[:, 1] == pytest.approx(np.full(91, 5.0), abs=ROUNDING)


def test_the_offset_turns_and_moves_the_recorded_map(tmp_path: Path, imported: Import) -> None:
    bag = write_bag(tmp_path / "bag", odometry(straight(1.0, 1.0, 0.0), times(2, 20)))
    found = robots(imported(bag, "--offset", f"5,1,{math.pi / 2}"))
    assert found[:, 0] == pytest.approx(np.full(61, 5.0), abs=ROUNDING)
    assert found[:, 1] == pytest.approx(2.0 + np.arange(61) / 30, abs=ROUNDING)
    assert found[:, 2:] == pytest.approx(np.tile([math.pi / 2, 1.0, 0.0, 0.0], (61, 1)), abs=ROUNDING)


def test_a_recording_keeps_its_own_clock_and_says_where_it_comes_from(tmp_path: Path, imported: Import) -> None:
    recording = imported(write_bag(tmp_path / "bag", odometry(straight(0.5), times(1, 20))))
    fields = read_metadata(recording.path)
    assert fields["clock_offset_ns"] == BEGIN_NS
    assert fields["complete"] is True
    assert fields["labels"] == {"clock": "stamp", "imported_from": str(tmp_path / "bag")}
    assert dict(recording.start.versions).keys() == {"arena_simulation_setup", "rosbags"}


def test_what_nobody_recorded_has_no_value(tmp_path: Path, imported: Import) -> None:
    recording = imported(write_bag(tmp_path / "bag", odometry(straight(0.5), times(1, 20))))
    layout = recording.start.layout
    assert (layout.numbers, layout.codes, layout.people, layout.partners) == ((), (), (), ())
    assert {area.name for area in layout.areas} == {"hall", "ward", "ward_door"}
    for frame in recording.frames():
        assert frame.contacts.size == frame.results.size == 0
        assert frame.signals.tolist() == [NO_CODE]
