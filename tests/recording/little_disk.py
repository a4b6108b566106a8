"""A disk with room for so many bytes, for everything that is written through ``Path``."""

from __future__ import annotations

import errno
import io
from pathlib import Path
from typing import Any

import pytest


class _LittleFile(io.FileIO):
    """A file on the little disk: a write that does not fit is done as far as it goes, as the kernel does it."""

    def __init__(self, path: Path, mode: str, disk: LittleDisk) -> None:
        super().__init__(path, mode)
        self._disk = disk

    def write(self, data: Any) -> int:
        content = memoryview(data).cast("B")
        fitting = min(len(content), self._disk.room)
        if content and not fitting:
            raise OSError(errno.ENOSPC, "No space left on device", self.name)
        self._disk.room -= fitting
        return super().write(content[:fitting])


class LittleDisk:
    """Replaces ``Path.open`` for writing."""

    def __init__(self, room: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room = room
        original = Path.open

        def opened(path: Path, mode: str = "r", *arguments: Any, **named: Any) -> Any:
            kind = mode.replace("b", "").replace("t", "")
            if kind not in ("x", "w"):
                return original(path, mode, *arguments, **named)
            stream = io.BufferedWriter(_LittleFile(path, kind, self))
            return stream if "b" in mode else io.TextIOWrapper(stream, encoding="utf-8")

        monkeypatch.setattr(Path, "open", opened)
