"""Whatever a level can hold survives saving: the same description, the same text, the same recorded world."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from valid_worlds import worlds

from arena_simulation_setup.files.canonical import world_from_json, world_hash, world_json
from arena_simulation_setup.files.load_world import load_world
from arena_simulation_setup.files.save import level_text, save_level
from arena_simulation_setup.world.level import LevelDescription

CHECKS = (HealthCheck.too_slow, HealthCheck.data_too_large)


def same_after_saving(levels: dict[str, LevelDescription]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for level_id, level in levels.items():
            save_level(level, Path(folder) / level_id / "world.yaml")
        world = load_world(Path(folder)).value
        assert dict(world.levels) == levels
        for level_id, level in world.levels.items():
            assert level_text(level) == (Path(folder) / level_id / "world.yaml").read_text(encoding="utf-8")
    again = world_from_json(world_json(world))
    assert again == world
    assert world_hash(again) == world_hash(world)


@settings(max_examples=40, deadline=None, suppress_health_check=CHECKS)
@given(worlds())
def test_random_world_is_the_same_after_saving(levels: dict[str, LevelDescription]) -> None:
    same_after_saving(levels)


@pytest.mark.slow
@settings(max_examples=400, deadline=None, suppress_health_check=CHECKS)
@given(worlds())
def test_hundreds_of_random_worlds_are_the_same_after_saving(levels: dict[str, LevelDescription]) -> None:
    same_after_saving(levels)
