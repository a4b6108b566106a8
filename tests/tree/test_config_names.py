from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from arena_simulation_setup.tree.config_identifiers import (
    EnvironmentIdentifier,
    ParametrizedIdentifier,
    environment_ids,
    parametrized_ids,
)
from arena_simulation_setup.tree.not_found import NotFoundError


def test_the_shipped_files_are_listed() -> None:
    assert environment_ids({}) == ("default", "hospital", "office")
    assert parametrized_ids({}) == ("clutter", "hospital_shift")


def test_a_file_of_the_world_hides_one_of_this_machine_and_that_a_shipped_one(tmp_path: Path) -> None:
    local, world = tmp_path / "local", tmp_path / "world"
    environ = {"ARENA_ASSETS_DIR_LOCAL": str(local)}
    for folder in (local, world / "assets"):
        path = folder / "configs" / "environments" / "office.yaml"
        path.parent.mkdir(parents=True)
        path.write_text("groups: []")
    assert environment_ids(environ, world) == ("default", "hospital", "office")
    roots = (world / "assets", local)
    assert EnvironmentIdentifier.parse("office").resolve_sync(roots).is_relative_to(world)
    assert EnvironmentIdentifier.parse("office.yaml").resolve_sync(roots[1:]).is_relative_to(local)
    assert asyncio.run(EnvironmentIdentifier.parse("office").resolve()).name == "office.yaml"


def test_a_name_with_a_slash_is_a_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.xml"
    path.write_text("<random/>")
    assert ParametrizedIdentifier.parse(str(path)).resolve_sync() == path
    with pytest.raises(NotFoundError, match=r"parametrized '\./no_such' not found"):
        ParametrizedIdentifier.parse("./no_such").resolve_sync()


def test_an_unknown_name_lists_the_places_and_offers_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="did you mean 'hospital'") as caught:
        EnvironmentIdentifier.parse("hospitl").resolve_sync((tmp_path,))
    assert caught.value.searched[0] == str(tmp_path / "configs" / "environments")


def test_an_empty_name_is_refused() -> None:
    with pytest.raises(ValueError, match="the environment file is empty, expected a name or a path"):
        EnvironmentIdentifier.parse(" ")
