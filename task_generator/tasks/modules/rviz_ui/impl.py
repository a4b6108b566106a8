"""What the tools of RViz do."""

from collections.abc import Mapping

from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import Teleport
from task_generator.tasks.modules import Event, GoalPose, InitialPose, Reaction, Scene, TM_Module, spread
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
        tours = None if scene.tours is None else {name: tour.cleared() for name, tour in scene.tours.items()}
        orders = tuple(Teleport(name, pose) for name, pose in places.items())
        return Reaction(orders, tours=tours, warnings=_left_out(scene, places))

    def _send(self, event: GoalPose, scene: Scene) -> Reaction:
        goals = spread(event.pose, scene.robots, scene.planner)
        earlier = scene.tours or {}
        tours = {name: earlier.get(name, Tour()).with_goal(goal) for name, goal in goals.items()}
        orders = [tour.order(name, scene.defaults) for name, tour in tours.items()]
        return Reaction(
            tuple(order for order in orders if order is not None),
            tours=None if scene.tours is None else {**scene.tours, **tours},
            warnings=_left_out(scene, goals),
        )


def _left_out(scene: Scene, places: Mapping[str, Pose]) -> tuple[str, ...]:
    names = [name for name, _ in scene.robots if name not in places]
    return tuple(f"robot {name} has no room there or anywhere near" for name in names)
