"""Pages and blocks of pages, read again without a browser."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

BLOCK = re.compile(r'<script type="application/octet-stream" id="([\w-]+)">([^<]*)</script>')


def block_texts(page: Path) -> dict[str, str]:
    """All blocks of a page, packed."""
    return dict(BLOCK.findall(page.read_text(encoding="utf-8")))


def unpacked(text: str) -> tuple[Any, bytes]:
    """Values and bytes of a block."""
    content = zlib.decompress(b64decode(text))
    length = int.from_bytes(content[:4], "little")
    return json.loads(content[4 : 4 + length]), content[4 + length :]


def overview(page: Path) -> Any:
    return unpacked(block_texts(page)["overview"])[0]


def integers(content: bytes) -> Iterator[int]:
    """Integers of either sign as their definition says, one by one."""
    value, weight = 0, 1
    for byte in content:
        value += (byte & 127) * weight
        weight *= 128
        if byte < 128:
            yield -(value + 1) // 2 if value % 2 else value // 2
            value, weight = 0, 1


def sums(values: Sequence[int]) -> list[int]:
    return [sum(values[: index + 1]) for index in range(len(values))]
