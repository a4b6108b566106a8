"""From a world, two modes and a seed to a complete episode."""

from collections.abc import Coroutine
from typing import Any, TypeVar

from arena_simulation_setup.conditions.names import unknown_names
from arena_simulation_setup.conditions.trigger_names import unknown_triggers
from arena_simulation_setup.episode import Episode, EpisodeRobot
from arena_simulation_setup.site import Site
from task_generator.adapters import parse_adapters
from task_generator.aside import Floor, stand_aside
from task_generator.consistency import check_cast
from task_generator.environment_manager import EnvironmentManager
from task_generator.errors import GenerationError, PlacementError
from task_generator.mode_context import FleetMember
from task_generator.preparation import Preparation, prepare
from task_generator.regions import RegionResolver
from task_generator.request import EpisodeRequest, Generated
from task_generator.script import script_in_map
from task_generator.task_defaults import TaskDefaults, filled
from task_generator.tasks.robots import Assignment

__all__ = ["EpisodeRequest", "Generated", "GenerationError", "PlacementError", "TaskDefaults", "generate"]

T = TypeVar("T")


def generate(site: Site, request: EpisodeRequest) -> Generated:
    """Make an episode: the same site, request and seed give the same one, in every process.

    Robots come before obstacles, so that nothing is placed on their starts and goals.

    Args:
        site: The loaded world.
        request: What is wanted.

    Raises:
        GenerationError: If no such episode can be made; one sentence says why.
        FileProblems: If the scenario's file has errors.
    """
    preparation = prepare(site, request)
    script = script_in_map(preparation.obstacles.script, preparation.context)
    environment = EnvironmentManager(preparation.context, request.obstacles_mode, script.directory)
    environment.reserve(*preparation.obstacles.fixed())
    assignments = driven(preparation.robots.reset(seed=request.seed))
    static, dynamic = driven(preparation.obstacles.reset(seed=request.seed))
    objects = environment.objects(static)
    solids = site.solid_outlines(objects)
    planner = site.planner.with_solids(solids)
    robots = _robots(preparation, preparation.robots.completed(assignments, planner), request)
    everybody = (*environment.world_people(), *environment.people(dynamic))
    people, moved = stand_aside(everybody, robots, Floor(site.planner, solids, planner))
    regions, comers = RegionResolver(preparation.context, planner, script.directory).resolved(script.regions)
    people += comers
    check_cast(robots, people, objects)
    episode = Episode(
        episode_id=request.episode_id,
        world=site.reference,
        scenario=script.scenario or preparation.robots.scenario,
        seed=request.seed,
        obstacles_mode=request.obstacles_mode,
        robots_mode=request.robots_mode,
        robots=robots,
        people=people,
        objects=objects,
        sounds=script.sounds,
        regions=regions,
        timeline=script.timeline,
        conditions=script.conditions,
        limits=request.limits,
    )
    named = (episode, site.world, site.catalogue)
    unknown = (*unknown_names(*named), *unknown_triggers(*named))
    return Generated(episode, (*preparation.context.warnings, *moved, *unknown))


def driven(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that waits for nothing.

    Raises:
        GenerationError: If it does wait.
    """
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    coroutine.close()
    raise GenerationError(f"{coroutine} waits for something, but an episode is made in one go")


def _robots(
    preparation: Preparation, assignments: list[Assignment], request: EpisodeRequest
) -> tuple[EpisodeRobot, ...]:
    fleet = preparation.context.fleet
    try:
        adapters = parse_adapters(request.adapter).of([(member.name, member.model.name) for member in fleet])
    except ValueError as error:
        raise GenerationError(f"robot.mobile: {error}") from None
    rows = zip(fleet, assignments, adapters, strict=True)
    return tuple(_robot(member, assignment, adapter, request) for member, assignment, adapter in rows)


def _robot(member: FleetMember, assignment: Assignment, adapter: str, request: EpisodeRequest) -> EpisodeRobot:
    return EpisodeRobot(
        name=member.name,
        model=member.model.name,
        radius=member.model.radius,
        start=assignment.start,
        phases=tuple(filled(phase, request.defaults) for phase in assignment.phases),
        conditions=assignment.conditions,
        adapter=adapter,
        endless=assignment.endless,
        relocation=assignment.relocation,
    )
