"""Where suites and contests are: paths, folders of one's own, and the shipped ones."""

import sys
from collections.abc import Mapping
from pathlib import Path

from arena_simulation_setup.tree.not_found import NotFoundError

CAMPAIGN_PATH = "ARENA_CAMPAIGN_PATH"
SUITE, CONTEST = "suite", "contest"
FOLDERS: Mapping[str, str] = {SUITE: "suites", CONTEST: "contests"}
SUFFIXES = (".yaml", ".yml")
_CONFIG = Path("config") / "campaigns"
_SHARE = Path("share") / "arena_simulation_setup"


def find_file(kind: str, name: str, environment: Mapping[str, str]) -> Path:
    """The file of a suite or contest.

    Args:
        kind: ``SUITE`` or ``CONTEST``.
        name: Its name, or a path to its file.
        environment: Variables; ``ARENA_CAMPAIGN_PATH`` names folders that hold ``suites`` and ``contests``.

    Raises:
        NotFoundError: If there is none; every place is listed and the nearest name is offered.
    """
    path = Path(name).expanduser()
    if path.suffix in SUFFIXES or len(path.parts) > 1:
        if path.is_file():
            return path
        raise NotFoundError(kind, name, [str(path.parent.resolve())])
    known = files(kind, environment)
    if name not in known:
        raise NotFoundError(kind, name, [str(folder) for folder in _folders(kind, environment)], tuple(known))
    return known[name]


def files(kind: str, environment: Mapping[str, str]) -> Mapping[str, Path]:
    """Name to file of all suites or contests, sorted; the first place that has a name wins."""
    found: dict[str, Path] = {}
    for folder in _folders(kind, environment):
        for path in sorted(folder.glob("*")) if folder.is_dir() else []:
            if path.suffix in SUFFIXES and path.is_file():
                found.setdefault(path.stem, path)
    return dict(sorted(found.items()))


def _folders(kind: str, environment: Mapping[str, str]) -> tuple[Path, ...]:
    own = [Path(text).expanduser() for text in environment.get(CAMPAIGN_PATH, "").split(":") if text]
    package = Path(__file__).resolve().parents[2]
    # Beside the package in a working tree, below the prefix where it is installed.
    prefixes = (package, package / _SHARE, Path(sys.prefix) / _SHARE, *(up / _SHARE for up in package.parents[2:3]))
    shipped = next((prefix / _CONFIG for prefix in prefixes if (prefix / _CONFIG).is_dir()), package / _CONFIG)
    return tuple(root / FOLDERS[kind] for root in (*own, shipped))
