"""Reference runs: episodes without their robots, to tell how much the robots disturb people."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from attrs import evolve

from arena_simulation_setup.episode import Episode, Limits

REFERENCE_LABELS: Mapping[str, str] = MappingProxyType({"reference": "true"})
"""What the metadata of a reference run says."""


def without_robots(episode: Episode) -> Episode:
    """The same episode without its robots, and without limits, which are about them."""
    return evolve(episode, robots=(), limits=Limits())


def is_reference(metadata: Mapping[str, Any]) -> bool:
    """Whether the metadata of a recording is that of a reference run."""
    labels = metadata.get("labels")
    return isinstance(labels, dict) and labels.items() >= REFERENCE_LABELS.items()
