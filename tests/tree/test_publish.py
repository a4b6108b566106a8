"""Publishing: what a bucket holds afterwards, what is refused, and what a world needs elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena_simulation_setup.tree.buckets import bucket
from arena_simulation_setup.tree.listing import parse_listing
from arena_simulation_setup.tree.network import BucketError, Network
from arena_simulation_setup.tree.publish import Package, packed, publish, unresolved
from arena_simulation_setup.tree.search_paths import net_resolver
from arena_simulation_setup.tree.views import MultiLevelWorldView

WORLD = """
zones:
- name: room
  corners: [[0, 0], [6, 0], [6, 5], [0, 5]]
  material: own_floor
  walls:
  - {start: [0, 0], end: [6, 0], kind: own_wall, material: never_used}
  - {start: [0, 5], end: [6, 5], kind: nowhere_wall}
  entities:
    static:
    - {name: a, model: desk, pose: [1, 1, 0]}
    - {name: b, model: local_chair, pose: [2, 2, 0]}
    dynamic:
    - {name: c, model: nowhere_person, pose: [3, 3, 0]}
"""
SCENARIO = "static:\n- {name: s, model: nowhere_object, pose: [1, 1, 0]}\nrobots: []\n"
PRESET = "main:\n- {material: preset_surface, height: 2.5}\n- {model: Lab/preset_picture}\n"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def world(tmp_path: Path) -> Path:
    folder = tmp_path / "worlds" / "hall"
    write(folder / "0" / "world.yaml", WORLD)
    write(folder / "scenarios" / "default" / "scenario.yaml", SCENARIO)
    write(folder / "assets" / "Common" / "Material" / "own_floor" / "material.yaml", "color: '#ffffff'\n")
    write(folder / "assets" / "Common" / "Wall" / "own_wall" / "own_wall.yaml", PRESET)
    write(tmp_path / "local" / "Common" / "Object" / "local_chair" / "annotation.yaml", "name: local_chair\n")
    return folder


def put(folder: Path, relative: str, root: Path, replace: bool = False) -> bool:
    return publish(packed(folder, relative), bucket(f"file://{root}", {}), Network(), replace)


def test_world_lists_everything_that_only_this_machine_has(world: Path, tmp_path: Path) -> None:
    environment = {"ARENA_ASSETS_DIR_LOCAL": str(tmp_path / "local")}
    missing = [sentence.split()[0] for sentence in unresolved(MultiLevelWorldView(world), environment, Network())]
    assert sorted(missing) == [
        "Common/Human/nowhere_person",
        "Common/Material/preset_surface",
        "Common/Object/local_chair",
        "Common/Object/nowhere_object",
        "Common/Wall/nowhere_wall",
        "Lab/Object/preset_picture",
    ]


def test_asset_that_a_bucket_holds_is_not_missing(world: Path, tmp_path: Path) -> None:
    chair = tmp_path / "local" / "Common" / "Object" / "local_chair"
    put(chair, "Common/Object/local_chair", tmp_path / "bucket")
    environment = {"ASSET_BUCKETS": f"file://{tmp_path / 'bucket'}"}
    missing = unresolved(MultiLevelWorldView(world), environment, Network())
    assert not [sentence for sentence in missing if "local_chair" in sentence]
    gone = unresolved(MultiLevelWorldView(world), {"ASSET_BUCKETS": "file:///no/such/bucket"}, Network(warn=len))
    assert [sentence for sentence in gone if "local_chair" in sentence]


@pytest.mark.parametrize("file", ["0/world.yaml", "scenarios/default/scenario.yaml"])
def test_world_whose_files_have_errors_works_for_nobody(world: Path, file: str) -> None:
    (world / file).write_text("zones: 5\nrobots: 5\n")
    (sentence,) = unresolved(MultiLevelWorldView(world), {}, Network())
    assert file in sentence


def test_same_content_is_published_once_and_another_only_when_it_may_replace(world: Path, tmp_path: Path) -> None:
    root = tmp_path / "bucket"
    assert put(world, "hall", root)
    assert not put(world, "hall", root)
    before = (root / "index.json").read_bytes()
    write(world / "0" / "world.yaml", WORLD + "microphones: []\n")
    with pytest.raises(BucketError, match="--force"):
        put(world, "hall", root)
    assert (root / "index.json").read_bytes() == before
    assert put(world, "hall", root, replace=True)
    assert len(list((root / "hall").iterdir())) == 2


def test_listing_names_every_archive_with_its_checksum(world: Path, tmp_path: Path) -> None:
    root = tmp_path / "bucket"
    put(world, "hall", root)
    put(world / "assets" / "Common" / "Material" / "own_floor", "Common/Material/own_floor", root)
    listing = parse_listing((root / "index.json").read_bytes())
    assert list(listing.entries) == ["Common/Material/own_floor", "hall"]
    assert all((root / entry.archive(name)).stat().st_size == entry.size for name, entry in listing.entries.items())
    assert parse_listing(listing.content) == listing


def test_names_that_lead_elsewhere_or_confuse_a_terminal_are_left_out_of_a_listing() -> None:
    names = ["hall", "../x", "/etc", "a/b", "a/../b", "red\x1b[31m", "", "Common/Object/chair"]
    entry = {"sha256": "0" * 64, "size": 1}
    content = json.dumps({"format": 1, "entries": dict.fromkeys(names, entry)}).encode()
    assert list(parse_listing(content).entries) == ["Common/Object/chair", "hall"]


def test_published_world_is_the_same_world_elsewhere(world: Path, tmp_path: Path) -> None:
    put(world, "hall", tmp_path / "bucket")
    place = net_resolver(bucket(f"file://{tmp_path / 'bucket'}", {}), {"ARENA_ASSETS_DIR": str(tmp_path)}, Network())
    fetched = MultiLevelWorldView(place.fetch("hall"))
    assert fetched.load() == MultiLevelWorldView(world).load()
    assert fetched.scenario_names() == ("default",)


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/arena", "nowhere", "file:///proc/arena", "foo://x"])
def test_bucket_that_takes_nothing_is_one_sentence(world: Path, address: str) -> None:
    with pytest.raises(BucketError) as raised:
        publish(packed(world, "hall"), bucket(address, {}), Network(answer_s=2.0), replace=False)
    assert "\n" not in str(raised.value)


def test_bucket_with_a_damaged_listing_is_not_overwritten(world: Path, tmp_path: Path) -> None:
    write(tmp_path / "bucket" / "index.json", "{")
    with pytest.raises(BucketError, match="no JSON"):
        put(world, "hall", tmp_path / "bucket")
    assert (tmp_path / "bucket" / "index.json").read_text() == "{"


def test_what_could_not_be_unpacked_elsewhere_is_not_packed(world: Path, tmp_path: Path) -> None:
    (world / "zeros").write_bytes(b"\0" * 5_000_000)
    with pytest.raises(BucketError, match="refused"):
        packed(world, "hall")
    (world / "zeros").unlink()
    (world / "link").symlink_to("/etc/hostname")
    with pytest.raises(BucketError, match="links"):
        packed(world, "hall")


@pytest.mark.parametrize("relative", ["", "..", "a/b", "../x", "a:b"])
def test_name_that_not_every_machine_takes_is_refused(relative: str, world: Path) -> None:
    with pytest.raises(BucketError, match="no name"):
        packed(world, relative)


def test_other_writable_kinds_of_address_work_too(world: Path, tmp_path: Path) -> None:
    memory = bucket("memory://arena_test_publish", {})
    package = packed(world, "hall")
    assert isinstance(package, Package)
    assert publish(package, memory, Network(), replace=False)
    assert not publish(package, memory, Network(), replace=False)
    place = net_resolver(memory, {"ARENA_ASSETS_DIR": str(tmp_path)}, Network())
    assert (place.fetch("hall") / "0" / "world.yaml").read_text() == WORLD
