"""What a mode may look at and call while it makes an episode."""

from attrs import frozen
from numpy.random import Generator

from arena_simulation_setup import randomness
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.route.margin import PLANNING_MARGIN
from arena_simulation_setup.site import Site
from task_generator.parameters import Parameters
from task_generator.places import Places
from task_generator.scenario_source import ScenarioSource
from task_generator.task_defaults import TaskDefaults
from task_generator.world_manager import WorldManager


@frozen
class FleetMember:
    """A robot that wants a task.

    Attributes:
        name: ``<model>_<i>``.
        model: Its model.
    """

    name: str
    model: RobotModel

    @property
    def passage_radius(self) -> float:
        """Radius that its routes need, metres: what it can not pass by this much it is not sent to."""
        return self.model.radius + PLANNING_MARGIN


@frozen(eq=False)
class ModeContext:
    """The surroundings of one mode for one episode.

    Attributes:
        site: The loaded world with its assets and routes.
        seed: Seed of the episode.
        parameters: Values of all declared parameters.
        world_manager: The floor, and where things may be placed on it.
        places: Named places and level frames.
        scenarios: Scenarios of the world.
        fleet: The robots, in order of their index.
        defaults: What phases inherit.
        warnings: Sentences for the caller; modes append.
        human: Human backend.
    """

    site: Site
    seed: int
    parameters: Parameters
    world_manager: WorldManager
    places: Places
    scenarios: ScenarioSource
    fleet: tuple[FleetMember, ...]
    defaults: TaskDefaults
    warnings: list[str]
    human: str = "arena"

    def stream(self, *labels: object) -> Generator:
        """The random stream of a consumer in this episode, for example ``("obstacles", "random")``."""
        return randomness.stream(self.seed, *labels)

    def warn(self, sentence: str) -> None:
        """Tell the caller something once."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)
