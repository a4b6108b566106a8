"""`arena asset`: finding, listing, fetching and publishing worlds and assets."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from arena_cli.main import main
from arena_simulation_setup.tree.search_paths import shipped

ROOM = "zones: [{name: room, corners: [[0, 0], [6, 0], [6, 5], [0, 5]]%s}]\n"
WITH_CHAIR = ", entities: {static: [{name: a, model: local_chair, pose: [3, 3, 0]}]}"
CHAIR = "name: local_chair\nbounding_box: [[-0.2, 0.2], [-0.2, 0.2], [0, 0.9]]\nprimitives: []\n"


class Machine:
    """Somebody's folders: worlds, local assets, copies."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root, self._monkeypatch = root, monkeypatch
        self.worlds, self.local = root / "worlds", root / "local"

    def use(self, **variables: str) -> None:
        defaults = {
            "ARENA_WORLD_PATH": str(self.worlds),
            "ARENA_ASSETS_DIR": str(self.root / "cache"),
            "ARENA_ASSETS_DIR_LOCAL": str(self.local),
            "WORLD_BUCKETS": "",
            "ASSET_BUCKETS": "",
        }
        for name, value in {**defaults, **variables}.items():
            self._monkeypatch.setenv(name, value)

    def world(self, name: str, extra: str = "") -> Path:
        return write(self.worlds / name / "0" / "world.yaml", ROOM % extra).parent.parent

    def chair(self) -> None:
        write(self.local / "Common" / "Object" / "local_chair" / "annotation.yaml", CHAIR)


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    machine = Machine(tmp_path / "mine", monkeypatch)
    machine.use()
    return machine


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path / "theirs", monkeypatch)


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"file://{tmp_path / 'bucket'}"


def rows(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_world_and_its_asset_go_to_another_machine(
    mine: Machine, theirs: Machine, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mine.world("hall", WITH_CHAIR)
    mine.chair()
    assert main(["asset", "push", "object", "local_chair", "--bucket", address, "--yes"]) == 0
    mine.use(ASSET_BUCKETS=address)
    assert main(["asset", "push", "world", "hall", f"--bucket={address}", "--yes"]) == 0
    theirs.use(ASSET_BUCKETS=address, WORLD_BUCKETS=address)
    capsys.readouterr()
    assert main(["asset", "pull", "world", "hall", "--json"]) == 0
    (pulled,) = rows(capsys)
    assert (Path(pulled["path"]) / "0" / "world.yaml").read_text() == ROOM % WITH_CHAIR
    assert theirs.root in Path(pulled["path"]).parents
    quick = [
        "seed:=1",
        "record.auto:=false",
        "task.random.static.n:=[0,0]",
        "task.random.dynamic.n:=[0,0]",
        "timeout:=1",
    ]
    assert main(["run", "world:=hall", "assets.strict:=true", "--json", "--quiet", *quick]) == 0
    assert list(theirs.root.rglob("local_chair/annotation.yaml"))


def test_find_shows_every_place_and_the_one_that_counts(
    mine: Machine, theirs: Machine, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mine.world("hall")
    main(["asset", "push", "world", "hall", "--bucket", address, "--yes"])
    mine.use(WORLD_BUCKETS=address)
    capsys.readouterr()
    assert main(["asset", "find", "world", "hall", "--json"]) == 0
    assert [row["verdict"] for row in rows(capsys)] == ["hit", "miss", "shadowed"]
    theirs.use(WORLD_BUCKETS=f"{address},arena-worlds-prod-public")
    assert main(["asset", "find", "world", "hall"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head == "world hall"
    assert [line.split()[:2] for line in lines] == [["1.", "miss"], ["2.", "miss"], ["3.", "HIT"], ["4.", "miss"]]
    assert "no URL is configured" in lines[-1]
    main(["asset", "pull", "world", "hall"])
    (mine.root.parent / "bucket" / "index.json").unlink()
    theirs.use(WORLD_BUCKETS=address, ARENA_MODELS_TTL="0")
    capsys.readouterr()
    assert main(["asset", "find", "world", "hall"]) == 0
    assert "3. STALE" in capsys.readouterr().out


@pytest.mark.parametrize("flags", [[], ["--json"]])
@pytest.mark.parametrize("kind", ["world", "object", "human", "material", "wall", "robot", "sound"])
def test_find_without_a_hit_fails(kind: str, flags: list[str], mine: Machine) -> None:
    assert main(["asset", "find", kind, "nothing_of_that_name", *flags]) == 1


@pytest.mark.parametrize(
    ("kind", "name"), [("world", "map_empty"), ("object", "desk"), ("robot", "Common/Robot/jackal")]
)
def test_find_knows_what_is_shipped(kind: str, name: str, mine: Machine) -> None:
    assert main(["asset", "find", kind, name]) == 0


def test_ls_shows_what_is_here_and_with_network_what_could_be(
    mine: Machine, theirs: Machine, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mine.world("hall")
    mine.chair()
    main(["asset", "push", "world", "hall", "--bucket", address, "--yes"])
    main(["asset", "push", "object", "local_chair", "--bucket", address, "--yes"])
    capsys.readouterr()
    assert main(["asset", "ls", "--json"]) == 0
    here = {(row["kind"], row["name"]) for row in rows(capsys)}
    assert {("world", "hall"), ("object", "local_chair"), ("object", "desk"), ("robot", "jackal")} <= here
    theirs.use(WORLD_BUCKETS=address, ASSET_BUCKETS=address)
    assert main(["asset", "ls", "world", "--json"]) == 0
    assert "hall" not in {row["name"] for row in rows(capsys)}
    assert main(["asset", "ls", "--network", "--json"]) == 0
    listed = rows(capsys)
    assert [(row["kind"], row["path"]) for row in listed if row["name"] in ("hall", "local_chair")] == [
        ("world", None),
        ("object", None),
    ]
    assert main(["asset", "ls", "object", "--network"]) == 0
    assert {line.split()[0] for line in capsys.readouterr().out.splitlines()} == {"object"}


def test_ls_of_buckets_that_can_not_be_asked_says_so(mine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    mine.use(WORLD_BUCKETS="file:///no/such/bucket", ASSET_BUCKETS="nowhere")
    assert main(["asset", "ls", "world", "--network", "--json"]) == 0
    said = capsys.readouterr()
    assert "it has no index.json" in said.err
    assert "no URL is configured" in said.err
    assert all(json.loads(line) for line in said.out.splitlines())


def test_pull_without_a_hit_says_where_it_is_not(
    mine: Machine, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["asset", "pull", "world", "hall"]) == 1
    assert "'hall' is not in bucket arena-worlds-prod-public: no URL" in capsys.readouterr().err
    mine.world("other")
    main(["asset", "push", "world", "other", "--bucket", address, "--yes"])
    assert main(["asset", "pull", "world", "hall", "--bucket", address]) == 1
    assert "is not in bucket" in capsys.readouterr().err


def test_pull_says_that_a_local_one_comes_first(
    mine: Machine, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mine.world("hall")
    main(["asset", "push", "world", "hall", "--bucket", address, "--yes"])
    capsys.readouterr()
    assert main(["asset", "pull", "world", "hall", "--bucket", address]) == 0
    assert "comes first" in capsys.readouterr().err


def test_push_lists_what_others_would_miss_and_publishes_nothing(
    mine: Machine, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mine.world("hall", WITH_CHAIR)
    mine.chair()
    assert main(["asset", "push", "world", "hall", "--bucket", address, "--yes"]) == 1
    assert "MISS Common/Object/local_chair" in capsys.readouterr().err
    assert not (mine.root.parent / "bucket").exists()


@pytest.mark.parametrize(("kind", "name"), [("world", "map_empty"), ("object", "desk"), ("robot", "jackal")])
def test_push_refuses_names_of_this_package(
    kind: str, name: str, mine: Machine, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mine.world("map_empty")
    assert main(["asset", "push", kind, name, "--bucket", address, "--yes"]) == 1
    assert "comes with this package" in capsys.readouterr().err
    assert main(["asset", "push", "world", str(mine.worlds / "map_empty"), "--bucket", address, "--yes"]) == 1


def test_push_asks_and_takes_no_for_an_answer(mine: Machine, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mine.world("hall")
    assert main(["asset", "push", "world", "hall", "--bucket", address]) == 2
    for answer, code in (("n\n", 1), ("\n", 1), ("", 1), ("y\n", 0)):
        terminal = io.StringIO(answer)
        monkeypatch.setattr(terminal, "isatty", lambda: True)
        monkeypatch.setattr("sys.stdin", terminal)
        assert main(["asset", "push", "world", "hall", "--bucket", address]) == code
        assert (mine.root.parent / "bucket").exists() == (code == 0)


def test_push_replaces_only_with_force(mine: Machine, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = mine.world("hall")
    command = ["asset", "push", "world", "hall", "--bucket", address, "--yes", "--json"]
    assert main(command) == 0
    assert main(command) == 0
    assert [row["changed"] for row in rows(capsys)] == [True, False]
    write(folder / "0" / "world.yaml", ROOM % ", description: another")
    assert main(command) == 1
    assert "--force" in capsys.readouterr().err
    assert main([*command, "--force"]) == 0


def test_world_may_be_pushed_by_its_directory(mine: Machine, tmp_path: Path, address: str) -> None:
    folder = write(tmp_path / "elsewhere" / "yard" / "0" / "world.yaml", ROOM % "").parent.parent
    assert main(["asset", "push", "world", str(folder), "--bucket", address, "--yes"]) == 0
    assert (mine.root.parent / "bucket" / "yard").is_dir()


@pytest.mark.parametrize("name", ["nothing", "./nothing", "../x/y"])
def test_push_of_nothing_is_one_sentence(
    name: str, mine: Machine, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["asset", "push", "world", name, "--bucket", address, "--yes"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("target", ["nowhere", "http://127.0.0.1:9/arena", "file:///proc/arena", "s3x://b"])
def test_push_to_a_bucket_that_takes_nothing_is_one_sentence(
    target: str, mine: Machine, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    mine.world("hall")
    assert main(["asset", "push", "world", "hall", "--bucket", target, "--yes"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["fnd", "world", "x"], "did you mean 'find'"),
        (["find", "wrld", "x"], "did you mean 'world'"),
        (["find", "world"], "a kind and a name"),
        (["find", "world", "a", "b"], "a kind and a name"),
        (["find", "object", "a/b/c/d"], "not of the form"),
        (["find", "object", "../x"], "not of the form"),
        (["find", "world", "a/b"], "no name of a world"),
        (["find", "world", "a", "--jsn"], "did you mean '--json'"),
        (["ls", "--json=yes"], "unknown option"),
        (["pull", "world", "a", "--bucket"], "needs a value"),
        (["push", "world", "a", "--yes"], "needs --bucket"),
    ],
)
def test_misuse_is_one_sentence(
    words: list[str], expected: str, mine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["asset", *words]) == 2
    said = capsys.readouterr()
    assert expected in said.err
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_strict_run_refuses_a_world_that_lacks_an_asset(mine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    mine.world("hall", WITH_CHAIR)
    assert main(["run", "world:=hall", "assets.strict:=true", "record.auto:=false", "--quiet"]) == 2
    assert "Common/Object/local_chair" in capsys.readouterr().err


def test_strict_run_fails_an_episode_whose_scenario_lacks_an_asset(
    mine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = mine.world("hall")
    write(folder / "scenarios" / "default" / "scenario.yaml", "static: [{name: s, model: throne, pose: [3, 3, 0]}]\n")
    words = [
        "run",
        "world:=hall",
        "scenario:=default",
        "record.auto:=false",
        "timeout:=1",
        "--json",
        "--quiet",
    ]
    assert main([*words, "assets.strict:=true"]) == 1
    (failed,) = rows(capsys)
    assert failed["outcome"] == "FATAL"
    assert "throne" in failed["info"]
    assert main(words) == 0
    assert capsys.readouterr().err.count("throne") == 1


def test_robot_from_a_bucket_drives(
    mine: Machine, theirs: Machine, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(shipped("assets") / "Common" / "Robot" / "jackal", mine.local / "Common" / "Robot" / "mule")
    assert main(["asset", "push", "robot", "mule", "--bucket", address, "--yes"]) == 0
    theirs.use(ASSET_BUCKETS=address)
    quick = ["task.random.static.n:=[0,0]", "task.random.dynamic.n:=[0,0]", "timeout:=1", "record.auto:=false"]
    assert main(["run", "world:=map_empty", "robot:=mule", "--json", "--quiet", *quick]) == 0
    capsys.readouterr()
    for unknown in ("mul", "a/b/c/d", "../mule"):
        assert main(["run", "world:=map_empty", f"robot:={unknown}", "--json", "--quiet", *quick]) == 2
        assert "there is no such robot" in capsys.readouterr().err
