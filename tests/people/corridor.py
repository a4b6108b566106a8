"""A corridor with a source at its west end and a sink at its east end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import evolve

from arena_simulation_setup.episode import Episode, Limits
from arena_simulation_setup.files.yaml_text import yaml_text
from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.timebase import seconds_to_ns
from task_generator.generator import EpisodeRequest, Generated, generate

LENGTH, WIDTH = 16.0, 3.0
WORLD: dict[str, Any] = {
    "zones": [
        {
            "name": "corridor",
            "corners": [[0, 0], [LENGTH, 0], [LENGTH, WIDTH], [0, WIDTH]],
            "walls": [
                {"start": [0, 0], "end": [LENGTH, 0]},
                {"start": [LENGTH, 0], "end": [LENGTH, WIDTH]},
                {"start": [LENGTH, WIDTH], "end": [0, WIDTH]},
                {"start": [0, WIDTH], "end": [0, 0]},
            ],
        }
    ]
}


def box(west: float, south: float, east: float, north: float) -> list[list[float]]:
    return [[west, south], [east, south], [east, north], [west, north]]


def source(rate: float = 0.5, place: list[list[float]] | None = None, **config: Any) -> dict[str, Any]:
    """A source at the west end."""
    config = {"rate_profile": [{"t": 0, "rate": rate}], "max_concurrent": 12, **config}
    return {"type": "source", "polygon": place or box(0.1, 0.1, 2.1, WIDTH - 0.1), "config": config}


def sink(place: list[list[float]] | None = None, **config: Any) -> dict[str, Any]:
    """A sink at the east end."""
    return {"type": "sink", "polygon": place or box(LENGTH - 2, 0.1, LENGTH - 0.1, WIDTH - 0.1), "config": config}


def scenario(**regions: dict[str, Any]) -> dict[str, Any]:
    """Regions beside a robot that stands in the middle of the corridor, at its wall."""
    return {"robots": [{"start": [8.0, 0.4, 0.0]}], "regions": regions}


def corridor_site(folder: Path, content: dict[str, Any]) -> Site:
    """Write the world with a scenario and open it."""
    level = folder / "corridor" / "0"
    level.mkdir(parents=True)
    (level / "world.yaml").write_text(yaml_text(WORLD), encoding="utf-8")
    path = level.parent / "scenarios" / "default" / "scenario.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(yaml_text(content), encoding="utf-8")
    return open_site(str(level.parent), {})


def generated(site: Site, seed: int = 1) -> Generated:
    """The scenario as an episode."""
    request = EpisodeRequest(episode_id=1, seed=seed, obstacles_mode="scenario", robots_mode="scenario")
    return generate(site, request)


def lasting(episode: Episode, seconds: float) -> Episode:
    """The episode with its robot parked until a timeout."""
    return evolve(episode, limits=Limits(timeout_ns=seconds_to_ns(seconds)))
