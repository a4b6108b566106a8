"""What is asked of the generator, and what it gives."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.episode import Episode, Limits
from task_generator.clearances import Clearances
from task_generator.task_defaults import TaskDefaults


@frozen
class EpisodeRequest:
    """One episode that somebody wants.

    Attributes:
        episode_id: Number from 1 within its run.
        seed: Seed of every random stream of the episode.
        obstacles_mode: Obstacle mode.
        robots_mode: Robot mode.
        fleet: Model of each robot; None means as many default robots as the robot mode has tasks for, else one.
        default_model: Model of a default robot.
        scenario: Scenario of both modes; empty leaves that to ``task.scenario.file``.
        parameters: Values by full name (``task.<mode>.<leaf>``).
        defaults: What phases inherit.
        limits: What ends the episode early.
        adapter: Who drives the robots, as ``parse_adapters`` reads it.
        clearances: Room around what modes place.
        human: Human backend.
    """

    episode_id: int
    seed: int
    obstacles_mode: str = "random"
    robots_mode: str = "random"
    fleet: tuple[str, ...] | None = None
    default_model: str = "jackal"
    scenario: str = ""
    parameters: Mapping[str, Any] = field(factory=dict)
    defaults: TaskDefaults = TaskDefaults()
    limits: Limits = Limits()
    adapter: str = "navigator"
    clearances: Clearances = Clearances()
    human: str = "arena"


@frozen
class Generated:
    """A complete episode.

    Attributes:
        episode: The episode.
        warnings: What was noticed on the way, one sentence each.
    """

    episode: Episode
    warnings: tuple[str, ...] = ()
