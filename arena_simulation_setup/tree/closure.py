"""Which assets a world needs, those of its wall presets and scenarios included."""

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.tree.identifiers import DomainIdentifier, SoundIdentifier, WallIdentifier
from arena_simulation_setup.tree.not_found import MissingAssetError
from arena_simulation_setup.tree.resolvers import searched_places
from arena_simulation_setup.world.sound import Sound
from arena_simulation_setup.world.wall import Wall


def needed_assets(things: Iterable[object], catalogue: AssetCatalogue) -> tuple[DomainIdentifier, ...]:
    """Every asset that levels and scenarios name, each once, in the order of the files.

    Args:
        things: Levels, scenarios or parts of them.
        catalogue: Where the wall presets are looked up, whose own assets are needed too. Sounds count where it has any.
    """
    has_sounds = bool(catalogue.names(SoundIdentifier.asset_type))
    needed: dict[str, DomainIdentifier] = {}
    waiting = list(_named(tuple(things)))
    while waiting:
        identifier = waiting.pop(0)
        counts = has_sounds or not isinstance(identifier, SoundIdentifier)
        if not identifier.name or identifier.relative_path in needed or not counts:
            continue
        needed[identifier.relative_path] = identifier
        if isinstance(identifier, WallIdentifier) and catalogue.folder(identifier) is not None:
            waiting += _named(catalogue.wall(identifier).items)
    return tuple(needed.values())


def require_assets(things: Iterable[object], catalogue: AssetCatalogue) -> None:
    """Make sure that some place has every asset that levels or scenarios name.

    Raises:
        MissingAssetError: If one is missing; all that are missing are listed.
    """
    needed = needed_assets(things, catalogue)
    missing = [identifier.relative_path for identifier in needed if catalogue.folder(identifier) is None]
    if missing:
        places = [str(root) for root in catalogue.roots]
        asked = searched_places(missing[0], catalogue.resolvers)
        raise MissingAssetError("asset" if len(missing) == 1 else "assets", ", ".join(missing), [*places, *asked])


def _named(thing: Any) -> Iterator[DomainIdentifier]:
    """Identifiers anywhere in a description; what a file keeps unread names nothing."""
    if isinstance(thing, DomainIdentifier):
        yield thing
    elif isinstance(thing, Wall):
        surface = thing.kind or thing.material
        yield from _named(surface)
    elif isinstance(thing, tuple):
        for item in thing:
            yield from _named(item)
    elif attrs.has(type(thing)):
        if isinstance(thing, Sound):
            yield from _sound(thing)
        for field in attrs.fields(type(thing)):
            yield from _named(getattr(thing, field.name))


def _sound(sound: Sound) -> Iterator[DomainIdentifier]:
    try:
        yield SoundIdentifier.parse(sound.asset_id)
    except ValueError:
        return
