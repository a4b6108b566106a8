"""A clean little world that tests spoil, and what the linter says about it."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

from attrs import define, field

from arena_simulation_setup.check.lint import lint
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.files.yaml_text import yaml_text
from arena_simulation_setup.tree.views import MultiLevelWorldView

HALL: dict[str, Any] = {
    "name": "hall",
    "corners": [[0, 0], [8, 0], [8, 4], [0, 4]],
    "walls": [
        {"start": [0, 0], "end": [8, 0]},
        {"start": [8, 0], "end": [8, 4]},
        {"start": [8, 4], "end": [4.2, 4]},
        {"start": [3, 4], "end": [0, 4]},
        {"start": [0, 4], "end": [0, 0]},
    ],
    "doors": [{"name": "room_door", "start": [3, 4], "end": [4.2, 4]}],
    "entities": {"static": [{"name": "plant_1", "model": "plant", "pose": [7.5, 0.5]}]},
}
ROOM: dict[str, Any] = {
    "name": "room",
    "corners": [[0, 4], [8, 4], [8, 8], [0, 8]],
    "walls": [
        {"start": [8, 4], "end": [8, 8]},
        {"start": [8, 8], "end": [0, 8]},
        {"start": [0, 8], "end": [0, 4]},
    ],
    "ceiling_height": 2.5,
    "entities": {
        "static": [{"name": "desk_1", "model": "desk", "pose": [6.5, 6.5]}],
        "dynamic": [{"name": "clerk", "model": "arenian", "pose": [5.0, 6.0], "waypoints": [[2.0, 6.0]]}],
    },
}
SCENARIO: dict[str, Any] = {
    "dynamic": [{"name": "visitor", "pose": [1, 1], "waypoints": [[6, 2]]}],
    "robots": [{"start": [2, 2, 0], "phases": [{"goto": "room"}, {"goto": [2.0, 6.0]}]}],
    "conditions": [
        {"op": "eventually", "p": "robot in room"},
        {"op": "before", "p": "room_door.open == true", "q": "jackal_0 in room"},
        {"op": "never", "p": "robot within 0.5 of visitor"},
    ],
}


@define
class World:
    """Levels and scenarios as plain values, to be changed and then written."""

    levels: dict[str, dict[str, Any]] = field(factory=lambda: {"0": {"zones": [deepcopy(HALL), deepcopy(ROOM)]}})
    scenarios: dict[str, dict[str, Any]] = field(factory=lambda: {"default": deepcopy(SCENARIO)})

    @property
    def hall(self) -> dict[str, Any]:
        zone: dict[str, Any] = self.levels["0"]["zones"][0]
        return zone

    @property
    def room(self) -> dict[str, Any]:
        zone: dict[str, Any] = self.levels["0"]["zones"][1]
        return zone

    @property
    def door(self) -> dict[str, Any]:
        door: dict[str, Any] = self.hall["doors"][0]
        return door

    @property
    def scenario(self) -> dict[str, Any]:
        return self.scenarios["default"]

    def furnish(self, name: str, model: str, *pose: float) -> None:
        """Put a thing into the room."""
        self.room["entities"]["static"].append({"name": name, "model": model, "pose": list(pose)})

    def with_upper_level(self) -> None:
        """A level above the first, with elevators between them."""
        upper: dict[str, Any] = {"name": "loft", "corners": [[0, 0], [8, 0], [8, 4], [0, 4]]}
        upper["elevators"] = [
            {"name": "lift_1", "position": [1.2, 2], "size": [1.6, 1.6, 2.2], "destination": "0.lift_0"}
        ]
        self.hall["elevators"] = [
            {"name": "lift_0", "position": [1.2, 2], "size": [1.6, 1.6, 2.2], "destination": "1.lift_1"}
        ]
        self.scenario["dynamic"][0]["pose"] = [6, 1]
        self.scenario["dynamic"][0]["level_id"] = "0"
        self.scenario["robots"][0].update(start=[4, 2, 0], start_floor="0", goal_floor="0")
        self.levels["1"] = {"zones": [upper]}

    def write(self, directory: Path) -> Path:
        for level_id, level in self.levels.items():
            (directory / level_id).mkdir(parents=True)
            (directory / level_id / "world.yaml").write_text(yaml_text(level), encoding="utf-8")
        for name, scenario in self.scenarios.items():
            (directory / "scenarios" / name).mkdir(parents=True)
            (directory / "scenarios" / name / "scenario.yaml").write_text(yaml_text(scenario), encoding="utf-8")
        return directory

    def problems(self, directory: Path, radius: float = 0.267) -> tuple[Problem, ...]:
        return linted(self.write(directory), radius)


def linted(directory: Path, radius: float = 0.267) -> tuple[Problem, ...]:
    """Everything that the linter says about a world on disk."""
    view = MultiLevelWorldView(directory)
    return lint(view, view.catalogue(), radius)
