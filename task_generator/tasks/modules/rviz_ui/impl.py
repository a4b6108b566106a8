"""What the tools of RViz do."""

import math
from collections.abc import Iterator, Mapping

from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import SubmitPhases, Teleport
from arena_simulation_setup.scenario.phase import GotoPhase
from task_generator.goal_ways import no_way, point_text
from task_generator.task_defaults import filled
from task_generator.tasks.modules import GAP, Event, GoalPose, InitialPose, Reaction, Scene, TM_Module, spread
from task_generator.tasks.robots.guided.tour import Tour


class RvizUi(TM_Module):
    """2D Pose Estimate puts all robots there, 2D Goal Pose sends all of them there, Publish Point resets."""

    def heard(self, event: Event, scene: Scene) -> Reaction:
        """What a click leads to; robots that would be on each other stand or go beside each other."""
        if isinstance(event, InitialPose):
            return self._put(event, scene)
        if isinstance(event, GoalPose):
            return self._send(event, scene)
        return Reaction(reset=True)

    def _put(self, event: InitialPose, scene: Scene) -> Reaction:
        places = spread(event.pose, scene.robots, scene.planner)
        moves = tuple(Teleport(name, pose) for name, pose in places.items())
        warnings = tuple(f"robot {name} has no room there or anywhere near" for name in _others(scene, places))
        if scene.tours is None:
            return Reaction(moves, warnings=warnings)
        stays = tuple(SubmitPhases(name, (filled(GotoPhase(), scene.defaults),)) for name in places)
        tours = {name: tour.cleared() for name, tour in scene.tours.items()}
        return Reaction((*moves, *stays), tours=tours, warnings=warnings)

    def _send(self, event: GoalPose, scene: Scene) -> Reaction:
        places = spread(event.pose, scene.robots, scene.planner)
        refused = dict(_refused(event.pose, places, scene))
        goals = {name: goal for name, goal in places.items() if name not in refused}
        earlier = scene.tours or {}
        tours = {name: earlier.get(name, Tour()).with_goal(goal) for name, goal in goals.items()}
        orders = [tour.order(name, scene.defaults) for name, tour in tours.items()]
        return Reaction(
            tuple(order for order in orders if order is not None),
            tours=None if scene.tours is None else {**scene.tours, **tours},
            warnings=tuple(refused.values()),
        )


def _refused(wanted: Pose, places: Mapping[str, Pose], scene: Scene) -> Iterator[tuple[str, str]]:
    """Robots that are not sent, and why; each may stop as far from the goal as those before it need room."""
    allowed = scene.defaults.tolerance_radius
    for name, radius in scene.robots:
        place = places.get(name)
        if place is None or math.dist(place.xy, wanted.xy) > allowed:
            yield name, f"robot {name} has no room within {allowed:.2f} m of {point_text(wanted.xy)}"
            continue
        allowed += 2.0 * radius + GAP
        tour = (scene.tours or {}).get(name, Tour())
        start = tour.waypoints[-1].xy if tour.waypoints else scene.positions.get(name)
        if start is not None:
            problem = no_way((name, radius), start, place.xy, scene.defaults.tolerance_radius, scene.planner)
            if problem:
                yield name, problem


def _others(scene: Scene, places: Mapping[str, Pose]) -> tuple[str, ...]:
    return tuple(name for name, _ in scene.robots if name not in places)
