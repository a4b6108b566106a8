"""Models and materials that no asset folder has, or whose files have errors."""

from collections.abc import Callable, Iterable, Iterator

from attrs import frozen

from arena_simulation_setup.check.checked_file import CheckedFile
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.problem import FileProblems, Problem
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.wall_preset import WallItem, WallModelItem, WallSegmentItem
from arena_simulation_setup.tree.identifiers import (
    DomainIdentifier,
    MaterialIdentifier,
    ObjectIdentifier,
    PedestrianIdentifier,
    SoundIdentifier,
    WallIdentifier,
)
from arena_simulation_setup.world.entity import DynamicObstacle, Obstacle
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.sound import Sound
from arena_simulation_setup.world.zone import WALL_MATERIAL, Zone

WHAT = {
    ObjectIdentifier: "model",
    PedestrianIdentifier: "pedestrian model",
    MaterialIdentifier: "material",
    WallIdentifier: "wall preset",
    SoundIdentifier: "sound",
}


@frozen
class AssetUse:
    """A place that names an asset."""

    identifier: DomainIdentifier
    path: str


class AssetCheck:
    """Reports each missing or broken asset once, where it is named first.

    Args:
        catalogue: The assets that the world sees.
    """

    def __init__(self, catalogue: AssetCatalogue) -> None:
        self._catalogue = catalogue
        self._seen: set[str] = set()
        self._broken_presets = 0

    def problems(self, file: CheckedFile, uses: Iterable[AssetUse]) -> Iterator[Problem]:
        """What is wrong with the assets that a file names, in the order of the file."""
        for use in uses:
            key = use.identifier.relative_path
            if use.identifier.name and key not in self._seen:
                self._seen.add(key)
                yield from self._asset(file, use)

    def _asset(self, file: CheckedFile, use: AssetUse) -> Iterator[Problem]:
        what, name = WHAT[type(use.identifier)], use.identifier.text
        if self._catalogue.folder(use.identifier) is None:
            known = self._catalogue.names(use.identifier.asset_type)
            message = f"{what} {name!r} is in no asset folder"
            hints = {"found": name, "expected": f"an asset {use.identifier.relative_path}"}
            yield file.problem("asset.missing", use.path, message, **hints, suggestion=nearest(name, known))
            return
        errors = self._errors(use.identifier)
        if errors:
            yield file.problem("asset.broken", use.path, f"the file of {what} {name!r} has errors", found=name)
            yield from errors
        elif isinstance(use.identifier, WallIdentifier):
            inner = _assets_of(self._catalogue.wall(use.identifier).items)
            yield from self.problems(file, (AssetUse(identifier, use.path) for identifier in inner))

    def _errors(self, identifier: DomainIdentifier) -> tuple[Problem, ...]:
        readers: dict[type, Callable[..., object]] = {
            ObjectIdentifier: self._catalogue.object,
            PedestrianIdentifier: self._catalogue.pedestrian,
            MaterialIdentifier: self._catalogue.material,
            WallIdentifier: self._catalogue.wall,
            SoundIdentifier: self._catalogue.sound,
        }
        before = len(self._catalogue.problems)
        try:
            readers[type(identifier)](identifier)
        except FileProblems as error:
            return error.problems
        return tuple(self._catalogue.problems[before:])


def _assets_of(items: Iterable[WallItem]) -> Iterator[DomainIdentifier]:
    """Materials and models of a wall preset."""
    for item in items:
        if isinstance(item, WallSegmentItem):
            yield item.material
        elif isinstance(item, WallModelItem):
            yield item.model
        else:
            yield from _assets_of(item.items)


def level_assets(level: LevelDescription) -> Iterator[AssetUse]:
    """Every place of a level that names an asset."""
    for z, zone in enumerate(level.zones):
        yield from _zone_assets(zone, f"zones[{z}]")


def entity_assets(static: Iterable[Obstacle], dynamic: Iterable[DynamicObstacle], path: str) -> Iterator[AssetUse]:
    """Models of objects and people in two lists below ``path``, which ends in a dot or is empty."""
    for index, entity in enumerate(static):
        yield AssetUse(entity.model, f"{path}static[{index}].model")
    for index, person in enumerate(dynamic):
        yield AssetUse(person.model, f"{path}dynamic[{index}].model")


def sound_assets(sounds: Iterable[Sound], path: str) -> Iterator[AssetUse]:
    """Entries of the sound catalog in a list at ``path``."""
    for index, sound in enumerate(sounds):
        try:
            yield AssetUse(SoundIdentifier.parse(sound.asset_id), f"{path}[{index}].asset_id")
        except ValueError:
            continue


def _zone_assets(zone: Zone, path: str) -> Iterator[AssetUse]:
    yield AssetUse(zone.material, f"{path}.material")
    if zone.ceiling:
        yield AssetUse(zone.ceiling_material, f"{path}.ceiling_material")
    yield AssetUse(zone.wall_material, f"{path}.wall_material")
    for index, wall in enumerate(zone.walls):
        if wall.kind is not None:
            yield AssetUse(wall.kind, f"{path}.walls[{index}].kind")
        else:
            yield AssetUse(wall.material or WALL_MATERIAL, f"{path}.walls[{index}].material")
    for index, door in enumerate(zone.doors):
        yield AssetUse(door.material, f"{path}.doors[{index}].material")
    for index, lift in enumerate(zone.elevators):
        yield AssetUse(lift.material, f"{path}.elevators[{index}].material")
    yield from entity_assets(zone.entities.static, zone.entities.dynamic, f"{path}.entities.")
    yield from sound_assets(zone.sounds, f"{path}.sounds")
