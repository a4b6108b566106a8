"""Worlds that a command names: a name, a name with levels, or a directory."""

from collections.abc import Mapping
from pathlib import Path

from arena_cli.argument import UsageError
from arena_simulation_setup.tree.folders import is_folder
from arena_simulation_setup.tree.not_found import NotFoundError
from arena_simulation_setup.tree.search_paths import search_paths, shipped
from arena_simulation_setup.tree.views import MultiLevelWorldView
from arena_simulation_setup.tree.world_identifier import WorldIdentifier


def view_of(word: str, environment: Mapping[str, str]) -> MultiLevelWorldView:
    """Where a world is; a plain word that no place knows may be a directory here.

    Raises:
        UsageError: If there is no such world; every place is listed and the nearest name is offered.
    """
    try:
        identifier = WorldIdentifier.parse(word)
        try:
            return identifier.resolve_sync(environment)
        except NotFoundError:
            if identifier.is_path or not is_folder(Path(identifier.name)):
                raise
            return MultiLevelWorldView(Path(identifier.name), identifier.selection)
    except (NotFoundError, ValueError) as error:
        raise UsageError(str(error)) from None


def write_directory(word: str, view: MultiLevelWorldView, environment: Mapping[str, str]) -> Path:
    """Where files of a world go: beside its own, or to the write target of a name that came from elsewhere."""
    identifier = WorldIdentifier.parse(word)
    own = [root.resolve() for root in (*search_paths(environment), shipped("worlds"))]
    directory = view.directory.resolve()
    is_here = not identifier.is_path and directory == Path(identifier.name).resolve()
    if identifier.is_path or is_here or any(root in directory.parents for root in own):
        return view.directory
    return identifier.resolve_write_sync(environment)
