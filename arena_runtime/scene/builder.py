"""From a world and an episode to a scene."""

from collections.abc import Collection, Sequence
from functools import lru_cache

import numpy as np

from arena_runtime.scene.building import Building
from arena_runtime.scene.compiled import CompiledScene, PersonEntry
from arena_runtime.scene.contacts import ContactTable
from arena_runtime.scene.door_bodies import add_door, add_elevator
from arena_runtime.scene.draft import Footprint, SceneDraft
from arena_runtime.scene.entity_geoms import StaticEntity, episode_entities, wall_entity
from arena_runtime.scene.errors import SceneError
from arena_runtime.scene.floor_geoms import add_floors
from arena_runtime.scene.layers import layers_of
from arena_runtime.scene.overlap import Slab, StaticFootprints
from arena_runtime.scene.person_bodies import add_person
from arena_runtime.scene.robot_addresses import robot_addresses
from arena_runtime.scene.robot_body import RobotEntry, add_robot, robot_entry
from arena_runtime.scene.scene import Scene
from arena_runtime.scene.shapes import convex_hull
from arena_runtime.scene.wall_geoms import add_walls
from arena_simulation_setup.episode import Episode, EpisodePerson, EpisodeRobot
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.tree.identifiers import PedestrianIdentifier
from arena_simulation_setup.world.door_side import effective_door_side

KEPT_HULLS = 4096
OVERHEAD = 2.0
"""Metres; what hangs higher can not stand in the way of a door."""


def build_scene(
    building: Building,
    episode: Episode,
    robot_models: Sequence[RobotModel],
    substeps: int,
    gone: Collection[str] = (),
    partners: Sequence[str] = (),
) -> Scene:
    """Build everything that an episode happens in, in its state at frame 0.

    Args:
        building: The world of the episode.
        episode: Robots, people and objects; its rate and ``substeps`` give the physics step.
        robot_models: The model of each robot of the episode, in order.
        substeps: Physics steps per tick; 3 at 30 Hz are enough for 2 m/s.
        gone: Robots and people that have an index and nothing else.
        partners: Names whose partner index is given, as those of the scene that this one takes the place of.

    Raises:
        SceneError: If the models do not match the robots, an object has no pose, or MuJoCo refuses the result.
    """
    _check_models(episode.robots, robot_models, substeps)
    there = tuple(model for robot, model in zip(episode.robots, robot_models, strict=True) if robot.name not in gone)
    draft = SceneDraft(1.0 / (episode.rate * substeps), layers_of(there), partners)
    for name in [robot.name for robot in episode.robots] + [person.name for person in episode.people]:
        draft.claim_agent(name)
    _add_building(draft, building)
    for entity in episode_entities(building.world, episode.objects):
        _add_entity(draft, entity, building)
    people = tuple(person for person in episode.people if person.name not in gone)
    _add_people(draft, building.catalogue, people)
    robots = tuple(
        robot_entry(robot, model) if robot.name in gone else add_robot(draft, robot, model)
        for robot, model in zip(episode.robots, robot_models, strict=True)
    )
    return Scene(_compiled(draft, episode, (robots, people), gone, substeps))


def _check_models(robots: Sequence[EpisodeRobot], models: Sequence[RobotModel], substeps: int) -> None:
    if len(robots) != len(models):
        raise SceneError(f"{len(models)} robot models for {len(robots)} robots, expected one for each, in order")
    for robot, model in zip(robots, models, strict=True):
        if robot.model.rpartition("/")[2] != model.name.rpartition("/")[2]:
            raise SceneError(f"robot {robot.name!r} is a {robot.model!r}, but its model is {model.name!r}")
    if substeps < 1:
        raise SceneError(f"{substeps} physics steps per tick, expected at least 1")


def _add_building(draft: SceneDraft, building: Building) -> None:
    world, catalogue = building.world, building.catalogue
    for level_id, level in building.realized.items():
        add_floors(draft, level_id, level)
        add_walls(draft, level_id, level.walls)
        for model in level.models:
            _add_entity(draft, wall_entity(level_id, model), building)
    for level_id, door in world.doors():
        add_door(draft, level_id, door, catalogue.material(door.material).color)
    for level_id, elevator in world.elevators():
        side = effective_door_side(elevator, world.levels[level_id])
        add_elevator(draft, level_id, elevator, side, catalogue.material(elevator.material).color)


def _add_entity(draft: SceneDraft, entity: StaticEntity, building: Building) -> None:
    """Add the solids of an object, named ``<name>``, ``<name>/1``, …; contacts with it carry its name."""
    partner = draft.unique(entity.name, entity.level)
    for index, part in enumerate(building.parts(entity)):
        name = partner if index == 0 else draft.unique(f"{partner}/{index}")
        draft.add_outlined(part.shape, name, ("static", partner, part.outline))


def _add_people(draft: SceneDraft, catalogue: AssetCatalogue, people: Sequence[EpisodePerson]) -> None:
    for person in people:
        add_person(draft, person, catalogue.pedestrian(PedestrianIdentifier.parse(person.model)).color)


def _compiled(
    draft: SceneDraft,
    episode: Episode,
    agents: tuple[tuple[RobotEntry, ...], tuple[EpisodePerson, ...]],
    gone: Collection[str],
    substeps: int,
) -> CompiledScene:
    robots, there = agents
    try:
        model, sight = draft.spec.compile(), draft.sight.compile()
    except ValueError as error:
        raise SceneError(f"MuJoCo refuses the scene: {error}") from error
    slabs = {
        name: Slab(partner, int(model.body(name).mocapid[0]), size) for name, (partner, size) in draft.slabs.items()
    }
    people = tuple(PersonEntry(person.name, person.radius) for person in there)
    rows = [row for row, person in enumerate(episode.people) if person.name not in gone]
    partner_of = {name: index for index, name in enumerate(draft.partners)}
    return CompiledScene(
        model=model,
        sight=sight,
        substeps=substeps,
        robots=robots,
        addresses=robot_addresses(model, robots, gone),
        people=people,
        person_rows=None if len(rows) == len(episode.people) else np.array(rows, dtype=np.intp),
        person_count=len(episode.people),
        first_person=int(model.body(people[0].name).mocapid[0]) if people else 0,
        slabs=slabs,
        partners=tuple(draft.partners),
        contact_table=ContactTable(model.ngeom, draft.owners(), [partner_of[robot.name] for robot in robots]),
        footprints=StaticFootprints(draft.footprints),
        obstacles=_obstacles(draft.footprints),
    )


def _obstacles(footprints: Sequence[Footprint]) -> tuple[tuple[str, tuple[Corner, ...]], ...]:
    corners: dict[str, list[Corner]] = {}
    for entry in footprints:
        if entry.kind == "static" and entry.bottom < OVERHEAD:
            corners.setdefault(entry.partner, []).extend(entry.corners)
    return tuple((name, _hull(tuple(points))) for name, points in corners.items())


@lru_cache(maxsize=KEPT_HULLS)
def _hull(points: tuple[Corner, ...]) -> tuple[Corner, ...]:
    """Convex hull of an object; nearly all objects of a world are the same in every scene of it."""
    return convex_hull(np.array(points))
