"""What pressure plates may open, and what conditions may call the sounds of a scenario."""

from pathlib import Path

import pytest

from tests.check.checked_world import World


@pytest.mark.parametrize(
    ("driven", "accepted"), [("room_door", True), ("{lift}/door", True), ("{lift}", False), ("roof/door", False)]
)
def test_a_plate_opens_doors_and_cabin_doors(tmp_path: Path, driven: str, accepted: bool) -> None:
    world = World()
    world.with_upper_level()
    name = driven.format(lift=world.hall["elevators"][0]["name"])
    params = {"position": [1, 1], "radius": 0.5, "drives": name}
    world.door["semantics"] = [{"preset": "pressure_plate", "params": params}]
    codes = {problem.code for problem in world.problems(tmp_path / "w")}
    assert ("plate.drives" in codes) is not accepted


@pytest.mark.parametrize(
    ("name", "known"), [("radio", True), ("radio/0", True), ("radio/1", False), ("rdio", False), ("radio/", False)]
)
def test_a_sound_of_a_scenario_goes_by_its_name_with_or_without_level(tmp_path: Path, name: str, known: bool) -> None:
    world = World()
    annotation = {"preset": "sound", "params": {"sounding": True}}
    world.scenario["sounds"] = [
        {"name": "radio", "asset_id": "radio_loop", "position": [1, 1], "semantics": [annotation]}
    ]
    world.scenario["conditions"] = [{"op": "eventually", "p": f"{name}.sounding == true"}]
    codes = {problem.code for problem in world.problems(tmp_path / "w")}
    assert ("condition.unknown" in codes) is not known
