"""What can go wrong with a scene."""

from collections.abc import Collection
from difflib import get_close_matches


class SceneError(RuntimeError):
    """The scene can not be built, a request can not be carried out, or the physics broke down."""


def unknown_name(what: str, name: str, known: Collection[str]) -> SceneError:
    """The error for a name that nothing in the scene has, with the nearest one that exists."""
    close = get_close_matches(name, sorted(known), n=1)
    hint = f"; did you mean {close[0]!r}?" if close else f"; the scene has {len(known)}"
    return SceneError(f"the scene has no {what} named {name!r}{hint}")
