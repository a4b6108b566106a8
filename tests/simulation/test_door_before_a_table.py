"""A way that turns right behind a door, because a table stands there."""

from __future__ import annotations

from pathlib import Path

from arena_runtime.simulation import Simulation
from arena_simulation_setup.site import open_site
from task_generator.generator import generate
from task_generator.request import EpisodeRequest

WORLD = """
zones:
- name: west
  corners: [[0, 0], [4, 0], [4, 4], [0, 4]]
  walls:
  - {start: [0, 0], end: [4, 0]}
  - {start: [4, 0], end: [4, 1.55]}
  - {start: [4, 2.45], end: [4, 4]}
  - {start: [4, 4], end: [0, 4]}
  - {start: [0, 4], end: [0, 0]}
- name: east
  corners: [[4, 0], [8, 0], [8, 4], [4, 4]]
  walls: [{start: [4, 0], end: [8, 0]}, {start: [8, 0], end: [8, 4]}, {start: [8, 4], end: [4, 4]}]
  doors: [{name: door, start: [4, 1.55], end: [4, 2.45], width: 0.1}]
  entities:
    static:
    - {name: chair_1, model: table, pose: [5, 2, 1.571], bbox: [[-0.25, 0.25], [-0.25, 0.25]]}
    - {name: table, model: table, pose: [6, 2, 0], bbox: [[-0.25, 0.25], [-0.25, 0.25]]}
    - {name: chair_2, model: table, pose: [7, 2, -1.571], bbox: [[-0.25, 0.25], [-0.25, 0.25]]}
    - {name: chair_3, model: table, pose: [6, 3, 0], bbox: [[-0.25, 0.25], [-0.25, 0.25]]}
    - {name: chair_4, model: table, pose: [6, 1, 3.142], bbox: [[-0.25, 0.25], [-0.25, 0.25]]}
    - {name: bin, model: table, pose: [6.9, 2.875, -2.517], bbox: [[-0.25, 0.25], [-0.25, 0.25]]}
    - {name: cupboard, model: table, pose: [5, 0, 0], bbox: [[-1, 1], [-0.9, 1.0]]}
"""
SCENARIO = "robots: [{start: [1.0, 1.225, 0.14], phases: [{goto: [7.3, 0.575]}]}]\n"


def test_a_robot_gets_through_a_door_behind_which_it_must_turn(tmp_path: Path) -> None:
    for name, text in (("0/world.yaml", WORLD), ("scenarios/go/scenario.yaml", SCENARIO)):
        path = tmp_path / "rooms" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    site = open_site(str(tmp_path / "rooms"), {})
    simulation = Simulation(site, generate(site, EpisodeRequest(1, 1, "scenario", "scenario", scenario="go")).episode)
    for _ in range(40 * 30):
        if simulation.outcome is None:
            simulation.step()
    assert simulation.outcome is not None
    assert simulation.outcome.state == "SUCCESS"
