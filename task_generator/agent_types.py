"""Kinds of people: the built-in ones and those in files."""

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from attrs import evolve, frozen
from numpy.random import Generator

from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.values import plain_value
from arena_simulation_setup.files.yaml_nodes import read_document

SMALLEST = 0.01


@frozen
class Amount:
    """A number that may differ from person to person.

    Attributes:
        mean: Its mean.
        deviation: Its standard deviation; 0 gives the mean itself.
        low: Smallest value.
        high: Largest value.
    """

    mean: float
    deviation: float = 0.0
    low: float = 0.0
    high: float = math.inf

    def drawn(self, stream: Callable[[], Generator]) -> float:
        """One person's number: normal, cut off at both ends; a fixed number asks for no stream to draw from."""
        value = self.mean if self.deviation == 0.0 else float(stream().normal(self.mean, self.deviation))
        return min(max(value, self.low), self.high)


@frozen
class AgentType:
    """A kind of person.

    Attributes:
        speed: Desired speed, m/s.
        radius: Metres; None leaves that of the pedestrian model.
    """

    speed: Amount
    radius: float | None = None


DEFAULT_TYPE = "adult"
AGENT_TYPES: Mapping[str, AgentType] = MappingProxyType(
    {"adult": AgentType(Amount(1.1)), "elder": AgentType(Amount(0.75))}
)


def named_type(name: str, directory: str) -> AgentType:
    """The kind of a name or of a file.

    Args:
        name: Built-in name, or path of a file (``./nurse.yaml``) with ``extends``, ``desired_velocity`` and
            ``agent_radius``; its other keys belong to other backends.
        directory: Where relative paths start; empty where there are no files.

    Raises:
        ValueError: If there is no such kind or file, or the file is wrong; the sentence says what is the matter.
    """
    if name in AGENT_TYPES:
        return AGENT_TYPES[name]
    if not name.endswith((".yaml", ".yml")):
        raise ValueError(f"agent type {name!r} is not known (built in: {', '.join(AGENT_TYPES)})")
    path = Path(directory) / name
    if not directory or not path.is_file():
        raise ValueError(f"agent file {name!r} does not exist")
    return _from_block(_mapping(path, name), name)


def _mapping(path: Path, name: str) -> Mapping[str, Any]:
    report = Report(str(path))
    node = read_document(path, report)
    try:
        report.raise_errors()
    except FileProblems as problems:
        raise ValueError(f"agent file {name!r} has errors: {problems}") from None
    block = None if node is None else plain_value(node)
    if not isinstance(block, Mapping):
        raise ValueError(f"agent file {name!r} is no mapping")
    return block


def _from_block(block: Mapping[str, Any], name: str) -> AgentType:
    base = str(block.get("extends") or DEFAULT_TYPE)
    if base not in AGENT_TYPES:
        raise ValueError(f"agent file {name!r} extends {base!r}, which is not built in ({', '.join(AGENT_TYPES)})")
    kind = AGENT_TYPES[base]
    if block.get("desired_velocity") is not None:
        kind = evolve(kind, speed=_amount(block["desired_velocity"], f"desired_velocity of agent file {name!r}"))
    if block.get("agent_radius") is not None:
        kind = evolve(kind, radius=_amount(block["agent_radius"], f"agent_radius of agent file {name!r}").mean)
    return kind


def _amount(value: Any, what: str) -> Amount:
    fields = value if isinstance(value, Mapping) else {"mean": value}
    numbers = {key: fields[key] for key in ("mean", "std", "clip_low", "clip_high") if fields.get(key) is not None}
    sound = all(isinstance(number, int | float) and not isinstance(number, bool) for number in numbers.values())
    if not sound or "mean" not in numbers or numbers["mean"] < 0 or numbers.get("std", 0.0) < 0:
        raise ValueError(f"{what} is {value!r}, expected a number from 0 or {{mean, std, clip_low, clip_high}}")
    low, high = numbers.get("clip_low", SMALLEST), numbers.get("clip_high", math.inf)
    return Amount(float(numbers["mean"]), float(numbers.get("std", 0.0)), min(low, high), high)
