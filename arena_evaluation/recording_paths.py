"""Which recordings are meant by paths of files and folders."""

from collections.abc import Iterable
from pathlib import Path

SUFFIX = ".mcap"


def recording_paths(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Files as they are given, and all recordings below folders, sorted; each once.

    Raises:
        FileNotFoundError: If a folder holds no recording; paths that do not exist count as files.
    """
    found: dict[Path, None] = {}
    for path in paths:
        inside = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
        if not inside:
            raise FileNotFoundError(f"{path} holds no recording (expected files *{SUFFIX} in it or below)")
        found.update(dict.fromkeys(inside))
    return tuple(found)
