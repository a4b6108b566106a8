"""Worlds and assets from a bucket behind a real web server, which may be slow, broken, hostile or gone."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bucket_server import CHAIR, FLOOD, HELD_S, ROOM, BucketServer, Warnings, archive_of, put, put_chair, serving

from arena_simulation_setup.tree.answer import Found
from arena_simulation_setup.tree.bucket_cache import BucketCache
from arena_simulation_setup.tree.net_resolver import NetResolver
from arena_simulation_setup.tree.network import BucketError
from arena_simulation_setup.tree.not_found import NotFoundError
from arena_simulation_setup.tree.resolvers import examined
from arena_simulation_setup.tree.search_paths import net_resolvers, world_resolvers
from arena_simulation_setup.tree.world_identifier import WorldIdentifier

DAY = 86400.0


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "bucket").mkdir()
    return tmp_path / "bucket"


@pytest.fixture
def server(root: Path) -> Iterator[BucketServer]:
    with serving(root) as running:
        yield running


@pytest.fixture
def said() -> Warnings:
    return Warnings()


def environment(server: BucketServer, tmp_path: Path, **more: str) -> dict[str, str]:
    return {
        "WORLD_BUCKETS": server.url,
        "ASSET_BUCKETS": server.url,
        "ARENA_ASSETS_DIR": str(tmp_path / "cache"),
        **more,
    }


def resolver(
    server: BucketServer, tmp_path: Path, said: Warnings, now: float = 1000.0, **patience: float
) -> NetResolver:
    (found,) = net_resolvers("ASSET_BUCKETS", environment(server, tmp_path), said.network(now, **patience))
    return found


def text(path: Path | None) -> str:
    assert path is not None
    return (path / "annotation.yaml").read_text()


def test_world_that_only_a_bucket_has_is_fetched(
    server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put(root, "hall", {"0/world.yaml": ROOM, "scenarios/default/scenario.yaml": "robots: []\n"})
    view = WorldIdentifier.parse("hall[0]").resolve_sync(environment(server, tmp_path), said.network())
    assert view.directory.parent.parent == tmp_path / "cache"
    assert [zone.name for zone in view.load().levels["0"].zones] == ["room"]
    assert view.scenario_names() == ("default",)
    assert said == []


def test_fresh_copy_needs_no_network(server: BucketServer, root: Path, tmp_path: Path, said: Warnings) -> None:
    put_chair(root)
    first = resolver(server, tmp_path, said).resolve(CHAIR)
    asked = len(server.requests)
    assert asked == 2
    assert resolver(server, tmp_path, said, now=1000.0 + DAY - 1.0).resolve(CHAIR) == first
    assert len(server.requests) == asked


def test_fresh_copy_needs_no_listing_either(root: Path, tmp_path: Path, said: Warnings) -> None:
    put_chair(root)
    with serving(root) as server:
        copy = resolver(server, tmp_path, said).resolve(CHAIR)
    for listing in (tmp_path / "cache").glob("*/.listing"):
        listing.unlink()
    assert resolver(server, tmp_path, said).resolve(CHAIR) == copy
    assert said == []


def test_overdue_copy_that_is_still_current_is_not_fetched_again(
    server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put_chair(root)
    resolver(server, tmp_path, said).resolve(CHAIR)
    server.requests.clear()
    assert resolver(server, tmp_path, said, now=1000.0 + DAY).resolve(CHAIR) is not None
    assert server.requests == ["/index.json"]
    resolver(server, tmp_path, said, now=1000.0 + 1.5 * DAY).resolve(CHAIR)
    assert server.requests == ["/index.json"]


def test_overdue_copy_is_replaced_by_what_the_bucket_has_now(
    server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put_chair(root, "old")
    resolver(server, tmp_path, said).resolve(CHAIR)
    put_chair(root, "new")
    assert "old" in text(resolver(server, tmp_path, said, now=1500.0).resolve(CHAIR))
    assert "new" in text(resolver(server, tmp_path, said, now=1000.0 + DAY).resolve(CHAIR))
    assert [path.name for path in (tmp_path / "cache").glob("*/.partial-*")] == []


def test_pulling_ignores_how_fresh_the_copy_is(
    server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put_chair(root, "old")
    resolver(server, tmp_path, said).resolve(CHAIR)
    put_chair(root, "new")
    assert "new" in text(resolver(server, tmp_path, said).fetch(CHAIR))


def test_life_of_copies_is_an_argument_of_the_environment(
    server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put_chair(root, "old")
    for ttl, expected in (("60", "old"), ("10", "new"), ("x", "new"), ("nan", "new")):
        more = environment(server, tmp_path, ARENA_MODELS_TTL=ttl)
        (first,) = net_resolvers("ASSET_BUCKETS", more, said.network(1000.0))
        first.resolve(CHAIR)
        put_chair(root, "new")
        (second,) = net_resolvers("ASSET_BUCKETS", more, said.network(1030.0))
        assert expected in text(second.resolve(CHAIR))


def test_offline_the_copy_is_used_with_one_warning(root: Path, tmp_path: Path, said: Warnings) -> None:
    put_chair(root)
    put(root, "Common/Object/table", {"annotation.yaml": "name: table\n"})
    with serving(root) as server:
        first = resolver(server, tmp_path, said)
        assert first.resolve(CHAIR)
        assert first.resolve("Common/Object/table")
    later = resolver(server, tmp_path, said, now=1000.0 + 2 * DAY)
    assert later.resolve(CHAIR) is not None
    assert later.resolve("Common/Object/table") is not None
    assert later.resolve("Common/Object/nothing") is None
    assert later.examine(CHAIR).found == Found.STALE
    (warning,) = said
    assert server.url in warning


def test_offline_a_shipped_world_is_found_at_once_and_a_missing_one_names_the_reason(
    root: Path, tmp_path: Path, said: Warnings
) -> None:
    with serving(root) as server:
        pass
    variables = environment(server, tmp_path)
    assert WorldIdentifier("map_empty").resolve_sync(variables, said.network()).directory.name == "map_empty"
    assert said == []
    with pytest.raises(NotFoundError, match=f"bucket {server.url}: ") as raised:
        WorldIdentifier("hall").resolve_sync(variables, said.network())
    assert len(raised.value.searched) == 2
    assert len(said) == 1


@pytest.mark.parametrize("misbehaviour", ["silent", "dripping"])
def test_slow_server_is_waited_for_once_and_not_long(
    misbehaviour: str, server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put_chair(root)
    if misbehaviour == "silent":
        server.hold.clear()
    else:
        server.drip = True
    began = time.monotonic()
    slow = resolver(server, tmp_path, said, answer_s=0.4, transfer_s=30.0)
    assert [slow.resolve(f"Common/Object/thing_{number}") for number in range(100)] == [None] * 100
    # For each of them it would be 40 s.
    assert time.monotonic() - began < 20.0
    assert len(said) == 1


def test_archive_that_does_not_arrive_is_given_up(
    server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put_chair(root)
    slow = resolver(server, tmp_path, said, answer_s=2.0, transfer_s=3.0)
    slow.listing()
    server.hold.clear()
    began = time.monotonic()
    assert slow.resolve(CHAIR) is None
    assert time.monotonic() - began < HELD_S / 2.0
    assert list((tmp_path / "cache").glob("*/Common")) == []


def test_answer_without_end_is_cut_off(server: BucketServer, tmp_path: Path, said: Warnings) -> None:
    server.flood = True
    assert resolver(server, tmp_path, said).resolve(CHAIR) is None
    assert server.sent < FLOOD / 2
    (warning,) = said
    assert "more than" in warning


def test_server_without_a_bucket_is_a_miss(server: BucketServer, tmp_path: Path, said: Warnings) -> None:
    empty = resolver(server, tmp_path, said)
    assert empty.resolve(CHAIR) is None
    assert empty.examine(CHAIR).note == "it has no index.json"


def test_listed_archive_that_is_gone_is_a_miss_with_a_warning(
    server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put_chair(root)
    archive_of(root, CHAIR).unlink()
    gone = resolver(server, tmp_path, said)
    assert gone.resolve(CHAIR) is None
    assert gone.resolve(CHAIR) is None
    (warning,) = said
    assert "gone" in warning


def test_kept_listing_that_promises_too_much_is_asked_for_again(
    server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put_chair(root, "old")
    resolver(server, tmp_path, said).listing()
    archive_of(root, CHAIR).unlink()
    put_chair(root, "new")
    assert "new" in text(resolver(server, tmp_path, said).resolve(CHAIR))


def test_name_that_the_kept_listing_lacks_is_asked_for_once_more(
    server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put(root, "hall", {"0/world.yaml": ROOM})
    resolver(server, tmp_path, said).listing()
    put_chair(root)
    assert resolver(server, tmp_path, said).resolve(CHAIR) is not None


def spoil(root: Path, content: bytes, honest: bool) -> None:
    """Put other bytes where the archive is; an honest listing has their checksum."""
    index = json.loads((root / "index.json").read_text())
    entry = index["entries"][CHAIR]
    archive_of(root, CHAIR).write_bytes(content)
    if honest:
        digest = hashlib.sha256(content).hexdigest()
        archive_of(root, CHAIR).rename(root / CHAIR / f"{digest[:16]}.tar.gz")
        entry.update(sha256=digest, size=len(content))
    (root / "index.json").write_text(json.dumps(index))


def hostile(*names: str) -> bytes:
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w:gz") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(name))
    return raw.getvalue()


@pytest.mark.parametrize(
    ("content", "honest", "reason"),
    [
        (b"x", False, "checksum"),
        (b"x" * 100_000, False, "more than"),
        (b"no archive", True, "can not be unpacked"),
        (hostile("../../../escaped"), True, "refused"),
        (hostile("annotation.yaml", "/tmp/escaped"), True, "refused"),
        (hostile(".ttl/x"), True, "can not be kept"),
    ],
    ids=["changed", "longer", "damaged", "leads out", "absolute", "takes the stamp's place"],
)
def test_unusable_archive_leaves_nothing_and_the_former_copy_in_use(
    content: bytes, honest: bool, reason: str, server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put_chair(root, "good")
    kept = resolver(server, tmp_path, said).resolve(CHAIR)
    archive_of(root, CHAIR).unlink()
    put_chair(root, "bad")
    spoil(root, content, honest)
    assert resolver(server, tmp_path / "elsewhere", said).resolve(CHAIR) is None
    before = sorted((tmp_path / "cache").rglob("*"))
    assert resolver(server, tmp_path, said, now=1000.0 + DAY).resolve(CHAIR) == kept
    assert "good" in text(kept)
    assert sorted((tmp_path / "cache").rglob("*")) == before
    assert list((tmp_path / "elsewhere").rglob("annotation.yaml")) == []
    assert list(tmp_path.rglob("escaped")) == []
    assert len(said) == 2
    assert all(reason in sentence for sentence in said)


@pytest.mark.parametrize(
    "index",
    [
        b"",
        b"{",
        b"[]",
        b'{"format": 2, "entries": {}}',
        b'{"format": 1}',
        b"[" * 100_000,
        b'{"format": 1, "entries": {"hall": {"sha256": "../x", "size": 1}}}',
        b'{"format": 1, "entries": {"hall": {"sha256": "' + b"0" * 64 + b'", "size": 1e30}}}',
        b'{"format": 1, "entries": {"hall": 5}}',
        b"\xff\xfe\x00",
    ],
)
def test_unusable_listing_is_a_miss_with_one_warning(
    index: bytes, server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    (root / "index.json").write_bytes(index)
    broken = resolver(server, tmp_path, said)
    assert broken.resolve(CHAIR) is None
    assert broken.resolve("hall") is None
    (warning,) = said
    assert "index.json" in warning


@pytest.mark.parametrize(
    "name", ["", "..", "../x", "a/b", "/etc/passwd", "a/../../b", "a\0b", "x" * 300, "a/b/c/d", "~"]
)
def test_name_that_no_bucket_has_is_a_miss_without_traffic(
    name: str, server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put_chair(root)
    found = resolver(server, tmp_path, said)
    assert found.resolve(name) is None
    assert found.examine(name).found == Found.MISS
    assert name == "~" or server.requests == []


def test_names_with_blanks_and_signs_are_fetched(
    server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    relative = "Common/Object/büro #1 100%"
    put(root, relative, {"annotation.yaml": "name: x\n"})
    assert resolver(server, tmp_path, said).fetch(relative).name == "büro #1 100%"


def test_first_bucket_wins_and_shadows_the_second(root: Path, tmp_path: Path, said: Warnings) -> None:
    put(root, "hall", {"0/world.yaml": ROOM})
    own = tmp_path / "own"
    (own / "hall" / "0").mkdir(parents=True)
    (own / "hall" / "0" / "world.yaml").write_text(ROOM)
    with serving(root) as one, serving(root) as two:
        variables = environment(one, tmp_path, WORLD_BUCKETS=f"{one.url},{two.url},nowhere")
        places = world_resolvers(variables, said.network())
        assert [answer.found for answer in examined("hall", places)] == ["miss", "hit", "shadowed", "miss", "miss"]
        places = world_resolvers({**variables, "ARENA_WORLD_PATH": str(own)}, said.network())
        found = [answer.found for answer in examined("hall", places)]
        assert found == ["hit", "miss", "shadowed", "shadowed", "miss", "miss"]
        assert not list((tmp_path / "cache").rglob("world.yaml"))
        assert two.requests == ["/index.json"]


def test_something_in_the_way_of_a_copy_is_left_alone(
    server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put(root, "Common", {"0/world.yaml": ROOM})
    put_chair(root)
    found = resolver(server, tmp_path, said)
    assert found.resolve(CHAIR) is not None
    with pytest.raises(BucketError, match="left as it is"):
        found.fetch("Common")
    assert found.locate(CHAIR) is not None
    other = resolver(server, tmp_path / "other", said)
    assert other.fetch("Common")
    with pytest.raises(BucketError, match="copy of its own"):
        other.fetch(CHAIR)


def test_read_only_cache_is_a_miss_that_says_so(
    server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put_chair(root)
    (tmp_path / "cache").write_text("a file where the folder would be")
    assert resolver(server, tmp_path, said).resolve(CHAIR) is None
    assert len(said) == 1


PULL = """
import sys
from arena_simulation_setup.tree.network import Network
from arena_simulation_setup.tree.search_paths import net_resolvers
(found,) = net_resolvers("ASSET_BUCKETS", {"ASSET_BUCKETS": sys.argv[1], "ARENA_ASSETS_DIR": sys.argv[2]}, Network())
print("ready", flush=True)
sys.stdin.readline()
print((found.fetch("Common/Object/chair") / "annotation.yaml").read_text())
"""


def test_processes_that_pull_at_once_all_get_the_whole_thing(
    server: BucketServer, root: Path, tmp_path: Path, said: Warnings
) -> None:
    put_chair(root, "shared")
    command = [sys.executable, "-c", PULL, server.url, str(tmp_path / "cache")]
    pulls = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path.cwd())
        for _ in range(2)
    ]
    server.hold.clear()
    # Both have started before either pulls.
    for pull in pulls:
        assert pull.stdout is not None
        assert pull.stdout.readline() == "ready\n"
    for pull in pulls:
        assert pull.stdin is not None
        pull.stdin.write("\n")
        pull.stdin.flush()
    deadline = time.monotonic() + HELD_S
    while len(server.requests) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    server.hold.set()
    outputs = [pull.communicate(timeout=60.0)[0] for pull in pulls]
    assert [pull.returncode for pull in pulls] == [0, 0]
    assert all("shared" in output for output in outputs)
    assert server.requests.count("/index.json") == 2
    assert list((tmp_path / "cache").glob("*/.partial-*")) == []


def test_copy_that_somebody_else_makes_at_the_same_moment_is_taken_or_replaced(tmp_path: Path) -> None:
    cache = BucketCache(tmp_path, DAY)

    def filled(content: str, meanwhile: tuple[str, str] | None = None) -> Callable[[Path], None]:
        def fill(folder: Path) -> None:
            folder.mkdir()
            (folder / "file").write_text(content)
            if meanwhile is not None:
                cache.install("hall", meanwhile[1], filled(meanwhile[0]))

        return fill

    first = cache.install("hall", "one", filled("mine", ("theirs", "one")))
    assert (first / "file").read_text() == "theirs"
    second = cache.install("hall", "two", filled("new", ("old", "one")))
    assert (second / "file").read_text() == "new"
    assert cache.checksum("hall") == "two"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hall"]


def test_unpacking_that_fails_leaves_the_former_copy(tmp_path: Path) -> None:
    cache = BucketCache(tmp_path, DAY)
    cache.install("hall", "one", lambda folder: folder.mkdir())
    with pytest.raises(NotADirectoryError):
        cache.install("hall", "two", lambda folder: folder.write_text("a file") and None)
    assert cache.checksum("hall") == "one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hall"]
