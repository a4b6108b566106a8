"""Worlds as canonical text: for hashes and for recordings."""

from arena_simulation_setup.world.description import WorldDescription


def world_json(world: WorldDescription) -> str:
    """Canonical JSON of a world: sorted keys, shortest floats that read back equal, no blanks."""
    raise NotImplementedError


def world_from_json(text: str) -> WorldDescription:
    """The inverse of ``world_json``.

    Raises:
        FileProblems: If the text is not a world.
    """
    raise NotImplementedError


def world_hash(world: WorldDescription) -> str:
    """Content hash of the loaded levels and their origins, 32 hexadecimal digits; the name has no part in it."""
    raise NotImplementedError
