"""What an environment is made with, and what that asks of the generator."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import field, fields, frozen

from arena_lab.gym.reward import Reward, RewardTerms
from arena_simulation_setup.episode import Limits
from arena_simulation_setup.files.near_names import did_you_mean
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.timebase import DEFAULT_RATE, seconds_to_ns
from task_generator.fleet import parse_fleet
from task_generator.parameters import parse_parameter, resolved_parameters
from task_generator.preparation import prepare
from task_generator.request import EpisodeRequest

TIMEOUT_S = 300.0
NO_PROGRESS_S = 60.0


@frozen
class Settings:
    """The arguments of an environment; each means what the argument of ``arena run`` with that name means.

    Attributes:
        world: Name of a world, ``name[0,3]`` for some of its levels, or a path.
        scenario: Name of a scenario; empty leaves what happens to the modes.
        robot: Robots: model, ``model[n]``, or a comma list of these.
        controlled: Which of the robots the actions drive, from 0; the others find their own way.
        obstacles: Obstacle mode; empty for ``scenario`` with a scenario, else ``random``.
        robots: Robot mode, as ``obstacles``.
        parameters: Parameters of the modes by full name, such as ``task.random.dynamic.n``.
        timeout: Simulated seconds until an episode is cut; below 0 never.
        no_progress: Simulated seconds within 1 m of one spot until it is cut; below 0 never.
        fail_on_collision: Whether a contact ends it as a failure.
        decision_rate: Actions per simulated second; a divisor of 30.
        scan: Whether observations hold the laser scans.
        reward: What a step is worth.
        record_to: Folder for recordings; None records nothing.
        render_size: Width and height of pictures, pixels.
        strict: Whether a missing asset is an error.
    """

    world: str = "map_empty"
    scenario: str = ""
    robot: str = "jackal"
    controlled: int = 0
    obstacles: str = ""
    robots: str = ""
    parameters: Mapping[str, Any] = field(factory=dict)
    timeout: float = TIMEOUT_S
    no_progress: float = NO_PROGRESS_S
    fail_on_collision: bool = False
    decision_rate: int = 10
    scan: bool = True
    reward: Reward = RewardTerms()
    record_to: Path | str | None = None
    render_size: tuple[int, int] = (640, 480)
    strict: bool = False

    @property
    def ticks(self) -> int:
        """Ticks of a step."""
        return DEFAULT_RATE // self.decision_rate

    def open_site(self) -> Site:
        """Load the world; raises as ``site.open_site`` does."""
        return open_site(self.world, os.environ, strict=self.strict)

    def request(self) -> EpisodeRequest:
        """What is asked of the generator; number and seed are those of no episode.

        Raises:
            ValueError: If the robots are none, or no mode has a parameter.
        """
        fleet = parse_fleet(self.robot)
        default_mode = "scenario" if self.scenario else "random"
        return EpisodeRequest(
            episode_id=1,
            seed=0,
            obstacles_mode=self.obstacles or default_mode,
            robots_mode=self.robots or default_mode,
            fleet=None if len(fleet) == 1 and "[" not in self.robot else fleet,
            default_model=fleet[0] if fleet else "jackal",
            scenario=self.scenario,
            parameters=_parameters(self.parameters),
            limits=Limits(_limit_ns(self.timeout), _limit_ns(self.no_progress), self.fail_on_collision),
        )

    def model(self, site: Site, request: EpisodeRequest) -> RobotModel:
        """Model of the robot that is controlled.

        Raises:
            ValueError: If there is no such robot, mode, model or scenario.
        """
        preparation = prepare(site, request)
        if self.scenario:
            preparation.context.scenarios.load(self.scenario)
        fleet = preparation.context.fleet
        if not 0 <= self.controlled < len(fleet):
            names = ", ".join(member.name for member in fleet) or "none"
            raise ValueError(f"controlled={self.controlled}: expected the number of one of the robots {names}")
        return fleet[self.controlled].model


def settings_of(given: Mapping[str, Any]) -> Settings:
    """The settings of a call.

    Raises:
        ValueError: If there is no such setting, or a value is impossible.
    """
    names = [attribute.name for attribute in fields(Settings)]
    for name in given:
        if name not in names:
            hint = did_you_mean(name, names)
            raise ValueError(f"the environment has no argument {name!r} (expected one of {', '.join(names)}{hint})")
    settings = Settings(**given)
    rate = settings.decision_rate
    divisors = [number for number in range(1, DEFAULT_RATE + 1) if DEFAULT_RATE % number == 0]
    if rate not in divisors:
        raise ValueError(f"decision_rate={rate!r}: expected one of {', '.join(map(str, divisors))}")
    if not callable(settings.reward):
        raise ValueError(f"reward={settings.reward!r}: expected RewardTerms or a function of StepFacts")
    return settings


def _parameters(given: Mapping[str, Any]) -> dict[str, Any]:
    values = {name: parse_parameter(name, value) if isinstance(value, str) else value for name, value in given.items()}
    _, complaints = resolved_parameters(values)
    if complaints:
        raise ValueError(complaints[0])
    return values


def _limit_ns(seconds: float) -> int | None:
    return None if seconds < 0.0 else seconds_to_ns(seconds)
