"""Scenes of a few walls, for tests."""

import math
from collections.abc import Sequence

from attrs import evolve

from arena_runtime.scene.builder import build_scene
from arena_runtime.scene.building import Building
from arena_runtime.scene.scene import Scene
from arena_simulation_setup.episode import Episode, EpisodeObject, EpisodePerson, EpisodeRobot, WorldReference
from arena_simulation_setup.geometry import Corner, Pose, Position
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.material import Material
from arena_simulation_setup.models.object_model import BoundingBox, ObjectModel, Primitive
from arena_simulation_setup.models.pedestrian_model import PedestrianModel
from arena_simulation_setup.models.robot_model import LidarModel, RobotModel
from arena_simulation_setup.tree.identifiers import MaterialIdentifier, ObjectIdentifier, PedestrianIdentifier
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.realization import RealizedLevel, WallSlab
from arena_simulation_setup.world.zone import Zone

SUBSTEPS = 3
LIDAR = LidarModel("lidar", Pose(0.1, 0.0, 0.0, 0.25), 361, -math.pi, math.pi, 0.05, 12.0, 10.0)
ROLLER = RobotModel("roller", "a disc", "differential", 0.267, 0.5, 16.0, 2.0, 3.0, lidars=(LIDAR,))
GLIDER = evolve(ROLLER, name="glider", drive="omnidirectional")
STEEL = Material("steel")
NOTHING_BUILT = RealizedLevel()

TABLE = ObjectModel(
    "table",
    "a plate on a leg",
    BoundingBox((-0.6, 0.6), (-0.4, 0.4), (0.0, 0.75)),
    (
        Primitive("box", (1.2, 0.8, 0.04), Position(0.0, 0.0, 0.73)),
        Primitive("cylinder", (0.1, 0.1, 0.71), Position(0.0, 0.0, 0.355)),
    ),
)
CRATE = ObjectModel("crate", "a closed box", BoundingBox((-0.5, 0.5), (-0.5, 0.5), (0.0, 1.0)))
MAT = ObjectModel("mat", "a door mat", BoundingBox((-0.5, 0.5), (-0.5, 0.5), (0.0, 0.015)))
LAMP = ObjectModel("lamp", "hangs from the ceiling", BoundingBox((-0.5, 0.5), (-0.5, 0.5), (2.2, 2.4)))


class FewModels(AssetCatalogue):
    """A catalogue of the objects above; every surface is grey."""

    def __init__(self, *models: ObjectModel) -> None:
        super().__init__([])
        self._models = {model.name: model for model in (TABLE, CRATE, MAT, LAMP, *models)}

    def object(self, identifier: ObjectIdentifier, bbox: BoundingBox | None = None) -> ObjectModel:
        """The model of that name."""
        return self._models[identifier.name]

    def pedestrian(self, identifier: PedestrianIdentifier) -> PedestrianModel:
        """A person in blue."""
        return PedestrianModel(identifier.name)

    def material(self, identifier: MaterialIdentifier) -> Material:
        """Grey."""
        return Material(identifier.name)


def wall(
    name: str, start: Corner, end: Corner, thickness: float = 0.05, bottom: float = 0.0, top: float = 2.0
) -> WallSlab:
    """A solid wall."""
    return WallSlab(name, start, end, bottom, top, thickness, STEEL)


def robot(name: str = "roller_0", x: float = 0.0, y: float = 0.0, yaw: float = 0.0) -> EpisodeRobot:
    """A robot of radius 0.267 m; the model is the name up to the number."""
    return EpisodeRobot(name, name.rpartition("_")[0], ROLLER.radius, Pose(x, y, yaw))


def person(name: str, x: float, y: float) -> EpisodePerson:
    """A person of 0.25 m radius."""
    return EpisodePerson(name, "arenian", 0.25, 1.75, Pose(x, y), 1.0)


def thing(name: str, model: str, x: float, y: float, yaw: float = 0.0, z: float = 0.0) -> EpisodeObject:
    """An object of the episode."""
    return EpisodeObject(name, model, Pose(x, y, yaw, z))


def scene(
    robots: Sequence[EpisodeRobot] = (robot(),),
    people: Sequence[EpisodePerson] = (),
    objects: Sequence[EpisodeObject] = (),
    realized: RealizedLevel = NOTHING_BUILT,
    zones: Sequence[Zone] = (),
    models: Sequence[RobotModel] = (ROLLER, GLIDER),
    substeps: int = SUBSTEPS,
    catalogue: AssetCatalogue | None = None,
) -> Scene:
    """A scene on one level, called 0."""
    world = CompactedWorld("small", {"0": LevelDescription(tuple(zones))}, {"0": (0.0, 0.0)})
    episode = Episode(
        1,
        WorldReference("small", ""),
        "",
        1,
        robots=tuple(robots),
        people=tuple(people),
        objects=tuple(objects),
    )
    named = {model.name: model for model in models}
    own = [named[entry.model] for entry in robots]
    return build_scene(Building(world, {"0": realized}, catalogue or FewModels()), episode, own, substeps)
