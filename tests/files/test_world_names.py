"""Names stay the text that was written (F2)."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_world import loaded

from arena_simulation_setup.files.canonical import world_from_json, world_json
from arena_simulation_setup.files.load_world import load_level, load_world
from arena_simulation_setup.files.save import save_level
from arena_simulation_setup.world.description import WorldDescription

CORNERS = "corners: [[0, 0], [4, 0], [4, 3], [0, 3]]"
GROUND = f"""\
zones:
- name: on
  {CORNERS}
  doors: [{{name: no, start: [1, 0], end: [2, 0]}}]
  elevators: [{{name: lift, position: [2, 2], destination: "007.hoist"}}]
  entities:
    static: [{{name: y, model: 1e3, pose: [1, 1, 0]}}]
"""
FIRST = f"""\
zones:
- name: 1e3
  {CORNERS}
  elevators: [{{name: hoist, position: [2, 2], destination: 0.lift}}]
"""
TOP = f"""\
zones:
- name: 2024-01-01
  {CORNERS}
"""


@pytest.fixture
def world(tmp_path: Path) -> WorldDescription:
    return loaded(tmp_path / "tower", _1e3=TOP, _007=FIRST, _0=GROUND).value


def names(world: WorldDescription) -> list[str]:
    zones = [zone for level in world.levels.values() for zone in level.zones]
    doors = [door.name for zone in zones for door in zone.doors]
    entities = [entity.name for zone in zones for entity in zone.entities.static]
    return [*(zone.name for zone in zones), *doors, *entities]


def test_names_are_read_as_written(world: WorldDescription) -> None:
    assert names(world) == ["on", "2024-01-01", "1e3", "no", "y"]
    assert world.levels["0"].zones[0].entities.static[0].model.name == "1e3"
    assert world.levels["007"].zones[0].elevators[0].destination == "0.lift"


def test_level_ids_are_folder_names_in_natural_order(world: WorldDescription) -> None:
    assert list(world.levels) == ["0", "1e3", "007"]
    assert world.all_level_ids == ("0", "1e3", "007")


def test_names_survive_saving_and_loading(world: WorldDescription, tmp_path: Path) -> None:
    for level_id, level in world.levels.items():
        save_level(level, tmp_path / "copy" / "tower" / level_id / "world.yaml")
        assert load_level(tmp_path / "copy" / "tower" / level_id / "world.yaml") == level
    assert load_world(tmp_path / "copy" / "tower").value == world


def test_names_survive_a_recording(world: WorldDescription) -> None:
    assert world_from_json(world_json(world)) == world
