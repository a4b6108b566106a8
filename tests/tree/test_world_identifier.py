"""Finding worlds by name or path, their levels and scenarios."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from arena_simulation_setup.tree.dynamic_paths import DynamicPaths
from arena_simulation_setup.tree.not_found import NotFoundError
from arena_simulation_setup.tree.resolvers import FallbackResolver
from arena_simulation_setup.tree.search_paths import asset_roots, search_paths, shipped, world_names, world_resolvers
from arena_simulation_setup.tree.world_identifier import WorldIdentifier

ROOM = "zones: [{name: room, corners: [[0, 0], [4, 0], [4, 3]]}]\n"


def make_world(root: Path, name: str, *levels: str) -> Path:
    for level_id in levels or ("0",):
        (root / name / level_id).mkdir(parents=True)
        (root / name / level_id / "world.yaml").write_text(ROOM)
    return root / name


@pytest.mark.parametrize(
    ("text", "name", "selection"),
    [
        ("tower", "tower", ()),
        ("tower[1,3]", "tower", ("1", "3")),
        ("tower[ 1 , 3 ]", "tower", ("1", "3")),
        ("tower[]", "tower", ()),
        ("tower[ ]", "tower", ()),
        ("tower[007,1e3]", "tower", ("007", "1e3")),
        ("./tower[1]", "./tower", ("1",)),
    ],
)
def test_selection_stands_in_brackets(text: str, name: str, selection: tuple[str, ...]) -> None:
    identifier = WorldIdentifier.parse(text)
    assert (identifier.name, identifier.selection) == (name, selection)
    assert WorldIdentifier.parse(identifier.text) == identifier


@pytest.mark.parametrize("text", ["", "  ", "[1]", "tower[1", "tower[1]x", "tower[[1]]"])
def test_text_without_a_name_or_with_stray_brackets_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no world"):
        WorldIdentifier.parse(text)


def test_world_path_comes_before_shipped_worlds(tmp_path: Path) -> None:
    own = make_world(tmp_path / "a", "map_empty")
    make_world(tmp_path / "b", "map_empty")
    environment = {"ARENA_WORLD_PATH": f"{tmp_path / 'a'}:{tmp_path / 'b'}"}
    assert WorldIdentifier("map_empty").resolve_sync(environment).directory == own
    assert WorldIdentifier("map_empty").resolve_sync().directory == shipped("worlds") / "map_empty"


def test_folder_that_holds_no_world_hides_none(tmp_path: Path) -> None:
    (tmp_path / "map_empty").mkdir()
    found = WorldIdentifier("map_empty").resolve_sync({"ARENA_WORLD_PATH": str(tmp_path)})
    assert found.directory == shipped("worlds") / "map_empty"


@pytest.mark.parametrize(("name", "suggestion"), [("hospital1", "hospital_1"), ("nope", "")])
def test_unknown_world_lists_every_place_and_offers_the_near_name(tmp_path: Path, name: str, suggestion: str) -> None:
    with pytest.raises(NotFoundError) as raised:
        WorldIdentifier(name).resolve_sync({"ARENA_WORLD_PATH": f"{tmp_path}:/elsewhere"})
    text = str(raised.value)
    assert [place in text for place in (str(tmp_path), "/elsewhere", str(shipped("worlds")))] == [True] * 3
    assert raised.value.suggestion == suggestion
    assert ("did you mean 'hospital_1'?" in text) == bool(suggestion)
    assert isinstance(raised.value, FileNotFoundError)


def test_path_of_a_directory_is_a_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_world(tmp_path, "tower")
    monkeypatch.chdir(tmp_path)
    for name in ("./tower", str(tmp_path / "tower"), "../" + tmp_path.name + "/tower"):
        assert WorldIdentifier.parse(name).resolve_sync().load().name == "tower"
    with pytest.raises(NotFoundError, match=r"did you mean './tower'|did you mean 'tower'"):
        WorldIdentifier.parse("./towr").resolve_sync()


def test_selection_decides_what_is_loaded(tmp_path: Path) -> None:
    make_world(tmp_path, "tower", "0", "2", "10")
    view = WorldIdentifier.parse(f"{tmp_path}/tower[10,2]").resolve_sync()
    assert list(view.load().levels) == ["2", "10"]
    assert view.load() is view.load()
    assert view.warnings == ()


def test_resolve_is_a_coroutine_with_the_same_answer() -> None:
    assert asyncio.run(WorldIdentifier("map_empty").resolve()) == WorldIdentifier("map_empty").resolve_sync()


def test_scenarios_are_folders_with_a_scenario_file_in_natural_order(tmp_path: Path) -> None:
    world = make_world(tmp_path, "tower")
    for name, file in (("visit_10", "scenario.yaml"), ("visit_2", "scenario.json"), ("empty", "notes.txt")):
        (world / "scenarios" / name).mkdir(parents=True)
        (world / "scenarios" / name / file).write_text("{}")
    view = WorldIdentifier.parse(str(world)).resolve_sync()
    assert view.scenario_names() == ("visit_2", "visit_10")
    assert view.scenario("visit_2.json").resolve_sync().load().name == "visit_2"
    assert asyncio.run(view.scenario("visit_10").resolve()).warnings == ()
    with pytest.raises(NotFoundError, match="did you mean 'visit_10'"):
        view.scenario("visit_100").resolve_sync()


def test_new_worlds_are_written_beside_the_shipped_ones_and_never_found_there_first(tmp_path: Path) -> None:
    environment = {"ARENA_WORLD_PATH": str(tmp_path)}
    assert WorldIdentifier("new").resolve_write_sync(environment) == shipped("worlds") / "new"
    assert asyncio.run(WorldIdentifier("./new").resolve_write_path()) == Path("new")
    last = world_resolvers(environment)[-1]
    assert isinstance(last, FallbackResolver)
    assert last.locate("map_empty") is None


def test_search_paths_come_from_the_environment_that_is_handed_in() -> None:
    assert search_paths({"ARENA_WORLD_PATH": "/a::/b"}) == (Path("/a"), Path("/b"))
    assert search_paths({}) == ()
    assert set(world_names({})) >= {"hospital_1", "map_empty"}


def test_assets_of_the_world_come_before_local_and_shipped_ones() -> None:
    world, own = Path("/worlds/tower"), shipped("assets")
    assert asset_roots(world, {"ARENA_ASSETS_DIR": "/cache"}) == (world / "assets", Path("/cache/local"), own)
    both = {"ARENA_ASSETS_DIR": "/cache", "ARENA_ASSETS_DIR_LOCAL": "/mine"}
    assert asset_roots(None, both) == (Path("/mine"), own)
    places = [resolver.description for resolver in DynamicPaths(world).as_resolvers()]
    assert places == [f"{world / 'assets'} (assets)", f"{own} (assets)", "bucket default"]
    assert len(DynamicPaths().as_resolvers()) == 2
