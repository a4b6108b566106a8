"""Setting up the modes of one episode."""

from typing import TypeVar

from attrs import evolve, frozen

from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.site import Site
from arena_simulation_setup.tree.identifiers import RobotIdentifier
from arena_simulation_setup.tree.not_found import NotFoundError
from task_generator.errors import GenerationError
from task_generator.fleet import fleet_names
from task_generator.ground import Ground
from task_generator.mode_context import FleetMember, ModeContext
from task_generator.parameters import Parameters, resolved_parameters
from task_generator.places import Places
from task_generator.request import EpisodeRequest
from task_generator.scenario_source import ScenarioSource
from task_generator.tasks import TaskMode
from task_generator.tasks.obstacles import TM_Obstacles
from task_generator.tasks.registry import OBSTACLES_MODES, ROBOTS_MODES, TaskModeRegistry
from task_generator.tasks.robots import TM_Robots
from task_generator.world_manager import WorldManager

SCENARIO_FILE = "task.scenario.file"
# Of a person; robots may be narrower, metres.
NARROWEST = 0.25

ModeT = TypeVar("ModeT", bound=TaskMode)


@frozen(eq=False)
class Preparation:
    """Both modes of an episode, ready to reset.

    Attributes:
        obstacles: The obstacle mode.
        robots: The robot mode.
    """

    obstacles: TM_Obstacles
    robots: TM_Robots

    @property
    def context(self) -> ModeContext:
        """Surroundings of the obstacle mode."""
        return self.obstacles.context


def prepare(site: Site, request: EpisodeRequest) -> Preparation:
    """Make the modes that a request names, on one floor, with the robots that take part.

    Raises:
        GenerationError: If a mode, a robot model or the value of a parameter is not known.
    """
    warnings: list[str] = []
    parameters = _parameters(request, warnings)
    places = site.derived("places", lambda: Places(site.world, site.description.all_level_ids))
    ground = Ground(site.planner, places.door_lines)
    base = ModeContext(
        site=site,
        seed=request.seed,
        parameters=parameters,
        world_manager=WorldManager(site.world, ground, request.robots_mode, NARROWEST, request.clearances),
        places=places,
        scenarios=ScenarioSource(site.view, warnings),
        fleet=(),
        defaults=request.defaults,
        warnings=warnings,
        human=request.human,
    )
    robots = _mode(ROBOTS_MODES, request.robots_mode)
    obstacles = _mode(OBSTACLES_MODES, request.obstacles_mode)
    fleet = _fleet(site, request, robots(base).entries())
    widest = max([NARROWEST, *(member.model.radius for member in fleet)])
    manager = WorldManager(site.world, ground, request.obstacles_mode, widest, request.clearances)
    with_fleet = evolve(base, fleet=fleet)
    return Preparation(obstacles(evolve(with_fleet, world_manager=manager)), robots(with_fleet))


def _parameters(request: EpisodeRequest, warnings: list[str]) -> Parameters:
    given = dict(request.parameters)
    if request.scenario:
        given[SCENARIO_FILE] = request.scenario
    try:
        parameters, complaints = resolved_parameters(given)
    except ValueError as error:
        raise GenerationError(str(error)) from None
    warnings.extend(complaints)
    return parameters


def _mode(registry: TaskModeRegistry[ModeT], name: str) -> type[ModeT]:
    try:
        return registry[name].load()
    except KeyError as error:
        raise GenerationError(error.args[0]) from None


def _fleet(site: Site, request: EpisodeRequest, entries: int | None) -> tuple[FleetMember, ...]:
    models = request.fleet
    if models is None:
        models = (request.default_model,) * max(1, entries or 1)
    try:
        found = [_robot_model(site, model) for model in models]
    except NotFoundError as error:
        hint = f"did you mean {error.suggestion!r}?" if error.suggestion else "none of the asset folders has it"
        raise GenerationError(f"there is no robot model {error.name!r} ({hint})") from None
    return tuple(FleetMember(name, model) for name, model in zip(fleet_names(models), found, strict=True))


def _robot_model(site: Site, name: str) -> RobotModel:
    """A robot model; its folder is looked for once per site."""
    return site.derived(f"robot {name}", lambda: site.catalogue.robot(RobotIdentifier.parse(name)))
