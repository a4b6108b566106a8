"""A source or a sink in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from arena_simulation_setup.scenario.region import DEFAULT_ABSORPTION_RADIUS, SINK, Region

UNBOUNDED = -1


def region_text(region: Region, nouns: Mapping[str, str]) -> str:
    """What a region is, where it is, and who comes or goes there.

    Args:
        region: As authored.
        nouns: Names of places to what people call them.
    """
    told = list(_sink(region.config) if region.type == SINK else _source(region.config))
    where = f"in {nouns.get(region.ref, region.ref)}" if region.ref else f"in the area{_at(region)}"
    level = f" on level {region.level_id}" if region.level_id else ""
    return f"{region.type} of people {region.name} {where}{level}: {', '.join(told)}"


def _at(region: Region) -> str:
    xs, ys = [corner.x for corner in region.polygon], [corner.y for corner in region.polygon]
    return f" from ({min(xs):.2f}, {min(ys):.2f}) to ({max(xs):.2f}, {max(ys):.2f})" if xs else ""


def _source(config: Mapping[str, Any]) -> Iterator[str]:
    rates = [f"{step['rate']:g} per s from {step['t']:g} s" for step in config.get("rate_profile") or ()]
    yield " and ".join(rates) or "nobody comes"
    for key, words in (("max_concurrent", "at once"), ("max_total", "in all")):
        if config.get(key) not in (None, UNBOUNDED):
            yield f"at most {config[key]:g} {words}"
    agent = config.get("agent")
    block = agent if isinstance(agent, Mapping) else {"agent_type": agent}
    if block.get("agent_type"):
        yield f"of type {block['agent_type']}"
    liked = [f"{entry['sink']} ({entry.get('weight', 1.0):g})" for entry in block.get("sink_affinity") or ()]
    if liked:
        yield f"to {', '.join(liked)}"


def _sink(config: Mapping[str, Any]) -> Iterator[str]:
    radius = config.get("absorption_radius")
    yield f"within {DEFAULT_ABSORPTION_RADIUS if radius is None else radius:g} m of its places"
    if config.get("capacity") not in (None, UNBOUNDED):
        yield f"takes {config['capacity']:g}"
