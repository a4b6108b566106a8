"""Cameras of robots see by the lamps of the building."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from lit_room import PLAIN, lit_frame, room_simulation, room_site, room_stage

from arena_runtime.scene.camera import CameraRig
from arena_runtime.simulation import Simulation


def brightness(
    simulation: Simulation, rig: CameraRig, lit: bool = True, level: float = 1.0, dead: float = 0.0
) -> float:
    """Mean of a picture in which the room's lamps are in some state."""
    return float(rig.picture(0, 0, lit_frame(simulation, lit, level, dead)).color.mean())


@pytest.fixture(scope="module")
def lit(tmp_path_factory: pytest.TempPathFactory) -> tuple[Simulation, CameraRig]:
    site = room_site(tmp_path_factory.mktemp("lit"))
    simulation = room_simulation(site, people=0, model="turtlebot")
    return simulation, CameraRig(simulation.scene, room_stage(site, simulation))


def test_it_is_dark_where_the_lamps_are_off(lit: tuple[Simulation, CameraRig]) -> None:
    on, off = brightness(*lit), brightness(*lit, lit=False)
    assert on > 60.0
    assert off < on / 5


def test_dimming_and_broken_lamps_are_seen(lit: tuple[Simulation, CameraRig]) -> None:
    on, dimmed, broken = brightness(*lit), brightness(*lit, level=0.3), brightness(*lit, dead=0.7)
    assert 0.1 * on < dimmed < 0.8 * on
    assert broken < 0.9 * on
    assert brightness(*lit, dead=1.0) == brightness(*lit, lit=False)


def test_a_world_that_says_nothing_of_light_is_lit_evenly(tmp_path: Path) -> None:
    site = room_site(tmp_path, PLAIN)
    simulation = room_simulation(site, people=0, model="turtlebot")
    rig = CameraRig(simulation.scene, room_stage(site, simulation))
    assert brightness(simulation, rig) > 30.0


def test_depth_is_the_same_in_the_dark(lit: tuple[Simulation, CameraRig]) -> None:
    simulation, rig = lit
    bright, dark = (rig.picture(0, 0, lit_frame(simulation, lit=on)).depth for on in (True, False))
    np.testing.assert_array_equal(bright, dark)
