"""So many obstacles of each model, each at a place of its own."""

from collections import Counter
from collections.abc import Iterator

from attrs import evolve
from numpy.random import Generator

from arena_simulation_setup.files.read_parametrized import load_parametrized
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.parametrized import DYNAMIC, ParametrizedEntry
from arena_simulation_setup.tree.config_identifiers import ParametrizedIdentifier
from arena_simulation_setup.world.entity import DynamicObstacle, Obstacle
from task_generator.candidates import Polygon
from task_generator.config_source import load_config
from task_generator.errors import PlacementError
from task_generator.ground import Demand
from task_generator.model_pool import floor_model
from task_generator.tasks.obstacles import Obstacles, TM_Obstacles
from task_generator.tasks.obstacles.parametrized import _NS
from task_generator.walkers import Walker, any_heading, place_walker


class TM_Parametrized(TM_Obstacles):
    """Numbers are uniform within those of the entry, places uniform over its zone or the whole map."""

    async def reset(self, *, seed: int) -> Obstacles:
        """Every entry of the file in its order: objects first, then people."""
        config = load_config(self.context, _NS("file"), ParametrizedIdentifier, load_parametrized)
        random = self.context.stream("obstacles", "parametrized")
        numbers: Counter[str] = Counter()
        static: list[Obstacle] = []
        dynamic: list[DynamicObstacle] = []
        for entry in config.entries:
            for placed in self._placed(entry, numbers, random):
                if isinstance(placed, Obstacle):
                    static.append(placed)
                else:
                    dynamic.append(placed)
        return static, dynamic

    def _placed(
        self, entry: ParametrizedEntry, numbers: Counter[str], random: Generator
    ) -> Iterator[Obstacle | DynamicObstacle]:
        """Those of one entry; above the least number a full floor only gives a warning."""
        polygons = self._polygons(entry)
        place = self._person if entry.kind == DYNAMIC else self._object
        count = int(random.integers(entry.least, entry.most, endpoint=True))
        for index in range(count):
            try:
                yield place(entry, _next_name(entry.model, numbers), polygons, random)
            except PlacementError as error:
                if index < entry.least:
                    raise
                self.context.warn(f"{entry.place}: {index} of {count} are placed: {error}")
                return

    def _polygons(self, entry: ParametrizedEntry) -> tuple[Polygon, ...]:
        return self.context.places.zone_polygons(entry.zone, f"{entry.place}: zone") if entry.zone else ()

    def _object(
        self, entry: ParametrizedEntry, name: str, polygons: tuple[Polygon, ...], random: Generator
    ) -> Obstacle:
        model = floor_model(self.context.site.catalogue, entry.model)
        point = self.context.world_manager.place_solid(model.radius, random, polygons)
        if point is None:
            what = f"{name} ({entry.place})"
            raise self.context.world_manager.no_room(what, Demand(model.radius, polygons=polygons))
        return Obstacle(name, model.identifier, Pose(*point, yaw=any_heading(random)), extra=_extra(entry))

    def _person(
        self, entry: ParametrizedEntry, name: str, polygons: tuple[Polygon, ...], random: Generator
    ) -> DynamicObstacle:
        walker = Walker(name, entry.model, f"{name} ({entry.place})", polygons)
        return evolve(place_walker(self.context, walker, random), extra=_extra(entry))


def _next_name(model: str, numbers: Counter[str]) -> str:
    """One sequence for all kinds, so that an object and a person of one model have different names."""
    stem = model.replace("/", "_")
    numbers[stem] += 1
    return f"S_{stem}_{numbers[stem]}"


def _extra(entry: ParametrizedEntry) -> dict[str, str]:
    return {"type": entry.type} if entry.type else {}
