"""What a world sees of buckets: assets fetched once per run, placeholders without them, errors where asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from bucket_server import ANNOTATION, CHAIR, ROOM, BucketServer, Warnings, put_chair, serving

from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.site import open_site
from arena_simulation_setup.tree.dynamic_paths import DynamicPaths
from arena_simulation_setup.tree.identifiers import ObjectIdentifier, PedestrianIdentifier, RobotIdentifier
from arena_simulation_setup.tree.not_found import MissingAssetError, NotFoundError
from arena_simulation_setup.tree.search_paths import shipped
from arena_simulation_setup.tree.views import MultiLevelWorldView
from arena_simulation_setup.tree.world_identifier import WorldIdentifier

CHAIRS = "  entities: {static: [{name: a, model: chair, pose: [1, 1, 0]}, {name: b, model: %s, pose: [2, 1, 0]}]}\n"


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[BucketServer]:
    put_chair(tmp_path / "bucket")
    with serving(tmp_path / "bucket") as running:
        yield running


@pytest.fixture
def world(tmp_path: Path) -> Path:
    (tmp_path / "hall" / "0").mkdir(parents=True)
    (tmp_path / "hall" / "0" / "world.yaml").write_text(ROOM)
    return tmp_path / "hall"


def variables(server: BucketServer, tmp_path: Path) -> dict[str, str]:
    return {"ASSET_BUCKETS": server.url, "ARENA_ASSETS_DIR": str(tmp_path / "cache")}


def catalogue(
    world: Path, server: BucketServer, tmp_path: Path, said: Warnings, strict: bool = False
) -> AssetCatalogue:
    return MultiLevelWorldView(world).catalogue(variables(server, tmp_path), said.network(), strict)


def test_missing_asset_is_fetched_once_per_run(world: Path, server: BucketServer, tmp_path: Path) -> None:
    said = Warnings()
    assets = catalogue(world, server, tmp_path, said)
    assert [assets.object(ObjectIdentifier("chair")).description for _ in range(3)] == ["a chair"] * 3
    assert [assets.object(ObjectIdentifier("throne")).placeholder for _ in range(3)] == [True] * 3
    assert assets.missing == ["Common/Object/throne"]
    assert len(server.requests) == 2
    assert said == []


def test_asset_of_the_world_comes_before_that_of_a_bucket(world: Path, server: BucketServer, tmp_path: Path) -> None:
    (world / "assets" / CHAIR).mkdir(parents=True)
    (world / "assets" / CHAIR / "annotation.yaml").write_text(ANNOTATION.format("mine"))
    model = catalogue(world, server, tmp_path, Warnings()).object(ObjectIdentifier("chair"))
    assert model.description == "mine"
    assert server.requests == []


def test_offline_a_placeholder_stands_for_it_with_one_entry_per_model(world: Path, tmp_path: Path) -> None:
    (tmp_path / "bucket").mkdir()
    with serving(tmp_path / "bucket") as server:
        pass
    said = Warnings()
    assets = catalogue(world, server, tmp_path, said)
    for _ in range(3):
        assert assets.object(ObjectIdentifier("chair")).placeholder
        assert assets.pedestrian(PedestrianIdentifier("king")).placeholder
    assert assets.missing == ["Common/Object/chair", "Common/Human/king"]
    assert len(said) == 1


def test_what_is_drawn_from_does_not_depend_on_buckets(world: Path, server: BucketServer, tmp_path: Path) -> None:
    assets = catalogue(world, server, tmp_path, Warnings())
    assets.object(ObjectIdentifier("chair"))
    assert assets.names("Object") == AssetCatalogue([shipped("assets")]).names("Object")


def test_strict_catalogue_raises_with_every_place(world: Path, server: BucketServer, tmp_path: Path) -> None:
    assets = catalogue(world, server, tmp_path, Warnings(), strict=True)
    assert not assets.object(ObjectIdentifier("chair")).placeholder
    with pytest.raises(MissingAssetError, match="throne") as raised:
        assets.object(ObjectIdentifier("throne"))
    assert any(server.url in place for place in raised.value.searched)
    assert isinstance(raised.value, ValueError)


def test_strict_world_names_all_assets_that_are_missing(world: Path, server: BucketServer, tmp_path: Path) -> None:
    zone = ROOM.replace("[{", "\n- {").replace("}]", "}").replace("- {name: room, corners", "- name: room\n  corners")
    text = zone.rstrip().rstrip("}") + "\n" + CHAIRS % "throne"
    (world / "0" / "world.yaml").write_text(text)
    known = variables(server, tmp_path)
    open_site(str(world), known, Warnings().network())
    with pytest.raises(MissingAssetError, match="'Common/Object/throne'"):
        open_site(str(world), known, Warnings().network(), strict=True)
    (world / "0" / "world.yaml").write_text(text.replace("throne", "chair"))
    open_site(str(world), known, Warnings().network(), strict=True)


def test_robot_from_a_bucket_is_asked_for_too(world: Path, server: BucketServer, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="the bucket does not hold it"):
        catalogue(world, server, tmp_path, Warnings()).robot(RobotIdentifier("mule"))


def test_identifiers_resolve_with_and_without_a_loop(world: Path, server: BucketServer, tmp_path: Path) -> None:
    known = variables(server, tmp_path)
    paths = DynamicPaths(world)
    there = ObjectIdentifier("chair").resolve_sync(paths, known)
    assert (there / "annotation.yaml").is_file()
    assert asyncio.run(ObjectIdentifier("chair").resolve(paths, known)) == there
    assert asyncio.run(WorldIdentifier("map_empty").resolve(known)).directory == shipped("worlds") / "map_empty"
    assert ObjectIdentifier("desk").resolve_sync() == shipped("assets") / "Common" / "Object" / "desk"
    with pytest.raises(NotFoundError, match="no URL is configured"):
        ObjectIdentifier("throne").resolve_sync()


def test_new_assets_are_written_to_the_local_folder(tmp_path: Path) -> None:
    target = tmp_path / "local" / "Common" / "Object" / "throne"
    known = {"ARENA_ASSETS_DIR": str(tmp_path)}
    assert ObjectIdentifier("throne").resolve_write_sync(environment=known) == target
    assert asyncio.run(ObjectIdentifier("throne").resolve_write_path(environment=known)) == target
    with pytest.raises(NotFoundError, match="place to write"):
        ObjectIdentifier("throne").resolve_write_sync()
