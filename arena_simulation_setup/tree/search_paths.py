"""Which folders are searched, and in which order, from the environment that is handed in."""

from collections.abc import Mapping
from importlib.resources import files
from math import isfinite
from pathlib import Path

from arena_simulation_setup.tree.bucket_cache import BucketCache
from arena_simulation_setup.tree.buckets import ASSET_BUCKETS, WORLD_BUCKETS, Bucket, buckets
from arena_simulation_setup.tree.folders import without_tilde
from arena_simulation_setup.tree.net_resolver import NetResolver
from arena_simulation_setup.tree.network import DEFAULT_NETWORK, Network
from arena_simulation_setup.tree.resolvers import FallbackResolver, PathResolver, Resolver

PACKAGE = "arena_simulation_setup"
WORLD_PATH = "ARENA_WORLD_PATH"
ASSETS_DIR = "ARENA_ASSETS_DIR"
WORLD_MARKS = ("world.yaml", "*/world.yaml")
LOCAL_ASSETS_DIR = "ARENA_ASSETS_DIR_LOCAL"
MODELS_TTL = "ARENA_MODELS_TTL"
TTL_S = 86400.0


def shipped(folder: str) -> Path:
    """A data folder of this package (``worlds``, ``assets``, ``configs``)."""
    return Path(str(files(PACKAGE).joinpath(folder)))


def search_paths(environment: Mapping[str, str]) -> tuple[Path, ...]:
    """The folders of ``ARENA_WORLD_PATH``, in order."""
    return tuple(without_tilde(root) for root in environment.get(WORLD_PATH, "").split(":") if root)


def world_resolvers(environment: Mapping[str, str], network: Network = DEFAULT_NETWORK) -> tuple[Resolver, ...]:
    """Where worlds are looked for, in order.

    ``ARENA_WORLD_PATH``, then the shipped ones, then the buckets of ``WORLD_BUCKETS``; new worlds are written beside
    the shipped ones.
    """
    own = shipped("worlds")
    nets = net_resolvers(WORLD_BUCKETS, environment, network)
    return (*local_world_resolvers(environment), *nets, FallbackResolver(own))


def local_world_resolvers(environment: Mapping[str, str]) -> tuple[PathResolver, ...]:
    """The places of worlds on this machine that are no copies: ``ARENA_WORLD_PATH``, then the shipped ones."""
    roots = [PathResolver(root, f"from {WORLD_PATH}", WORLD_MARKS) for root in search_paths(environment)]
    return (*roots, PathResolver(shipped("worlds"), "shipped", WORLD_MARKS))


def asset_resolvers(
    world: Path | None, environment: Mapping[str, str], network: Network = DEFAULT_NETWORK
) -> tuple[Resolver, ...]:
    """Where assets are looked for, in order: ``asset_roots``, then the buckets of ``ASSET_BUCKETS``.

    New assets are written to the folder of local ones.
    """
    local = local_assets(environment)
    paths = [PathResolver(root, "assets") for root in asset_roots(world, environment)]
    write = [] if local is None else [FallbackResolver(local)]
    return (*paths, *net_resolvers(ASSET_BUCKETS, environment, network), *write)


def net_resolvers(variable: str, environment: Mapping[str, str], network: Network) -> tuple[NetResolver, ...]:
    """A place per bucket of ``WORLD_BUCKETS`` or ``ASSET_BUCKETS``."""
    return tuple(net_resolver(entry, environment, network) for entry in buckets(variable, environment))


def net_resolver(bucket: Bucket, environment: Mapping[str, str], network: Network) -> NetResolver:
    """A bucket with its folder for copies: ``$ARENA_ASSETS_DIR/<bucket>``, else ``~/.cache/arena/<bucket>``.

    ``ARENA_MODELS_TTL`` says for how many seconds a copy is taken as current; without a usable number it is a day.
    """
    root = _copies(environment)
    if root is None or not bucket.folder:
        return NetResolver(bucket, None, network)
    return NetResolver(bucket, BucketCache(root / bucket.folder, _ttl(environment), network.clock), network)


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
    local = local_assets(environment)
    return (*own, *([] if local is None else [local]), shipped("assets"))


def local_assets(environment: Mapping[str, str]) -> Path | None:
    """The folder of assets of this machine; None where neither variable is set."""
    local = environment.get(LOCAL_ASSETS_DIR, "")
    if not local and environment.get(ASSETS_DIR):
        local = str(Path(environment[ASSETS_DIR]) / "local")
    return without_tilde(local) if local else None


def _copies(environment: Mapping[str, str]) -> Path | None:
    if environment.get(ASSETS_DIR):
        return without_tilde(environment[ASSETS_DIR])
    if environment.get("XDG_CACHE_HOME"):
        return Path(environment["XDG_CACHE_HOME"]) / "arena"
    return Path(environment["HOME"]) / ".cache" / "arena" if environment.get("HOME") else None


def _ttl(environment: Mapping[str, str]) -> float:
    try:
        seconds = float(environment.get(MODELS_TTL, "") or TTL_S)
    except ValueError:
        return TTL_S
    return seconds if isfinite(seconds) else TTL_S
