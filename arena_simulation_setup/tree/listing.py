"""The listing of a bucket: which worlds and assets it holds, and which archive has the newest of each."""

import json
import re
from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

INDEX = "index.json"
FORMAT = 1
LARGEST_INDEX = 16 * 1024 * 1024
DIGEST = re.compile(r"[0-9a-f]{64}")
LARGEST_ARCHIVE = 256 * 1024 * 1024


@frozen
class Entry:
    """One thing in a bucket.

    Attributes:
        sha256: Checksum of its archive, in hexadecimal.
        size: Bytes of its archive.
    """

    sha256: str
    size: int

    def archive(self, relative: str) -> str:
        """Path of its archive in the bucket.

        Another content has another path, so that whoever still has the former listing gets what it promises.
        """
        return f"{relative}/{self.sha256[:16]}.tar.gz"


@frozen
class Listing:
    """What a bucket holds.

    Attributes:
        entries: ``name`` of a world or ``domain/Type/name`` of an asset to its entry, sorted.
    """

    entries: Mapping[str, Entry] = field(factory=dict)

    def with_entry(self, relative: str, entry: Entry) -> "Listing":
        """The listing with one entry added or replaced."""
        return Listing(dict(sorted({**self.entries, relative: entry}.items())))

    @property
    def content(self) -> bytes:
        """The file, the same for the same entries."""
        entries = {name: {"sha256": entry.sha256, "size": entry.size} for name, entry in self.entries.items()}
        return (json.dumps({"format": FORMAT, "entries": entries}, indent=1) + "\n").encode()


def parse_listing(content: bytes) -> Listing:
    """Read the file.

    Raises:
        ValueError: If it is no listing, in one sentence.
    """
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        raise ValueError(f"{INDEX} is no JSON") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"{INDEX} is no listing of format {FORMAT}")
    entries = document.get("entries")
    if not isinstance(entries, dict):
        raise ValueError(f"{INDEX} has no entries")
    return Listing({name: _entry(name, entries[name]) for name in sorted(entries) if is_relative(name)})


def is_relative(name: str) -> bool:
    """Whether a text can be the path of a world or an asset: one part or three, none of them special."""
    parts = name.split("/")
    return len(parts) in (1, 3) and all(is_plain_part(part) for part in parts)


def is_plain_part(part: str) -> bool:
    """Whether a text is safe as the name of a file or folder on any machine."""
    return 0 < len(part) < 256 and part not in (".", "..") and not any(_is_unsafe(character) for character in part)


def _is_unsafe(character: str) -> bool:
    return character in '/\\:*?"<>|' or not character.isprintable()


def _entry(name: str, value: Any) -> Entry:
    sha256, size = (value.get("sha256"), value.get("size")) if isinstance(value, dict) else (None, None)
    if not isinstance(sha256, str) or not DIGEST.fullmatch(sha256):
        raise ValueError(f"{INDEX}: {name!r} has no sha256 of 64 hexadecimal digits")
    if not isinstance(size, int) or isinstance(size, bool) or not 0 < size <= LARGEST_ARCHIVE:
        raise ValueError(f"{INDEX}: {name!r} has the size {size!r} (expected 1 to {LARGEST_ARCHIVE} bytes)")
    return Entry(sha256, size)
