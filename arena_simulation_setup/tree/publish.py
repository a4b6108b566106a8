"""Putting worlds and assets into a bucket."""

import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from attrs import frozen

from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.tree.archives import ArchiveError, pack, unpack
from arena_simulation_setup.tree.buckets import ASSET_BUCKETS, Bucket
from arena_simulation_setup.tree.closure import needed_assets
from arena_simulation_setup.tree.folders import is_folder
from arena_simulation_setup.tree.listing import (
    INDEX,
    LARGEST_ARCHIVE,
    LARGEST_INDEX,
    Entry,
    Listing,
    is_relative,
    parse_listing,
)
from arena_simulation_setup.tree.network import BucketError, Network
from arena_simulation_setup.tree.search_paths import asset_roots, net_resolvers, shipped
from arena_simulation_setup.tree.transfer import Remote
from arena_simulation_setup.tree.views import MultiLevelWorldView


@frozen
class Package:
    """A world or asset, packed and found fit to be unpacked elsewhere.

    Attributes:
        relative: ``name`` of a world or ``domain/Type/name`` of an asset.
        content: The archive.
        entry: What the listing says about it.
    """

    relative: str
    content: bytes
    entry: Entry


def packed(folder: Path, relative: str) -> Package:
    """Pack a folder.

    Raises:
        BucketError: If its name or something in it can not be published.
    """
    if not is_relative(relative):
        raise BucketError(f"{relative!r} is no name that every machine takes")
    try:
        content = pack(folder)
        with tempfile.TemporaryDirectory() as place:
            unpack(content, Path(place) / "trial")
    except (ArchiveError, OSError) as error:
        raise BucketError(str(error)) from None
    if len(content) > LARGEST_ARCHIVE:
        raise BucketError(f"its archive has {len(content)} bytes (expected at most {LARGEST_ARCHIVE})")
    return Package(relative, content, Entry(sha256(content).hexdigest(), len(content)))


def publish(package: Package, bucket: Bucket, network: Network, replace: bool) -> bool:
    """Put a package into a bucket: the archive first, then the listing that names it.

    Args:
        package: What to publish.
        bucket: Where to.
        network: How long to wait.
        replace: Whether another content under the same name may be replaced.

    Returns:
        Whether the bucket has changed; it has not where it held the same content already.

    Raises:
        BucketError: If the bucket takes nothing, or holds another content that may not be replaced.
    """
    if bucket.refusal:
        raise BucketError(bucket.refusal)
    remote = Remote(bucket, network)
    listing = _listing(remote, network)
    present = listing.entries.get(package.relative)
    if present == package.entry:
        return False
    if present is not None and not replace:
        raise BucketError(f"it holds another {package.relative!r} already; --force replaces it")
    remote.write(package.entry.archive(package.relative), package.content)
    remote.write(INDEX, listing.with_entry(package.relative, package.entry).content)
    if _listing(remote, network).entries.get(package.relative) != package.entry:
        raise BucketError(f"somebody else has written {INDEX} at the same time; publish once more")
    return True


def unresolved(view: MultiLevelWorldView, environment: Mapping[str, str], network: Network) -> tuple[str, ...]:
    """What keeps a world from working elsewhere: errors of its files, and assets that only this machine has.

    An asset works elsewhere where the world has it in its own ``assets`` folder, where it is shipped, or where a bucket
    of ``ASSET_BUCKETS`` holds it.

    Returns:
        A sentence for each.
    """
    try:
        scenarios = [view.scenario(name).resolve_sync().load() for name in view.scenario_names()]
        things = [*view.load().levels.values(), *scenarios]
    except (FileProblems, FileNotFoundError) as error:
        return (str(error),)
    own = AssetCatalogue([view.directory / "assets", shipped("assets")])
    everything = AssetCatalogue(asset_roots(view.directory, environment))
    wanted = [identifier for identifier in needed_assets(things, everything) if own.folder(identifier) is None]
    held = _held(environment, network) if wanted else set()
    misses = [identifier.relative_path for identifier in wanted if identifier.relative_path not in held]
    return tuple(f"{path} is neither in the world's assets folder nor shipped nor in a bucket" for path in misses)


def broken_asset(folder: Path) -> str:
    """What keeps an asset from being used: an empty text, or a sentence."""
    files = [path for path in folder.iterdir() if path.is_file()] if is_folder(folder) else []
    return "" if files else f"{folder} holds no file"


def _listing(remote: Remote, network: Network) -> Listing:
    try:
        return parse_listing(remote.read(INDEX, LARGEST_INDEX, network.answer_s))
    except FileNotFoundError:
        return Listing()
    except ValueError as error:
        raise BucketError(str(error)) from None


def _held(environment: Mapping[str, str], network: Network) -> set[str]:
    held: set[str] = set()
    for resolver in net_resolvers(ASSET_BUCKETS, environment, network):
        try:
            held |= set(resolver.listing().entries)
        except BucketError:
            continue
    return held
