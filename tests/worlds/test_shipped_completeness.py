"""What every shipped world has: current maps, room to drive, scenarios that run."""

import json

import pytest

from arena_cli.main import main as arena
from arena_cli.nav_at_r import main as nav_at_r
from arena_cli.touch_world import main as touch_world
from arena_simulation_setup.tree.search_paths import shipped
from arena_simulation_setup.tree.world_identifier import WorldIdentifier

WORLDS = sorted(folder.name for folder in shipped("worlds").iterdir() if folder.is_dir())
NAMED = ["airport", "hospital_1", "hospital_2", "map_empty", "office_1", "reception", "three_storied_residential"]
LEAST_NAVIGABILITY = 0.95


def test_the_documented_worlds_are_shipped() -> None:
    assert WORLDS == NAMED


@pytest.mark.parametrize("world", WORLDS)
def test_maps_on_disk_are_what_would_be_drawn(world: str) -> None:
    assert touch_world([world, "--check"]) == 0


@pytest.mark.parametrize("world", WORLDS)
def test_a_robot_of_0_267_m_gets_almost_everywhere_it_may_be_placed(
    world: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert nav_at_r([world, "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    values = {row["level"]: row["nav_at_r"] for row in rows}
    assert all(value >= LEAST_NAVIGABILITY for value in values.values()), values


@pytest.mark.parametrize("world", WORLDS)
def test_every_world_has_a_default_and_two_more_scenarios(world: str) -> None:
    names = WorldIdentifier(world).resolve_sync({}).scenario_names()
    assert "default" in names
    assert len(names) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("world", WORLDS)
def test_every_scenario_ends_well_and_every_condition_holds(world: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("scenario:=all", "seed:=1", "record.auto:=false", "--json")
    assert arena(["run", f"world:={world}", *words]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["scenario"]: row["outcome"] for row in rows} == {row["scenario"]: "SUCCESS" for row in rows}
    violated = [
        (row["scenario"], v["id"], v["state"]) for row in rows for v in row["verdicts"] if v["state"] != "holds"
    ]
    assert violated == []
