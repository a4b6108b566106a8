"""Which folders are searched, and in which order, from the environment that is handed in."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from arena_simulation_setup.tree.folders import without_tilde
from arena_simulation_setup.tree.resolvers import FallbackResolver, PathResolver, Resolver

PACKAGE = "arena_simulation_setup"
WORLD_PATH = "ARENA_WORLD_PATH"
ASSETS_DIR = "ARENA_ASSETS_DIR"
WORLD_MARKS = ("world.yaml", "*/world.yaml")
LOCAL_ASSETS_DIR = "ARENA_ASSETS_DIR_LOCAL"


def shipped(folder: str) -> Path:
    """A data folder of this package (``worlds``, ``assets``, ``configs``)."""
    return Path(str(files(PACKAGE).joinpath(folder)))


def search_paths(environment: Mapping[str, str]) -> tuple[Path, ...]:
    """The folders of ``ARENA_WORLD_PATH``, in order."""
    return tuple(without_tilde(root) for root in environment.get(WORLD_PATH, "").split(":") if root)


def world_resolvers(environment: Mapping[str, str]) -> tuple[Resolver, ...]:
    """Where worlds are looked for: ``ARENA_WORLD_PATH``, then the shipped ones; new ones are written beside those."""
    roots = [PathResolver(root, f"from {WORLD_PATH}", WORLD_MARKS) for root in search_paths(environment)]
    own = shipped("worlds")
    return (*roots, PathResolver(own, "shipped", WORLD_MARKS), FallbackResolver(own))


def world_names(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Names of all worlds that are found without a transfer, sorted."""
    return tuple(sorted({name for resolver in world_resolvers(environment) for name in resolver.names()}))


def asset_roots(world: Path | None, environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Where assets are looked for: the world's own, then local ones, then the shipped ones.

    Args:
        world: Directory of the world; None where there is none.
        environment: Variables; ``ARENA_ASSETS_DIR_LOCAL``, else ``ARENA_ASSETS_DIR`` with ``local`` below it.
    """
    own = [] if world is None else [world / "assets"]
    local = environment.get(LOCAL_ASSETS_DIR, "")
    if not local and environment.get(ASSETS_DIR):
        local = str(Path(environment[ASSETS_DIR]) / "local")
    return (*own, *([without_tilde(local)] if local else []), shipped("assets"))
