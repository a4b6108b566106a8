"""Lists of worlds and assets: on this machine, copies from buckets, and what buckets hold."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

from arena_cli.asset_words import ASSET_KINDS, KINDS, WORLD
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.tree.buckets import ASSET_BUCKETS, WORLD_BUCKETS
from arena_simulation_setup.tree.identifiers import DomainIdentifier
from arena_simulation_setup.tree.network import BucketError, Network
from arena_simulation_setup.tree.search_paths import asset_roots, local_world_resolvers, net_resolvers

PARTS_OF_ASSET = 3


@frozen
class Listed:
    """One world or asset in one place.

    Attributes:
        kind: ``world``, ``object`` …
        name: Its short name.
        place: Where it is.
        path: Its folder; None where it is on the network only.
    """

    kind: str
    name: str
    place: str
    path: Path | None = None


def everything(kind: str, environment: Mapping[str, str], network: Network, with_network: bool) -> tuple[Listed, ...]:
    """All worlds and assets, kind by kind, in the order in which places are searched.

    Args:
        kind: The only kind that counts; empty means all.
        environment: Variables that name places.
        network: How buckets are reached.
        with_network: Whether buckets are asked for what they hold.
    """
    here = [*_worlds(environment), *_assets(environment)]
    of_buckets = [*_of_buckets(WORLD_BUCKETS, environment, network, with_network)]
    of_buckets += _of_buckets(ASSET_BUCKETS, environment, network, with_network)
    found = list(dict.fromkeys([*here, *of_buckets]))
    return tuple(thing for wanted in KINDS for thing in found if thing.kind == wanted and kind in ("", wanted))


def _worlds(environment: Mapping[str, str]) -> Iterator[Listed]:
    for place in local_world_resolvers(environment):
        for name in place.names():
            yield Listed(WORLD, name, place.description, place.locate(name))


def _assets(environment: Mapping[str, str]) -> Iterator[Listed]:
    for root in asset_roots(None, environment):
        catalogue = AssetCatalogue([root])
        for kind, identifier in ASSET_KINDS.items():
            for name in catalogue.names(identifier.asset_type):
                yield Listed(kind, name, str(root), catalogue.folder(identifier.parse(name)))


def _of_buckets(
    variable: str, environment: Mapping[str, str], network: Network, with_network: bool
) -> Iterator[Listed]:
    for place in net_resolvers(variable, environment, network):
        names = dict.fromkeys(place.copies())
        if with_network:
            try:
                names |= dict.fromkeys(place.listing().entries)
            except BucketError as error:
                if place.bucket.refusal:
                    network.warn(f"{place.description}: {error}")
        for relative in names:
            kind, name = _kind_and_name(relative)
            yield Listed(kind, name, place.description, place.locate(relative))


def _kind_and_name(relative: str) -> tuple[str, str]:
    parts = relative.split("/")
    if len(parts) != PARTS_OF_ASSET:
        return WORLD, relative
    kinds = {identifier.asset_type: kind for kind, identifier in ASSET_KINDS.items()}
    return kinds.get(parts[1], ""), DomainIdentifier(parts[2], parts[0]).text
