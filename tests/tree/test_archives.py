"""Archives that anybody may have made: what is unpacked, what is refused, and that nothing lands elsewhere."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_simulation_setup.tree import archives
from arena_simulation_setup.tree.archives import ArchiveError, pack, unpack


def archive(*members: tarfile.TarInfo | tuple[str, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w:gz", format=form) as file:
        for member in members:
            info = member if isinstance(member, tarfile.TarInfo) else tarfile.TarInfo(member[0])
            content = b"" if isinstance(member, tarfile.TarInfo) else member[1]
            info.size = info.size or len(content)
            file.addfile(info, io.BytesIO(content))
    return raw.getvalue()


def special(name: str, kind: bytes, link: str = "") -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, link
    return member


def everything_below(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def bomb(ratio_source: int = 20_000_000) -> bytes:
    return archive(("zeros", b"\0" * ratio_source))


def sparse() -> bytes:
    member = tarfile.TarInfo("hole")
    member.pax_headers = {
        "GNU.sparse.major": "0",
        "GNU.sparse.minor": "1",
        "GNU.sparse.map": "0,1",
        "GNU.sparse.size": "99999999999",
    }
    return archive(member)


HOSTILE = {
    "parent": archive(("../x", b"x")),
    "parent in the middle": archive(("a/../../x", b"x")),
    "absolute": archive(("/tmp/arena_hostile_x", b"x")),
    "backslash": archive(("..\\x", b"x")),
    "drive": archive(("c:x", b"x")),
    "symlink": archive(special("x", tarfile.SYMTYPE, "/etc/passwd")),
    "write through a symlink": archive(special("d", tarfile.SYMTYPE, ".."), ("d/x", b"x")),
    "hardlink": archive(special("x", tarfile.LNKTYPE, "/etc/passwd")),
    "character device": archive(special("x", tarfile.CHRTYPE)),
    "block device": archive(special("x", tarfile.BLKTYPE)),
    "pipe": archive(special("x", tarfile.FIFOTYPE)),
    "sparse": sparse(),
    "same file twice": archive(("x", b"1"), ("x", b"2")),
    "file as folder": archive(("x", b"1"), ("x/y", b"2")),
    "parent folder": archive(special("..", tarfile.DIRTYPE)),
    "root folder": archive(special("/", tarfile.DIRTYPE)),
    "control character": archive(("a\nb", b"x")),
    "too deep": archive(("/".join("a" * 40), b"x")),
    "long name": archive(("a" * 300, b"x")),
    "ratio 1000:1": bomb(),
    "no gzip": b"not an archive",
    "empty": b"",
    "gzip of no tar": gzip.compress(b"hello" * 1000),
    "cut": archive(("x", os.urandom(5000)))[:-2000],
    "changed": archive(("x", b"a" * 5000))[:-8] + b"\0" * 8,
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_archive_is_one_error_and_nothing_is_outside(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError) as raised:
        unpack(content, tmp_path / "place" / "target")
    assert "\n" not in str(raised.value)
    outside = [name for name in everything_below(tmp_path) if not name.startswith("place/target")]
    assert outside == ["place"]
    assert not Path("/tmp/arena_hostile_x").exists()
    assert not [path for path in tmp_path.rglob("*") if path.is_symlink()]


def test_bomb_is_refused_before_it_fills_the_disk(tmp_path: Path) -> None:
    content = bomb(50_000_000)
    with pytest.raises(ArchiveError, match=r"unpacks to more than|has 50000000 bytes"):
        unpack(content, tmp_path / "target")
    assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) < 20_000_000


def test_size_has_a_limit_whatever_the_ratio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "LARGEST_UNPACKED", 100_000)
    unpack(archive(("x", os.urandom(50_000))), tmp_path / "fits")
    with pytest.raises(ArchiveError, match="refused"):
        unpack(archive(("x", os.urandom(60_000)), ("y", os.urandom(60_000))), tmp_path / "does_not")


def test_number_of_members_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_MEMBERS", 3)
    with pytest.raises(ArchiveError, match="more than 3 members"):
        unpack(archive(*((f"f{number}", b"") for number in range(4))), tmp_path / "target")


def test_header_that_would_fill_the_memory_is_refused(tmp_path: Path) -> None:
    member = tarfile.TarInfo("x")
    member.pax_headers = {"comment": "a" * 3_000_000}
    with pytest.raises(ArchiveError, match="header of"):
        unpack(archive(member), tmp_path / "target")


def test_neither_modes_nor_owners_come_from_the_archive(tmp_path: Path) -> None:
    member = tarfile.TarInfo("run")
    member.mode, member.uid = 0o6777, 0
    unpack(archive(member), tmp_path / "target")
    assert (tmp_path / "target" / "run").stat().st_mode & 0o7111 == 0


def test_archive_of_a_plain_tar_command_unpacks(tmp_path: Path) -> None:
    content = archive(special("./", tarfile.DIRTYPE), ("./a/b", b"1"), ("./c", b"2"), form=tarfile.GNU_FORMAT)
    unpack(content, tmp_path / "target")
    assert everything_below(tmp_path / "target") == ["a", "a/b", "c"]


NAMES = st.text("abcXYZ0 _-é", min_size=1, max_size=8).filter(lambda name: name.strip() == name)
FILES = st.dictionaries(st.tuples(st.sampled_from(["", "d1/", "d1/d2/"]), NAMES), st.binary(max_size=300), max_size=6)


@settings(max_examples=40, deadline=None)
@given(FILES)
def test_packing_and_unpacking_gives_the_same_files(files: dict[tuple[str, str], bytes]) -> None:
    with tempfile.TemporaryDirectory() as place:
        source = Path(place) / "source"
        source.mkdir()
        written = {}
        for (folder, name), content in files.items():
            path = source / folder / f"{name}.f"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            written[path.relative_to(source).as_posix()] = content
        packed = pack(source)
        assert pack(source) == packed
        unpack(packed, Path(place) / "target")
        found = {name: Path(place) / "target" / name for name in everything_below(Path(place) / "target")}
        assert {name: path.read_bytes() for name, path in found.items() if path.is_file()} == written


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damaged_archive_gives_an_error_or_files_inside(data: st.DataObject) -> None:
    raw = bytearray(gzip.decompress(archive(("a/b", b"x" * 700), ("c", b"y"), form=tarfile.GNU_FORMAT)))
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    with tempfile.TemporaryDirectory() as place:
        with suppress(ArchiveError):
            unpack(gzip.compress(bytes(raw)), Path(place) / "in" / "target")
        assert [name for name in everything_below(Path(place)) if not name.startswith("in/target")] == ["in"]


@pytest.mark.parametrize("target", ["/etc/hostname", "file"])
def test_links_are_not_packed(tmp_path: Path, target: str) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to(target)
    with pytest.raises(ArchiveError, match="links are not published"):
        pack(tmp_path)


def test_hidden_files_are_not_packed(tmp_path: Path) -> None:
    (tmp_path / ".ttl").write_text("x")
    (tmp_path / "a").write_text("x")
    unpack(pack(tmp_path), tmp_path / "target")
    assert everything_below(tmp_path / "target") == ["a"]
