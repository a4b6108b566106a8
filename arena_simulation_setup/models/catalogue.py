"""The models behind the identifiers, read from an ordered list of asset folders."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from attrs import evolve

from arena_simulation_setup.files.cursor import Cursor, Reader
from arena_simulation_setup.files.load_document import load_document
from arena_simulation_setup.files.nodes import Mark
from arena_simulation_setup.files.problem import FileProblems, Problem
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.models.material import Material
from arena_simulation_setup.models.object_model import PLACEHOLDER_BOX, BoundingBox, ObjectModel
from arena_simulation_setup.models.pedestrian_model import PedestrianModel
from arena_simulation_setup.models.read_material import read_material, tinted
from arena_simulation_setup.models.read_object import read_object
from arena_simulation_setup.models.read_pedestrian import read_pedestrian
from arena_simulation_setup.models.read_robot import read_robot
from arena_simulation_setup.models.read_sound_model import read_sound_model
from arena_simulation_setup.models.read_wall_preset import read_wall_preset
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.models.sound_model import SoundModel
from arena_simulation_setup.models.wall_preset import WallPreset, WallSegmentItem
from arena_simulation_setup.tree.folders import is_folder
from arena_simulation_setup.tree.identifiers import (
    DomainIdentifier,
    MaterialIdentifier,
    ObjectIdentifier,
    PedestrianIdentifier,
    RobotIdentifier,
    SoundIdentifier,
    WallIdentifier,
)
from arena_simulation_setup.tree.not_found import MissingAssetError, NotFoundError
from arena_simulation_setup.tree.resolvers import Resolver
from arena_simulation_setup.world.wall import WALL_HEIGHT, WALL_THICKNESS
from arena_simulation_setup.world.zone import WALL_MATERIAL

T = TypeVar("T", Material, ObjectModel, PedestrianModel, RobotModel, SoundModel, WallPreset)

PLAIN_WALL = WallPreset("", (WallSegmentItem(WALL_MATERIAL, WALL_HEIGHT, WALL_THICKNESS),))


class AssetCatalogue:
    """Models by identifier; each file is read once.

    A file with errors raises ``FileProblems``, except that of a wall preset: the plain wall stands for it. Where
    nothing may stand for a missing asset, asking for one raises ``MissingAssetError``.

    Attributes:
        roots: Folders of ``<domain>/<Type>/<name>/``; the first hit wins.
        resolvers: Places that are asked for what is in none of the folders, and may fetch it.
        strict: Whether a missing asset is an error.
        missing: ``domain/Type/name`` of every asset that was asked for and is in no root, in order of the first
            request; a placeholder stands for each of them.
        problems: Errors of wall presets that could not be read.
    """

    def __init__(self, roots: Sequence[Path], resolvers: Sequence[Resolver] = (), strict: bool = False) -> None:
        """Set the folders to look into.

        Args:
            roots: Folders of ``<domain>/<Type>/<name>/``; the first hit wins.
            resolvers: Places that are asked for what is in none of the folders, and may fetch it.
            strict: Whether a missing asset is an error.
        """
        self.roots = tuple(roots)
        self.resolvers = tuple(resolvers)
        self.strict = strict
        self.missing: list[str] = []
        self.problems: list[Problem] = []
        self._known: dict[str, object] = {}

    def object(self, identifier: ObjectIdentifier, bbox: BoundingBox | None = None) -> ObjectModel:
        """The model of an object; a box of ``bbox`` (else 0.5 x 0.5 x 1.0 m) stands for an unknown one."""
        model = self._model(identifier, "annotation.yaml", read_object)
        if model is not None:
            return model
        return ObjectModel(identifier.text, "", bbox or PLACEHOLDER_BOX, placeholder=True)

    def pedestrian(self, identifier: PedestrianIdentifier) -> PedestrianModel:
        """The model of a person; the default person stands for an unknown one."""
        model = self._model(identifier, "annotation.yaml", read_pedestrian)
        return PedestrianModel(identifier.text, placeholder=True) if model is None else model

    def material(self, identifier: MaterialIdentifier) -> Material:
        """The material with its modifiers applied; a grey one stands for an unknown one, and where no name is given."""
        found = self._model(identifier, "material.yaml", read_material) if identifier.name else None
        material = Material(identifier.text, placeholder=True) if found is None else found
        tint = identifier.modifiers.get("tint")
        return material if tint is None else tinted(material, str(tint))

    def wall(self, identifier: WallIdentifier) -> WallPreset:
        """The wall preset; the plain wall stands for one that is unknown or has errors."""
        try:
            preset = self._model(identifier, f"{identifier.name}.yaml", read_wall_preset)
        except FileProblems as error:
            self.problems += error.problems
            self._known[identifier.relative_path] = preset = PLAIN_WALL
        return PLAIN_WALL if preset is None else preset

    def sound(self, identifier: SoundIdentifier) -> SoundModel:
        """The entry of the sound catalog; a sound as loud as speech stands for an unknown one."""
        model = self._model(identifier, "annotation.yaml", read_sound_model)
        return SoundModel(identifier.text, placeholder=True) if model is None else model

    def robot(self, identifier: RobotIdentifier) -> RobotModel:
        """The robot model.

        Raises:
            NotFoundError: If no root has it; the known ones are listed.
        """
        if self.folder(identifier) is None:
            raise NotFoundError(*self._failed_search(identifier))
        model = self._model(identifier, "caps.yaml", read_robot)
        assert model is not None
        return self._with_files(model, identifier)

    def _with_files(self, model: RobotModel, identifier: RobotIdentifier) -> RobotModel:
        """A robot with its description files, which are called as its folder is."""
        folder = self.folder(identifier)
        assert folder is not None
        mjcf, urdf = folder / f"{folder.name}.xml", folder / f"{folder.name}.urdf"
        return evolve(model, mjcf=str(mjcf) if mjcf.is_file() else "", urdf=str(urdf) if urdf.is_file() else "")

    def folder(self, identifier: DomainIdentifier) -> Path | None:
        """The folder of an asset in the first place that has it; an empty name has none."""
        if not identifier.name:
            return None
        inside = next((root for root in self.roots if is_folder(root / identifier.relative_path)), None)
        if inside is not None:
            return inside / identifier.relative_path
        if identifier.relative_path.startswith("/"):
            path = Path(identifier.relative_path)
            return path if is_folder(path) else None
        found = (resolver.resolve(identifier.relative_path) for resolver in self.resolvers)
        return next((folder for folder in found if folder is not None), None)

    def names(self, asset_type: str) -> tuple[str, ...]:
        """Short names of all assets of a type (``Object``, ``Human``, ``Material``, ``Wall`` …), sorted.

        Buckets do not count: what may be drawn from must not depend on whether they can be reached.
        """
        found = [
            DomainIdentifier(folder.name, folder.parent.parent.name).text
            for root in self.roots
            if root.is_dir()
            for folder in root.glob(f"*/{asset_type}/*")
            if folder.is_dir()
        ]
        return tuple(sorted(dict.fromkeys(found)))

    def _model(self, identifier: DomainIdentifier, file: str, read: Reader[T]) -> T | None:
        """The model of an identifier; None, and an entry in ``missing``, where no root has it."""
        key = identifier.relative_path
        if key not in self._known:
            folder = self.folder(identifier)
            if folder is None:
                self._miss(identifier)
            self._known[key] = None if folder is None else _read(folder / file, read, identifier.text)
        return self._known[key]  # type: ignore[return-value]  # one type of model per type of identifier

    def _miss(self, identifier: DomainIdentifier) -> None:
        if self.strict:
            raise MissingAssetError(*self._failed_search(identifier))
        self.missing.append(identifier.relative_path)

    def _failed_search(self, identifier: DomainIdentifier) -> tuple[str, str, tuple[str, ...], tuple[str, ...]]:
        """What an error about an asset says: its kind and name, the places, the known names."""
        asked = [resolver.examine(identifier.relative_path).text for resolver in self.resolvers]
        places = (*(str(root) for root in self.roots), *asked)
        return identifier.asset_type.lower(), identifier.text, places, self.names(identifier.asset_type)


def _read(path: Path, read: Callable[[Cursor], T], name: str) -> T:
    if not path.exists():
        report = Report(str(path))
        report.error("file.missing", Mark(), "", f"the asset {name!r} has no such file", expected=f"a {path.name}")
        report.raise_errors()
    return evolve(load_document(path, read).value, name=name)
