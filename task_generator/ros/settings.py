"""What episodes are made with, from the parameters of the node."""

from collections.abc import Mapping
from typing import Any, Protocol

from attrs import evolve

from arena_simulation_setup.episode import Limits
from arena_simulation_setup.timebase import seconds_to_ns
from task_generator.clearances import Clearances
from task_generator.declarations import Value
from task_generator.fleet import parse_fleet, single_model
from task_generator.human_params import parse_human_params
from task_generator.parameters import declared_parameters
from task_generator.request import EpisodeRequest
from task_generator.ros.node_declarations import GOAL, SPAWN
from task_generator.staging import Live
from task_generator.task_defaults import TaskDefaults

SCENARIO_FILE = "task.scenario.file"


class ParameterStore(Protocol):
    """Where the values are."""

    def value(self, name: str) -> Value:
        """The value of a parameter."""

    def values(self, names: Any) -> dict[str, Value]:
        """Values by name."""

    def set(self, values: Mapping[str, Value]) -> str:
        """Set several at once; why they were refused, or nothing."""


class Settings:
    """Reads and writes the parameters that decide about episodes.

    Args:
        store: The parameters.
    """

    def __init__(self, store: ParameterStore) -> None:
        self._store = store

    def unfold_scenario(self) -> None:
        """Replace the short form ``scenario`` by what it stands for.

        Raises:
            ValueError: If it can not be set.
        """
        scenario = self.text("scenario")
        if scenario:
            modes: dict[str, Value] = {"task.obstacles": "scenario", "task.robots": "scenario"}
            refused = self._store.set({**modes, SCENARIO_FILE: scenario, "scenario": ""})
            if refused:
                raise ValueError(f"scenario {scenario!r}: {refused}")

    def human_params(self) -> Mapping[str, Any]:
        """What the node was told about the people.

        Raises:
            ValueError: If it can not be read.
        """
        return parse_human_params(self.names("human_params"))

    def live(self, human_params: Mapping[str, Any]) -> Live:
        """What episodes are made with now."""
        return Live(
            world=self.text("world"),
            robots_mode=self.text("task.robots"),
            obstacles_mode=self.text("task.obstacles"),
            modules=self.names("task.modules"),
            robots=(self.text("robot"),),
            parameters=self._store.values(declared_parameters()),
            human_params=human_params,
        )

    def adopt(self, live: Live) -> str:
        """Make the parameters say what is live; why they were refused, or nothing."""
        own: dict[str, Value] = {
            "world": live.world,
            "task.robots": live.robots_mode,
            "task.obstacles": live.obstacles_mode,
            "task.modules": live.modules,
            "robot": ",".join(live.robots),
        }
        return self._store.set({**own, **live.parameters})

    def request(self, episode_id: int, seed: int, live: Live) -> EpisodeRequest:
        """The request for an episode.

        Raises:
            ValueError: If the fleet can not be read.
        """
        robots = ",".join(live.robots)
        fleet, single = parse_fleet(robots), single_model(robots)
        request = EpisodeRequest(
            episode_id=episode_id,
            seed=seed,
            obstacles_mode=live.obstacles_mode,
            robots_mode=live.robots_mode,
            fleet=None if single else fleet,
            parameters=live.parameters,
            defaults=self.defaults(),
            limits=self._limits(),
            adapter=self.text("robot.mobile"),
            clearances=self._clearances(),
            human=self.text("human"),
        )
        return evolve(request, default_model=fleet[0]) if fleet else request

    def text(self, name: str) -> str:
        """The value of a text parameter."""
        return str(self._store.value(name))

    def names(self, name: str) -> tuple[str, ...]:
        """The value of a list of texts."""
        value = self._store.value(name)
        return tuple(str(item) for item in value) if isinstance(value, tuple) else ()

    def number(self, name: str) -> float:
        """The value of a number parameter."""
        value = self._store.value(name)
        assert isinstance(value, (int, float))
        return value

    def flag(self, name: str) -> bool:
        """The value of a switch."""
        return self._store.value(name) is True

    def defaults(self) -> TaskDefaults:
        """What phases inherit."""
        return TaskDefaults(
            tolerance_radius=self.number(f"{GOAL}.tolerance.radius"),
            tolerance_angle=self.number(f"{GOAL}.tolerance.angle"),
            hold_time=self.number(f"{GOAL}.hold_time"),
            signal=self.text(f"{GOAL}.signal"),
        )

    def _clearances(self) -> Clearances:
        return Clearances(
            robot=self.number(f"{SPAWN}.robot_clearance"),
            obstacle=self.number(f"{SPAWN}.obstacle_clearance"),
            largest_obstacle=self.number(f"{SPAWN}.obstacle_max_radius"),
        )

    def _limits(self) -> Limits:
        return Limits(
            timeout_ns=_limit_ns(self.number("task.episode.timeout")),
            no_progress_ns=_limit_ns(self.number(f"{GOAL}.timeout.no_progress")),
            fail_on_collision=self.flag("task.episode.fail_on_collision"),
        )


def _limit_ns(seconds: float) -> int | None:
    return None if seconds < 0.0 else seconds_to_ns(seconds)
