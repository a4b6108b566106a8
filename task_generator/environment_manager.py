"""From the obstacles and people of modes and worlds to those of an episode: names resolved, map frame."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from attrs import asdict, evolve

from arena_simulation_setup.episode import WAYPOINT_MODES, EpisodeObject, EpisodePerson
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.models.pedestrian_model import PedestrianModel
from arena_simulation_setup.world.compaction import shifted_place
from arena_simulation_setup.world.entity import DynamicObstacle, Obstacle, Waypoint
from arena_simulation_setup.world.footprints import UNSCALED, boxed
from task_generator.agents import agent_block, agent_radius, agent_speed, agent_type
from task_generator.disc import Disc
from task_generator.ground import Demand
from task_generator.mode_context import ModeContext
from task_generator.model_size import circle_radius

# How much more room than a person needs a place by name has, where there is any, metres.
PERSON_MARGIN = 0.1
REPEAT = WAYPOINT_MODES[0]

Entity = TypeVar("Entity", Obstacle, DynamicObstacle)


class EnvironmentManager:
    """Makes the objects and people of an episode.

    Args:
        context: Surroundings of the obstacle mode.
        mode: Name of the obstacle mode, for random streams.
        directory: Where relative paths of agent files start; empty where there are none.
    """

    def __init__(self, context: ModeContext, mode: str, directory: str = "") -> None:
        self._context = context
        self._mode = mode
        self._directory = directory

    def reserve(self, static: Sequence[Obstacle], dynamic: Sequence[DynamicObstacle]) -> None:
        """Let those with a pose stand on the floor before robots and others look for a place."""
        ground, site = self._context.world_manager.ground, self._context.site
        fixed = [self._object(entry) for entry in self._loaded(static) if isinstance(entry.pose, Pose)]
        ground.build(site.planner_with(fixed))
        people = [*self._loaded(dynamic), *(person for _, person in self._world_people())]
        for person in people:
            if isinstance(person.pose, Pose):
                x, y = self._map_pose(person).xy
                ground.take(Disc(x, y, self._radius(person)))

    def objects(self, static: Sequence[Obstacle]) -> tuple[EpisodeObject, ...]:
        """The objects; those with a place by name find room in it, and that room is taken."""
        return tuple(self._object(entry) for entry in self._loaded(static))

    def people(self, dynamic: Sequence[DynamicObstacle]) -> tuple[EpisodePerson, ...]:
        """The people; those with a place by name find room in it, and that room is taken."""
        return tuple(self._person(person) for person in self._loaded(dynamic))

    def world_people(self) -> tuple[EpisodePerson, ...]:
        """The world's own people as ``world_<name>``."""
        return tuple(self._person(person, level) for level, person in self._world_people())

    def _world_people(self) -> Iterator[tuple[str, DynamicObstacle]]:
        """Level and person; poses are in the map frame, so the person names no level."""
        for level, zone in self._context.places.world.zones():
            for person in zone.entities.dynamic:
                yield level, evolve(person, name=f"world_{person.name}", level_id="")

    def _loaded(self, entities: Iterable[Entity]) -> Iterator[Entity]:
        for entity in entities:
            if self._context.places.is_loaded(entity.level_id):
                yield entity
            elif entity.level_id in self._context.places.all_levels:
                self._context.warn(f"{entity.name} is left out: level {entity.level_id!r} is not loaded")
            else:
                self._context.places.origin(entity.level_id, entity.name)

    def _object(self, entry: Obstacle) -> EpisodeObject:
        pose = self._map_pose(entry) if isinstance(entry.pose, Pose) else self._object_place(entry, entry.pose)
        authored = {**entry.extra, **({"light": asdict(entry.light)} if entry.light else {})}
        extra = boxed(authored, entry.model, self._context.site.catalogue)
        return EpisodeObject(entry.name, entry.model.text, pose, entry.scale or UNSCALED, entry.level_id, extra)

    def _object_place(self, entry: Obstacle, name: str) -> Pose:
        area = self._context.places.require(name, entry.level_id, f"obstacle {entry.name}")
        radius = circle_radius(self._context.site.catalogue, entry)
        random = self._context.stream("obstacles", self._mode, entry.name)
        manager = self._context.world_manager
        point = manager.place_solid(radius, random, (area.corners,))
        if point is None:
            raise manager.no_room(f"{entry.name} in {name}", Demand(radius, polygons=(area.corners,)))
        return Pose(*point)

    def _person(self, person: DynamicObstacle, level: str = "") -> EpisodePerson:
        level = level or person.level_id
        kind, warning = agent_type(person, self._directory)
        if warning:
            self._context.warn(warning)
        model = self._model(person)
        speed = agent_speed(person, kind, lambda: self._context.stream("people", person.name))
        radius = agent_radius(person, kind, model.radius)
        pose = self._map_pose(person) if isinstance(person.pose, Pose) else self._start(person, level, radius)
        return EpisodePerson(
            name=person.name,
            model=person.model.text,
            radius=radius,
            height=model.height,
            pose=pose,
            speed=speed,
            waypoints=tuple(self._waypoints(person, level, pose.xy, radius)),
            waypoint_mode=self._waypoint_mode(person),
            agent=dict(agent_block(person)),
        )

    def _start(self, person: DynamicObstacle, level: str, radius: float) -> Pose:
        area = self._context.places.require(str(person.pose), level, f"person {person.name}")
        random = self._context.stream("people", person.name, "start")
        demand = Demand(radius + PERSON_MARGIN, polygons=(area.corners,), clear_of_doors=area.kind == "zone")
        ground = self._context.world_manager.ground
        point = ground.find(demand, random) or ground.find(evolve(demand, room=radius), random)
        if point is None:
            raise self._context.world_manager.no_room(f"person {person.name} in {area.name}", demand)
        ground.take(Disc(*point, radius))
        return Pose(*point)

    def _waypoints(self, person: DynamicObstacle, level: str, start: Corner, radius: float) -> Iterator[Corner]:
        for index, waypoint in enumerate(person.waypoints):
            if isinstance(waypoint.position, str):
                yield self._named_waypoint(person, index, waypoint.level_id or level, (start, radius))
            else:
                yield self._map_waypoint(person, waypoint).xy

    def _named_waypoint(self, person: DynamicObstacle, index: int, level: str, walker: tuple[Corner, float]) -> Corner:
        name = str(person.waypoints[index].position)
        area = self._context.places.require(name, level, f"person {person.name}")
        random = self._context.stream("people", person.name, "waypoint", index)
        demand = Demand(walker[1], polygons=(area.corners,), clear_of_doors=area.kind == "zone", reach=walker)
        ground = self._context.world_manager.ground
        point = ground.find_passable(demand, random)
        if point is None:
            self._context.warn(f"person {person.name} can not reach waypoint {name} from the start")
            point = ground.find_passable(evolve(demand, reach=None), random)
        if point is None:
            raise self._context.world_manager.no_room(f"waypoint {name} of person {person.name}", demand)
        return point

    def _map_pose(self, entity: Obstacle | DynamicObstacle) -> Pose:
        origin = self._context.places.origin(entity.level_id, entity.name)
        pose = shifted_place(entity.pose, *origin)
        assert isinstance(pose, Pose)
        return pose

    def _map_waypoint(self, person: DynamicObstacle, waypoint: Waypoint) -> Pose:
        assert not isinstance(waypoint.position, str)
        origin = self._context.places.origin(waypoint.level_id or person.level_id, f"person {person.name}")
        return Pose(waypoint.position.x + origin[0], waypoint.position.y + origin[1])

    def _model(self, person: DynamicObstacle) -> PedestrianModel:
        return self._context.site.catalogue.pedestrian(person.model)

    def _radius(self, person: DynamicObstacle) -> float:
        return agent_radius(person, agent_type(person, self._directory)[0], self._model(person).radius)

    def _waypoint_mode(self, person: DynamicObstacle) -> str:
        mode = person.extra.get("waypoint_mode", REPEAT)
        if mode in WAYPOINT_MODES:
            return str(mode)
        known = ", ".join(WAYPOINT_MODES)
        self._context.warn(f"person {person.name}: waypoint_mode {mode!r} is not known, {REPEAT} is used ({known})")
        return REPEAT
