"""Which buckets the environment names, and why one can not be asked."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from arena_simulation_setup.tree.buckets import ASSET_BUCKETS, WORLD_BUCKETS, bucket, buckets, buckets_file
from arena_simulation_setup.tree.net_resolver import NetResolver
from arena_simulation_setup.tree.network import Network
from arena_simulation_setup.tree.search_paths import net_resolver, world_resolvers
from arena_simulation_setup.tree.world_identifier import WorldIdentifier


def table(tmp_path: Path, text: str) -> dict[str, str]:
    (tmp_path / "buckets.yaml").write_text(text)
    return {"ARENA_BUCKETS_FILE": str(tmp_path / "buckets.yaml")}


@pytest.mark.parametrize("environment", [{}, {"WORLD_BUCKETS": ""}, {"WORLD_BUCKETS": "  "}])
def test_documented_bucket_is_the_default(environment: dict[str, str]) -> None:
    assert [entry.name for entry in buckets(WORLD_BUCKETS, environment)] == ["arena-worlds-prod-public"]
    assert [entry.name for entry in buckets(ASSET_BUCKETS, environment)] == ["default"]


def test_default_buckets_have_no_address_and_say_so() -> None:
    for variable in (WORLD_BUCKETS, ASSET_BUCKETS):
        (entry,) = buckets(variable, {})
        assert entry.url == ""
        assert entry.refusal == f"no URL is configured for it in {buckets_file({})}"


def test_names_and_urls_stand_in_one_list(tmp_path: Path) -> None:
    environment = table(tmp_path, "lab: https://lab.example/arena/\nnobody: ''\nempty:\n")
    environment["WORLD_BUCKETS"] = "lab, file:///srv/worlds/,nobody,empty,other,lab"
    found = buckets(WORLD_BUCKETS, environment)
    assert [entry.url for entry in found] == ["https://lab.example/arena", "file:///srv/worlds", "", "", ""]
    assert [bool(entry.refusal) for entry in found] == [False, False, True, True, True]
    assert found[0].folder == "lab"


def test_every_address_has_a_folder_of_its_own() -> None:
    urls = ("http://a/b", "http://a/c", "https://a/b", "http://a_b", "file:///", "s3://../..", "http://" + "x" * 300)
    folders = [bucket(url, {}).folder for url in urls]
    assert len(set(folders)) == len(urls)
    assert not [folder for folder in folders if "/" in folder or folder.startswith(".") or len(folder) > 80]


def test_password_of_an_address_is_used_and_never_shown() -> None:
    entry = bucket("https://me:secret@lab.example/arena", {})
    assert entry.url == "https://me:secret@lab.example/arena"
    assert "secret" not in f"{entry.name} {entry.description} {entry.folder}"


@pytest.mark.parametrize("name", ["..", "a/b", ".hidden", "local", "a b", "-x", "~", "C:\\x"])
def test_name_that_is_no_folder_is_refused(name: str) -> None:
    entry = bucket(name, {})
    assert entry.refusal
    assert entry.folder == ""


@pytest.mark.parametrize(
    "text", ["", "- a\n", "lab: 5\n", "lab: somewhere\n", "lab: {url: x}\n", "a: [\n", "a: ''\na: ''\n"]
)
def test_broken_table_is_a_miss_with_its_reason(tmp_path: Path, text: str) -> None:
    entry = bucket("lab", table(tmp_path, text))
    assert "buckets.yaml" in entry.refusal


def test_missing_table_is_a_miss_with_its_reason() -> None:
    assert bucket("lab", {"ARENA_BUCKETS_FILE": "/no/such/file"}).refusal.startswith("/no/such/file can not be read")


def test_broken_buckets_do_not_hide_shipped_worlds() -> None:
    environment = {"WORLD_BUCKETS": "..,nowhere,foo://x,s3://bucket", "ARENA_ASSETS_DIR": "/dev/null/x"}
    assert WorldIdentifier("map_empty").resolve_sync(environment).directory.name == "map_empty"
    assert len(world_resolvers(environment)) == 1 + 4 + 1


def resolver(url: str, tmp_path: Path, said: list[str]) -> NetResolver:
    return net_resolver(bucket(url, {}), {"ARENA_ASSETS_DIR": str(tmp_path)}, Network(lambda: 0.0, said.append))


@pytest.mark.parametrize(
    ("url", "package", "extra"), [("s3://arena/worlds", "s3fs", "[s3]"), ("gs://arena/worlds", "gcsfs", "[gs]")]
)
def test_missing_extra_is_one_sentence_that_names_it(
    url: str, package: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # None makes the import fail, also where the package is installed.
    monkeypatch.setitem(sys.modules, package, None)
    said: list[str] = []
    assert resolver(url, tmp_path, said).resolve("hall") is None
    (sentence,) = said
    assert package in sentence
    assert f"pip install 'arena_simulation_setup{extra}'" in sentence


def test_unknown_kind_of_address_is_one_sentence(tmp_path: Path) -> None:
    said: list[str] = []
    assert resolver("foo://x", tmp_path, said).resolve("hall") is None
    (sentence,) = said
    assert sentence.endswith(": foo:// is no kind of address that is known")


def test_copies_are_kept_below_the_asset_folder_else_in_the_cache_of_the_user() -> None:
    lab = bucket("https://lab.example", {})
    for environment, root in (
        ({"ARENA_ASSETS_DIR": "/assets", "HOME": "/home/me"}, "/assets"),
        ({"XDG_CACHE_HOME": "/cache", "HOME": "/home/me"}, "/cache/arena"),
        ({"HOME": "/home/me"}, "/home/me/.cache/arena"),
    ):
        cache = net_resolver(lab, environment, Network())._cache
        assert cache is not None
        assert cache.root == Path(root) / lab.folder
    nowhere = net_resolver(lab, {}, Network()).examine("hall")
    assert "ARENA_ASSETS_DIR" in nowhere.note
