"""Random objects and people."""

import math
from collections import Counter

from numpy.random import Generator

from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.tree.identifiers import ObjectIdentifier, PedestrianIdentifier
from arena_simulation_setup.world.entity import DynamicObstacle, Obstacle, Waypoint
from task_generator.disc import Disc
from task_generator.ground import Demand
from task_generator.model_pool import models_of
from task_generator.model_size import box_radius
from task_generator.tasks.obstacles import Obstacles, TM_Obstacles
from task_generator.tasks.obstacles.random import _NS

# A model that begins higher hangs on a wall or from the ceiling, metres.
STANDING_HEIGHT = 0.3
WAYPOINTS = 2


class TM_Random(TM_Obstacles):
    """Numbers and models are uniform within their parameters, places uniform over the free floor."""

    async def reset(self, *, seed: int) -> Obstacles:
        """Draw objects, then people who walk between two points each."""
        random = self.context.stream("obstacles", "random")
        return self._static(random), self._dynamic(random)

    def _static(self, random: Generator) -> list[Obstacle]:
        pool = [ObjectIdentifier.parse(name) for name in self._pool("static.models", "Object")]
        numbers: Counter[str] = Counter()
        obstacles = []
        for _ in range(self._count("static.n", random)):
            model, pose = self._placed(pool, random)
            numbers[model.text] += 1
            name = f"S_{model.text.replace('/', '_')}_{numbers[model.text]}"
            obstacles.append(Obstacle(name, model, pose))
        return obstacles

    def _placed(self, pool: list[ObjectIdentifier], random: Generator) -> tuple[ObjectIdentifier, Pose]:
        """A model with a place; models that hang or find no room leave the pool."""
        smallest = math.inf
        while pool:
            model = pool[int(random.integers(len(pool)))]
            box = self.context.site.catalogue.object(model).bounding_box
            radius = box_radius(box)
            point = None
            if box.z[0] < STANDING_HEIGHT:
                smallest = min(smallest, radius)
                point = self.context.world_manager.place_solid(radius, random)
            if point is not None:
                return model, Pose(*point, yaw=_yaw(random))
            pool.remove(model)
        if math.isinf(smallest):
            raise self.context.world_manager.nothing_to_place(_NS("static.models"))
        raise self.context.world_manager.no_room("another static object", Demand(smallest))

    def _dynamic(self, random: Generator) -> list[DynamicObstacle]:
        pool = self._pool("dynamic.models", "Human")
        count = self._count("dynamic.n", random)
        if count and not pool:
            raise self.context.world_manager.nothing_to_place(_NS("dynamic.models"))
        return [self._person(index, pool[int(random.integers(len(pool)))], random) for index in range(count)]

    def _person(self, index: int, model: str, random: Generator) -> DynamicObstacle:
        identifier = PedestrianIdentifier.parse(model)
        radius = self.context.site.catalogue.pedestrian(identifier).radius
        manager = self.context.world_manager
        what = f"person {index + 1}"
        start = manager.ground.find(Demand(radius), random)
        if start is None:
            raise manager.no_room(what, Demand(radius))
        manager.ground.take(Disc(*start, radius))
        demand = Demand(radius, reach=(start, radius))
        ends = [manager.ground.find_passable(demand, random) or start for _ in range(WAYPOINTS)]
        return DynamicObstacle(
            name=f"Pedestrian_{index}",
            model=identifier,
            pose=Pose(*start, yaw=_yaw(random)),
            waypoints=tuple(Waypoint(Position(*end)) for end in ends),
        )

    def _pool(self, leaf: str, asset_type: str) -> tuple[str, ...]:
        return self.context.parameters.names(_NS(leaf)) or models_of(self.context.site.catalogue, asset_type)

    def _count(self, leaf: str, random: Generator) -> int:
        low, high = self.context.parameters.int_pair(_NS(leaf))
        return int(random.integers(low, high, endpoint=True))


def _yaw(random: Generator) -> float:
    return float(random.uniform(-math.pi, math.pi))
