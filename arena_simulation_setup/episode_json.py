"""Episodes, layouts and requests as canonical text: what services carry, recordings keep and hashes are made of."""

from hashlib import blake2b

from arena_simulation_setup.episode import Episode
from arena_simulation_setup.frame import FrameLayout
from arena_simulation_setup.order import Request
from arena_simulation_setup.typed_json import dumped, loaded

HASH_BYTES = 16


def episode_text(episode: Episode) -> str:
    """Canonical JSON of an episode: equal episodes give equal texts.

    Raises:
        ValueError: If a value is not of its declared type, is not finite, or is authored data that JSON cannot hold
            (a tuple, a key that is no text); names its path.
    """
    return dumped(episode, Episode)


def episode_from_text(text: str) -> Episode:
    """Read an episode.

    Raises:
        ValueError: If the text is no JSON or not exactly an episode; names the path of the first problem.
    """
    episode: Episode = loaded(text, Episode)
    return episode


def episode_hash(episode: Episode) -> str:
    """Blake2b of the canonical text, 32 hexadecimal digits."""
    return blake2b(episode_text(episode).encode(), digest_size=HASH_BYTES).hexdigest()


def layout_text(layout: FrameLayout) -> str:
    """Canonical JSON of a layout.

    Raises:
        ValueError: If a value is not of its declared type or is not finite; names its path.
    """
    return dumped(layout, FrameLayout)


def layout_from_text(text: str) -> FrameLayout:
    """Read a layout.

    Raises:
        ValueError: If the text is no JSON or not exactly a layout; names the path of the first problem.
    """
    layout: FrameLayout = loaded(text, FrameLayout)
    return layout


def request_text(request: Request) -> str:
    """Canonical JSON of a request; the key ``kind`` says which one it is (``set_field``, ``command_velocity`` …).

    Raises:
        ValueError: If a value is not of its declared type or is not finite; names its path.
    """
    return dumped(request, Request)


def request_from_text(text: str) -> Request:
    """Read a request.

    Raises:
        ValueError: If the text is no JSON or not exactly a request; names the path of the first problem.
    """
    request: Request = loaded(text, Request)
    return request
