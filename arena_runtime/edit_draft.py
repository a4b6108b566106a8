"""Edits of a running episode, checked one by one against the scene and against each other."""

from collections.abc import Sequence
from math import isfinite

from arena_runtime.population import Population
from arena_runtime.scene.building import Building
from arena_runtime.scene.editing_room import EditRoom, Solid, cylinder, object_solids
from arena_runtime.scene.room import TALLEST
from arena_runtime.scene.scene import Scene
from arena_simulation_setup.episode import ADAPTERS, WAYPOINT_MODES, EpisodeObject, EpisodePerson, EpisodeRobot
from arena_simulation_setup.files.near_names import did_you_mean
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.order import Edit, Remove, SpawnObject, SpawnPerson, SpawnRobot, Teleport
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.tree.identifiers import (
    DomainIdentifier,
    ObjectIdentifier,
    PedestrianIdentifier,
    RobotIdentifier,
)
from arena_simulation_setup.world.footprints import authored_box, with_box

SHOWN = 20
"""So many names are listed where one is unknown."""


class EditRefused(ValueError):  # noqa: N818 - what happened to the edit, not what went wrong in the program
    """An edit that can not be carried out; the text says why and what would be accepted."""


class EditDraft:
    """Takes edits that are possible, each on top of those before it; nothing is carried out.

    Args:
        scene: The running scene, which is only read.
        building: The world.
        planner: Routes through the world without the objects of the episode.
        population: Who and what takes part until now.
    """

    def __init__(self, scene: Scene, building: Building, planner: RoutePlanner, population: Population) -> None:
        self._building, self._planner = building, planner
        self._catalogue: AssetCatalogue = building.catalogue
        self._made_room = EditRoom(scene)
        self.population = population
        self.accepted: tuple[Edit, ...] = ()

    def take(self, edit: Edit) -> None:
        """Add an edit.

        Raises:
            EditRefused: If it can not be carried out; the draft is as before.
        """
        if isinstance(edit, SpawnObject):
            self._spawn_object(edit.object)
            edit = SpawnObject(with_box(edit.object, self._catalogue))
        elif isinstance(edit, SpawnPerson):
            self._spawn_person(edit.person)
        elif isinstance(edit, SpawnRobot):
            self._spawn_robot(edit.robot)
        elif isinstance(edit, Remove):
            self._require_known(edit.entity)
            self._made_room.take_away(edit.entity)
        else:
            self._move(edit)
        self.population = self.population.after(edit)
        self.accepted += (edit,)

    def is_taken(self, name: str) -> bool:
        """Whether anybody or anything has a name, or had it and keeps it."""
        population = self.population
        taken = (*population.robots, *population.people, *population.objects, *population.gone)
        return name in taken or name in population.built

    def _spawn_object(self, entry: EpisodeObject) -> None:
        self._require_new(entry.name)
        _require_finite(entry.name, entry.pose, *entry.scale)
        if min(entry.scale) <= 0.0:
            raise EditRefused(f"object {entry.name!r}: expected a scale above 0, got {entry.scale}")
        if authored_box(entry.extra) is None:
            self._require_model(ObjectIdentifier.parse(entry.model))
        self._put(entry.name, entry.pose, object_solids(self._building, entry))

    def _spawn_person(self, person: EpisodePerson) -> None:
        self._require_new(person.name)
        _require_finite(person.name, person.pose, person.radius, person.height, person.speed)
        if min(person.radius, person.height) <= 0.0 or person.speed < 0.0:
            raise EditRefused(f"person {person.name!r}: expected a radius and height above 0 and a speed of at least 0")
        if person.waypoint_mode not in WAYPOINT_MODES:
            raise EditRefused(
                f"person {person.name!r}: waypoint mode {person.waypoint_mode!r}, expected one of "
                f"{', '.join(WAYPOINT_MODES)}"
            )
        for x, y in person.waypoints:
            _require_finite(person.name, Pose(x, y))
        self._require_model(PedestrianIdentifier.parse(person.model))
        self._put_agent(person.name, person.pose, person.radius, TALLEST, there=not person.absent)

    def _spawn_robot(self, robot: EpisodeRobot) -> None:
        self._require_new(robot.name)
        _require_finite(robot.name, robot.start, robot.radius)
        if robot.adapter not in ADAPTERS:
            raise EditRefused(f"robot {robot.name!r}: adapter {robot.adapter!r}, expected one of {', '.join(ADAPTERS)}")
        if robot.radius <= 0.0:
            raise EditRefused(f"robot {robot.name!r}: expected a radius above 0, got {robot.radius}")
        signals = [phase.signal for phase in robot.phases if isinstance(phase, GotoPhase) and phase.signal]
        if signals and robot.adapter == "none":
            raise EditRefused(f"robot {robot.name!r}: nobody drives it who could signal {signals[0]!r}")
        try:
            model = self._catalogue.robot(RobotIdentifier.parse(robot.model))
        except (ValueError, OSError) as error:
            raise EditRefused(f"robot {robot.name!r}: {error}") from error
        self._put_agent(robot.name, robot.start, robot.radius, model.height)

    def _move(self, edit: Teleport) -> None:
        name, pose = edit.entity, edit.pose
        self._require_known(name)
        _require_finite(name, pose)
        episode = self.population.episode
        for person in episode.people:
            if person.name == name:
                self._put_agent(name, pose, person.radius, TALLEST)
        for robot in episode.robots:
            if robot.name == name:
                height = self._catalogue.robot(RobotIdentifier.parse(robot.model)).height
                self._put_agent(name, pose, robot.radius, height)
        for entry in self.population.after(edit).episode.objects:
            if entry.name == name:
                self._put(name, pose, object_solids(self._building, entry))

    def _put_agent(self, name: str, pose: Pose, radius: float, height: float, *, there: bool = True) -> None:
        if there and self._planner.clearance_at(pose.x, pose.y) <= 0.0:
            raise EditRefused(f"{name!r} has no room at ({pose.x:.2f}, {pose.y:.2f}): no free floor is there")
        self._put(name, pose, (cylinder(pose.x, pose.y, radius, height),) if there else ())

    def _put(self, name: str, pose: Pose, solids: Sequence[Solid]) -> None:
        found = self._made_room.conflict(name, solids)
        if found is not None:
            raise EditRefused(f"{name!r} has no room at ({pose.x:.2f}, {pose.y:.2f}): {found!r} is there")
        self._made_room.put(name, tuple(solids))

    def _require_new(self, name: str) -> None:
        if not name or name != name.strip():
            raise EditRefused(f"expected a name without spaces around it, got {name!r}")
        if name in self.population.gone:
            raise EditRefused(f"the name {name!r} belongs to one that was removed, expected another")
        population = self.population
        if name in (*population.robots, *population.people, *population.objects) or name in self.population.built:
            raise EditRefused(f"the name {name!r} is taken, expected another")

    def _require_known(self, name: str) -> None:
        population = self.population
        known = (*population.robots, *population.people, *population.objects)
        if name in known:
            return
        if name in population.gone:
            raise EditRefused(f"{name!r} was removed")
        if name in self.population.built:
            raise EditRefused(
                f"{name!r} belongs to the building, expected a robot, a person or an object of the episode"
            )
        some = ", ".join(known[:SHOWN]) + (", …" if len(known) > SHOWN else "")
        raise EditRefused(f"unknown entity {name!r} (expected one of {some or 'none'}{did_you_mean(name, known)})")

    def _require_model(self, model: DomainIdentifier) -> None:
        if self._catalogue.folder(model) is None:
            names = self._catalogue.names(model.asset_type)
            raise EditRefused(f"unknown model {model.text!r}{did_you_mean(model.text, names)}")


def _require_finite(name: str, pose: Pose, *numbers: float) -> None:
    values = (pose.x, pose.y, pose.z, pose.roll, pose.pitch, pose.yaw, *numbers)
    if not all(isfinite(value) for value in values):
        raise EditRefused(f"{name!r}: expected finite numbers, got {values}")
