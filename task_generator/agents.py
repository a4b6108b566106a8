"""How fast and how wide people are."""

from collections.abc import Callable, Mapping
from typing import Any

from numpy.random import Generator

from arena_simulation_setup.world.entity import DynamicObstacle
from task_generator.agent_types import AGENT_TYPES, DEFAULT_TYPE, AgentType, Amount, named_type


def agent_block(person: DynamicObstacle) -> Mapping[str, Any]:
    """The authored agent block; a bare text names the agent type."""
    block = person.extra.get("agent")
    if isinstance(block, str):
        return {"agent_type": block}
    return block if isinstance(block, Mapping) else {}


def agent_type(person: DynamicObstacle, directory: str) -> tuple[AgentType, str]:
    """The kind of a person, and a sentence where the authored one can not be had.

    A person without an agent block walks at its own ``velocity`` and is as wide as its model.

    Args:
        person: Whose kind.
        directory: Where relative paths of agent files start; empty where there are none.
    """
    block = agent_block(person)
    if not block:
        return AgentType(Amount(person.velocity)), ""
    try:
        return named_type(str(block.get("agent_type") or DEFAULT_TYPE), directory), ""
    except ValueError as error:
        return AGENT_TYPES[DEFAULT_TYPE], f"person {person.name}: {error}, {DEFAULT_TYPE} is used"


def agent_speed(person: DynamicObstacle, kind: AgentType, stream: Callable[[], Generator]) -> float:
    """The desired speed of a person in m/s: as authored, drawn from the authored range, else that of the kind.

    Args:
        person: Whose speed.
        kind: Their kind.
        stream: Gives the stream to draw from; asked only where something is drawn.
    """
    speed = agent_block(person).get("desired_velocity")
    if isinstance(speed, Mapping):
        low, high = sorted((float(speed["min"]), float(speed["max"])))
        return float(stream().uniform(low, high))
    return kind.speed.drawn(stream) if speed is None else float(speed)


def agent_radius(person: DynamicObstacle, kind: AgentType, model_radius: float) -> float:
    """The radius of a person in metres: as authored, else that of the kind, else that of the model."""
    block = agent_block(person)
    authored = block.get("agent_radius", block.get("radius"))
    if authored is not None:
        return float(authored)
    return model_radius if kind.radius is None else kind.radius
