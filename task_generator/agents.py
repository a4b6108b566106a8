"""How fast and how wide people are."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from attrs import frozen
from numpy.random import Generator

from arena_simulation_setup.world.entity import DynamicObstacle


@frozen
class AgentType:
    """A kind of person.

    Attributes:
        speed: Desired speed, m/s.
        radius: Metres; None leaves that of the pedestrian model.
    """

    speed: float
    radius: float | None = None


DEFAULT_TYPE = "adult"
AGENT_TYPES: Mapping[str, AgentType] = MappingProxyType({"adult": AgentType(1.1), "elder": AgentType(0.75)})


def agent_block(person: DynamicObstacle) -> Mapping[str, Any]:
    """The authored agent block; a bare text names the agent type."""
    block = person.extra.get("agent")
    if isinstance(block, str):
        return {"agent_type": block}
    return block if isinstance(block, Mapping) else {}


def agent_type(person: DynamicObstacle) -> tuple[AgentType, str]:
    """The kind of a person, and a sentence where the authored one is unknown."""
    block = agent_block(person)
    if not block:
        return AgentType(person.velocity), ""
    name = str(block.get("agent_type") or DEFAULT_TYPE)
    if name in AGENT_TYPES:
        return AGENT_TYPES[name], ""
    kind = "agent file" if name.startswith(".") or Path(name).suffix else "agent type"
    known = ", ".join(AGENT_TYPES)
    warning = f"person {person.name}: {kind} {name!r} is not known, {DEFAULT_TYPE} is used (built in: {known})"
    return AGENT_TYPES[DEFAULT_TYPE], warning


def agent_speed(person: DynamicObstacle, kind: AgentType, random: Generator) -> float:
    """The desired speed of a person in m/s: as authored, drawn from the authored range, else that of the kind."""
    speed = agent_block(person).get("desired_velocity")
    if isinstance(speed, Mapping):
        low, high = float(speed.get("min", kind.speed)), float(speed.get("max", kind.speed))
        return float(random.uniform(min(low, high), max(low, high)))
    return kind.speed if speed is None else float(speed)


def agent_radius(person: DynamicObstacle, kind: AgentType, model_radius: float) -> float:
    """The radius of a person in metres: as authored, else that of the kind, else that of the model."""
    block = agent_block(person)
    authored = block.get("agent_radius", block.get("radius"))
    if authored is not None:
        return float(authored)
    return model_radius if kind.radius is None else kind.radius
