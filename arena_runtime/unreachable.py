"""Goals that a robot finds no way to, said before the first tick."""

from collections.abc import Sequence

from arena_simulation_setup.episode import Episode, EpisodeRobot
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.route.margin import PLANNING_MARGIN
from arena_simulation_setup.scenario.phase import GotoPhase

SLIM = 0.1
"""Metres; a body of this radius fits into every cabin that is meant for anybody."""


def unreachable_goals(episode: Episode, models: Sequence[RobotModel], planner: RoutePlanner) -> tuple[str, ...]:
    """A sentence for the first place of each robot that it can not get to; the reason where an elevator is too small.

    Robots that nobody of ours drives find their ways themselves.

    Args:
        episode: Robots and their phases.
        models: Model of each.
        planner: Free space of the episode.
    """
    found = []
    for robot, model in zip(episode.robots, models, strict=True):
        radius, place = model.radius + PLANNING_MARGIN, robot.start.xy
        for goal in _places(robot):
            if not planner.connected(place, goal, radius):
                found.append(_sentence(robot.name, model.radius, (place, goal), planner))
                break
            place = goal
    return tuple(found)


def _places(robot: EpisodeRobot) -> list[Corner]:
    phases = robot.phases if robot.adapter == "navigator" else ()
    return [phase.pose.xy for phase in phases if isinstance(phase, GotoPhase) and phase.pose is not None]


def _sentence(robot: str, radius: float, way: tuple[Corner, Corner], planner: RoutePlanner) -> str:
    said = f"robot {robot} (radius {radius:.2f} m) finds no way to ({way[1][0]:.2f}, {way[1][1]:.2f})"
    ridden = [name for leg in planner.legs(*way, SLIM) for name in (leg.ride_from, leg.ride_to)]
    for cabin in planner.space.cabins:
        if cabin.name in ridden and cabin.boarding_radius < radius + PLANNING_MARGIN:
            most = cabin.boarding_radius - PLANNING_MARGIN
            size = f"{cabin.size[0]:.2f} m x {cabin.size[1]:.2f} m"
            return f"{said}: elevator {cabin.name} ({size}) takes a radius of at most {most:.2f} m"
    return said
