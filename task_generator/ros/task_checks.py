"""Whether a robot can do what it is told while an episode runs."""

from collections.abc import Iterator

from attrs import evolve

from arena_simulation_setup.conditions.names import unknown_names
from arena_simulation_setup.episode import Episode, EpisodeRobot
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.order import SubmitPhases
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site
from task_generator.goal_ways import no_way


def task_problems(order: SubmitPhases, episode: Episode, site: Site, place: Corner | None) -> Iterator[str]:
    """What is wrong with a task in a running episode, one sentence each.

    Args:
        order: The task.
        episode: The episode as it began.
        site: Its world.
        place: Where the robot is, metres, map frame; None where that is not known, as of one that came later.
    """
    robot = next((robot for robot in episode.robots if robot.name == order.robot), None)
    if robot is None or place is None:
        return
    yield from _unreachable(order, robot, place, episode, site)
    told = unknown_names(episode, site.world, site.catalogue)
    others = tuple(other for other in episode.robots if other is not robot)
    wanted = evolve(robot, phases=order.phases, conditions=order.conditions)
    after = evolve(episode, robots=(*others, wanted))
    yield from (sentence for sentence in unknown_names(after, site.world, site.catalogue) if sentence not in told)


def _unreachable(
    order: SubmitPhases, robot: EpisodeRobot, place: Corner, episode: Episode, site: Site
) -> Iterator[str]:
    planner = site.planner_with(episode.objects)
    for phase in order.phases:
        if isinstance(phase, GotoPhase) and phase.pose is not None and phase.target is None:
            goal = phase.pose.xy
            problem = no_way((robot.name, robot.radius), place, goal, phase.tolerance_radius or 0.0, planner)
            if problem:
                yield problem
            place = goal
