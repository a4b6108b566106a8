"""Names that no file system takes, and folders that lack what their name promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena_simulation_setup.files.natural_order import natural_key
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.color import parse_color
from arena_simulation_setup.tree.identifiers import (
    MaterialIdentifier,
    ObjectIdentifier,
    PedestrianIdentifier,
    RobotIdentifier,
)
from arena_simulation_setup.tree.not_found import NotFoundError
from arena_simulation_setup.tree.search_paths import search_paths, shipped
from arena_simulation_setup.tree.world_identifier import WorldIdentifier

LONG = "x" * 300


@pytest.mark.parametrize("name", [LONG, f"./{LONG}", "~no-such-user", "~no-such-user/world"])
def test_world_that_can_not_even_be_looked_for_is_not_found(name: str) -> None:
    with pytest.raises(NotFoundError, match="not found"):
        WorldIdentifier.parse(name).resolve_sync({"ARENA_WORLD_PATH": f"/{LONG}:~no-such-user"})


def test_search_path_of_an_unknown_user_stays_as_written() -> None:
    assert search_paths({"ARENA_WORLD_PATH": "~no-such-user/worlds"}) == (Path("~no-such-user/worlds"),)


@pytest.mark.parametrize("name", ["", LONG])
def test_asset_without_a_usable_name_is_a_placeholder(name: str) -> None:
    catalogue = AssetCatalogue((shipped("assets"),))
    assert catalogue.object(ObjectIdentifier(name)).placeholder
    assert catalogue.pedestrian(PedestrianIdentifier(name)).placeholder
    assert catalogue.material(MaterialIdentifier(name)).placeholder


def test_surface_without_a_material_is_not_missing() -> None:
    catalogue = AssetCatalogue((shipped("assets"),))
    catalogue.material(MaterialIdentifier(""))
    assert catalogue.missing == []


def test_asset_folder_without_its_file_is_one_problem_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "Common" / "Object" / "chair").mkdir(parents=True)
    (tmp_path / "Common" / "Robot" / "mule").mkdir(parents=True)
    catalogue = AssetCatalogue((tmp_path,))
    with pytest.raises(FileProblems, match=r"chair/annotation\.yaml: the asset 'chair' has no such file"):
        catalogue.object(ObjectIdentifier("chair"))
    with pytest.raises(FileProblems, match=r"mule/caps\.yaml"):
        catalogue.robot(RobotIdentifier("mule"))


def test_natural_order_takes_any_name() -> None:
    names = ["a", "²", "10", "2", "007", "7", "1" * 5000, "٣", ""]
    ordered = sorted(names, key=natural_key)
    assert [name for name in ordered if name in ("2", "007", "7", "10", "1" * 5000)] == [
        "2",
        "007",
        "7",
        "10",
        "1" * 5000,
    ]
    ordered.reverse()
    assert sorted(ordered, key=natural_key) == ordered[::-1]


@pytest.mark.parametrize("text", ["hsl(0, " + "9" * 400 + "%, 50%)", "hsl(" + "9" * 400 + ", 50%, 50%)"])
def test_colour_without_end_is_no_colour(text: str) -> None:
    with pytest.raises(ValueError, match="is no colour"):
        parse_color(text)
