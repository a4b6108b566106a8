"""What can go wrong with a scene."""

from collections.abc import Collection

from arena_simulation_setup.files.near_names import did_you_mean


class SceneError(RuntimeError):
    """The scene can not be built, a request can not be carried out, or the physics broke down."""


def unknown_name(what: str, name: str, known: Collection[str]) -> SceneError:
    """The error for a name that nothing in the scene has, with the nearest one that exists."""
    hint = did_you_mean(name, sorted(known)) or f"; the scene has {len(known)}"
    return SceneError(f"the scene has no {what} named {name!r}{hint}")
