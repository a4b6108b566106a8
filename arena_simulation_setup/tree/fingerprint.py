"""Whether the files of a folder have changed since they were read."""

from pathlib import Path

Fingerprint = tuple[tuple[str, int], ...]


def fingerprint(directory: Path) -> Fingerprint:
    """Path and time of the last change of each YAML file below a folder."""
    return tuple((str(path), path.stat().st_mtime_ns) for path in sorted(directory.rglob("*.yaml")))
