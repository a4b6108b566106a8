"""Random objects and people."""

import math
from collections import Counter

from numpy.random import Generator

from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.tree.identifiers import ObjectIdentifier
from arena_simulation_setup.world.entity import DynamicObstacle, Obstacle
from task_generator.errors import PlacementError
from task_generator.ground import Demand
from task_generator.model_pool import floor_model, loose_objects, models_of
from task_generator.tasks.obstacles import Obstacles, TM_Obstacles
from task_generator.tasks.obstacles.random import _NS
from task_generator.walkers import Walker, any_heading, place_walker


class TM_Random(TM_Obstacles):
    """Numbers and models are uniform within their parameters, places uniform over the free floor.

    Where fewer objects have room than were drawn, but as many as are asked for at least, these are placed.
    """

    async def reset(self, *, seed: int) -> Obstacles:
        """Draw objects, then people who walk between two points each, then interactive objects."""
        random = self.context.stream("obstacles", "random")
        static, dynamic = self._objects("static", "S", random), self._dynamic(random)
        return [*static, *self._objects("interactive", "I", random)], dynamic

    def _objects(self, kind: str, letter: str, random: Generator) -> list[Obstacle]:
        named = self.context.parameters.names(_NS(f"{kind}.models"))
        pool = list(named or loose_objects(self.context.site.catalogue))
        numbers: Counter[str] = Counter()
        obstacles: list[Obstacle] = []
        count = self._count(f"{kind}.n", random)
        for _ in range(count):
            try:
                model, pose = self._placed(kind, pool, random)
            except PlacementError as error:
                if len(obstacles) < min(self.context.parameters.int_pair(_NS(f"{kind}.n"))):
                    raise
                self.context.warn(f"{len(obstacles)} of the {count} {kind} objects that were drawn have room: {error}")
                break
            numbers[model.text] += 1
            name = f"{letter}_{model.text.replace('/', '_')}_{numbers[model.text]}"
            obstacles.append(Obstacle(name, model, pose))
        return obstacles

    def _placed(self, kind: str, pool: list[str], random: Generator) -> tuple[ObjectIdentifier, Pose]:
        """A model with a place; models that hang or find no room leave the pool."""
        smallest = math.inf
        while pool:
            name = pool[int(random.integers(len(pool)))]
            model = floor_model(self.context.site.catalogue, name)
            point = None
            if model.stands:
                smallest = min(smallest, model.radius)
                point = self.context.world_manager.place_solid(model.radius, random)
            if point is not None:
                return model.identifier, Pose(*point, yaw=any_heading(random))
            pool.remove(name)
        if math.isinf(smallest):
            raise self.context.world_manager.nothing_to_place(_NS(f"{kind}.models"))
        raise self.context.world_manager.no_room(f"another {kind} object", Demand(smallest))

    def _dynamic(self, random: Generator) -> list[DynamicObstacle]:
        named = self.context.parameters.names(_NS("dynamic.models"))
        pool = named or models_of(self.context.site.catalogue, "Human")
        count = self._count("dynamic.n", random)
        if count and not pool:
            raise self.context.world_manager.nothing_to_place(_NS("dynamic.models"))
        people = (
            Walker(f"Pedestrian_{index}", pool[int(random.integers(len(pool)))], f"person {index + 1}")
            for index in range(count)
        )
        return [place_walker(self.context, person, random) for person in people]

    def _count(self, leaf: str, random: Generator) -> int:
        low, high = self.context.parameters.int_pair(_NS(leaf))
        return int(random.integers(low, high, endpoint=True))
