"""Parts of the mode ``prompt``: what the language model is told, and how it is asked.

The names of the dependencies that only the backend ``hunav`` can use are served when they are touched, so that
importing this package never needs them.
"""

from importlib import import_module
from types import ModuleType

HUNAV_DEPENDENCIES = ("arena_hunav_sim_bridge", "chromadb")


def __getattr__(name: str) -> ModuleType:
    if name not in HUNAV_DEPENDENCIES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return import_module(name)
    except ImportError:
        raise AttributeError(
            f"{__name__}.{name} needs the optional dependency {name}, which is not installed"
        ) from None
