"""How people move."""

from arena_runtime.people.crowd import Crowd

__all__ = ["Crowd"]
