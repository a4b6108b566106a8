"""What a pressure plate may open."""

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
