"""Looking at folders whose names come from outside."""

from pathlib import Path


def is_folder(path: Path) -> bool:
    """Whether a path is a folder; a name that no file system takes is none."""
    try:
        return path.is_dir()
    except OSError:
        return False


def without_tilde(path: str) -> Path:
    """A path with a leading ``~`` or ``~user`` replaced; it stays where there is no such user."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)
