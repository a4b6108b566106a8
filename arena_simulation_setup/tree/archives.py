"""Packing a folder into an archive, and unpacking an archive that anybody may have made."""

import gzip
import io
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from arena_simulation_setup.tree.listing import is_plain_part

LARGEST_UNPACKED = 1024 * 1024 * 1024
MOST_MEMBERS = 20_000
MOST_PARTS = 32
# Text shrinks to a tenth, a bomb to a thousandth; little ones do no harm.
LARGEST_RATIO = 200
HARMLESS = 1024 * 1024
CHUNK = 64 * 1024
LARGEST_READ = 1024 * 1024


class ArchiveError(Exception):
    """An archive can not be unpacked safely, or a folder can not be packed; the text is one sentence."""


def pack(folder: Path) -> bytes:
    """A folder as ``.tar.gz``: files and folders only, hidden ones left out, the same bytes for the same content.

    Raises:
        ArchiveError: If the folder holds a link or something else that is neither file nor folder, or a name that
            other machines would not take.
    """
    raw = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path in _packable(folder):
            member = tarfile.TarInfo(path.relative_to(folder).as_posix())
            if path.is_dir():
                member.type, member.mode = tarfile.DIRTYPE, 0o755
                archive.addfile(member)
            else:
                content = path.read_bytes()
                member.size, member.mode = len(content), 0o644
                archive.addfile(member, io.BytesIO(content))
    return raw.getvalue()


def unpack(content: bytes, target: Path) -> None:
    """Unpack into a folder that does not exist yet.

    Only plain files and folders below the target are made, with neither owners nor modes from the archive. Where this
    fails, an incomplete target may be left, and nothing was written outside of it.

    Args:
        content: The ``.tar.gz``.
        target: Folder to make.

    Raises:
        ArchiveError: If the archive is damaged, is too large unpacked, shrinks too well, or has a member that is no
            plain file or folder below the target.
    """
    target.mkdir(parents=True)
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as stream:
            measured = _Measured(stream, _limit(len(content)))
            with tarfile.open(fileobj=measured, mode="r:") as archive:
                _unpack_members(archive, target, _limit(len(content)))
            # Only reading to the end checks the checksum of what was read.
            while measured.read(CHUNK):
                pass
    except (tarfile.TarError, zlib.error, EOFError, ValueError, OverflowError, RecursionError) as error:
        raise ArchiveError(f"the archive is damaged: {' '.join(str(error).split())}") from None
    except OSError as error:
        raise ArchiveError(f"the archive can not be unpacked: {error.strerror or error}") from None


class _Measured(io.RawIOBase):
    """A stream that refuses to become too long, however it is read."""

    def __init__(self, stream: gzip.GzipFile, limit: int) -> None:
        self._stream, self._limit = stream, limit

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= LARGEST_READ:
            raise ArchiveError(f"the archive has a header of {size} bytes")
        part = self._stream.read(size)
        self._check(self._stream.tell())
        return part

    def tell(self) -> int:
        return self._stream.tell()

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._check(offset)
        return self._stream.seek(offset, whence)

    def _check(self, length: int) -> None:
        if length > self._limit:
            raise ArchiveError(f"the archive is refused: it unpacks to more than {self._limit} bytes")


def _limit(packed: int) -> int:
    return min(LARGEST_UNPACKED, max(HARMLESS, packed * LARGEST_RATIO))


def _unpack_members(archive: tarfile.TarFile, target: Path, limit: int) -> None:
    for number, member in enumerate(archive, start=1):
        if number > MOST_MEMBERS:
            raise ArchiveError(f"the archive is refused: it has more than {MOST_MEMBERS} members")
        path = target.joinpath(*_safe_parts(member))
        if member.isdir():
            path.mkdir(parents=True, exist_ok=True)
            continue
        if not 0 <= member.size <= limit:
            raise ArchiveError(f"the archive is refused: {member.name!r} has {member.size} bytes")
        path.parent.mkdir(parents=True, exist_ok=True)
        source = archive.extractfile(member)
        assert source is not None
        with source, path.open("xb") as file:
            while part := source.read(CHUNK):
                file.write(part)
        if path.stat().st_size != member.size:
            raise ArchiveError(f"the archive is damaged: {member.name!r} is cut short")


def _safe_parts(member: tarfile.TarInfo) -> tuple[str, ...]:
    """Parts of a member's path.

    Raises:
        ArchiveError: If the member is no plain file or folder, or its path may lead elsewhere.
    """
    plain_file = member.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and not member.issparse()
    if not (plain_file or member.isdir()):
        raise ArchiveError(f"the archive is refused: {member.name!r} is neither a file nor a folder")
    parts = member.name.removeprefix("./").split("/")
    if member.isdir() and parts == ["."]:
        return ()
    if not all(is_plain_part(part) for part in parts) or len(parts) > MOST_PARTS:
        raise ArchiveError(f"the archive is refused: the path {member.name!r} is not one below its folder")
    return tuple(parts)


def _packable(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise ArchiveError(f"{path} is neither a file nor a folder, and links are not published")
        if not is_plain_part(path.name):
            raise ArchiveError(f"{path} has a name that not every machine takes")
        yield path
        if path.is_dir():
            yield from _packable(path)
