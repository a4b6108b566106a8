"""Wheels turn in pictures, and the physics does not know of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from attrs import evolve
from lit_room import PLAIN, room_simulation, room_site, room_stage

from arena_runtime.scene.rendering import SceneRenderer, View

BESIDE = View((2.0, 3.0, 0.1), 0.6, 1.5708, -0.1)


def test_a_robot_that_rolls_looks_different_and_one_that_is_carried_does_not(tmp_path: Path) -> None:
    site = room_site(tmp_path, PLAIN)
    simulation = room_simulation(site, people=0)
    renderer = SceneRenderer(simulation.scene, room_stage(site, simulation), (320, 240))
    frame = simulation.frame
    still = renderer.look(frame, BESIDE).astype(int)
    np.testing.assert_array_equal(renderer.look(frame, BESIDE), still)
    robots = frame.robots.copy()
    robots[0, 0] += 0.04
    rolled = renderer.look(evolve(frame, time_ns=100_000_000, robots=robots), BESIDE).astype(int)
    changed = (abs(rolled - still).max(axis=2) > 20).sum()
    assert changed > 20
    robots[0, 0] += 30.0
    carried = renderer.look(evolve(frame, time_ns=133_333_333, robots=robots), BESIDE)
    np.testing.assert_array_equal(carried, rolled)
    renderer.close()


def test_no_wheel_is_a_joint_of_the_physics(tmp_path: Path) -> None:
    simulation = room_simulation(room_site(tmp_path, PLAIN), people=0)
    assert simulation.scene.compiled.model.nv == 3
