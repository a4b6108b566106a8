"""What is measured: suites of stages."""

import json
from collections.abc import Mapping
from hashlib import sha1
from typing import Any

from attrs import field, frozen

DEFAULT_TIMEOUT_S = 60.0
DEFAULT_MAX_COLLISIONS = 3
SEED_BYTES = 4
SEED_MASK = (1 << 31) - 1


@frozen
class Stage:
    """Episodes of one kind.

    Attributes:
        name: Its name within the suite.
        world: World argument.
        episodes: How many, per contestant.
        seed: What the seeds of its episodes are derived from.
        robot: Fleet as text; empty leaves it to the contestant.
        obstacles_mode: Obstacle mode.
        robots_mode: Robot mode.
        parameters: Values of mode parameters by full name.
        timeout_s: Simulated seconds after which an episode fails.
    """

    name: str
    world: str
    episodes: int
    seed: int
    robot: str = ""
    obstacles_mode: str = "random"
    robots_mode: str = "random"
    parameters: Mapping[str, Any] = field(factory=dict)
    timeout_s: float = DEFAULT_TIMEOUT_S


@frozen
class Suite:
    """Stages, in order.

    Attributes:
        name: Its name.
        stages: At least one.
        launch: Settings of all its episodes by full name (``campaign.settings``).
        strict: Whether a missing asset is an error.
        max_collisions: Contacts from which an episode has not passed, whatever its outcome.
        references: Whether each episode is simulated without its robots as well, to compare the people.
    """

    name: str
    stages: tuple[Stage, ...]
    launch: Mapping[str, Any] = field(factory=dict)
    strict: bool = False
    max_collisions: int = DEFAULT_MAX_COLLISIONS
    references: bool = False

    @property
    def worlds(self) -> tuple[str, ...]:
        """World arguments of its stages, each once."""
        return tuple(dict.fromkeys(stage.world for stage in self.stages))


def default_seed(fields: Mapping[str, Any]) -> int:
    """Seed of a stage that names none: 31 bits of the SHA-1 of what identifies it.

    Args:
        fields: The keys of the stage as written, those left out that only say how its episodes are run: ``config``,
            ``timeout``, ``timeout_peds``, ``optim``.
    """
    text = json.dumps(fields, sort_keys=True)
    return int.from_bytes(sha1(text.encode(), usedforsecurity=False).digest()[-SEED_BYTES:], "big") & SEED_MASK
