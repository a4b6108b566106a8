"""The models behind the identifiers, read from an ordered list of asset folders."""

from collections.abc import Sequence
from pathlib import Path

from arena_simulation_setup.models.material import Material
from arena_simulation_setup.models.object_model import BoundingBox, ObjectModel
from arena_simulation_setup.models.pedestrian_model import PedestrianModel
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.models.wall_preset import WallPreset
from arena_simulation_setup.tree.identifiers import (
    MaterialIdentifier,
    ObjectIdentifier,
    PedestrianIdentifier,
    RobotIdentifier,
    WallIdentifier,
)


class AssetCatalogue:
    """Models by identifier; each file is read once.

    Attributes:
        missing: ``domain/Type/name`` of every asset that was asked for and is in no root, in order of the first
            request; a placeholder stands for each of them.
    """

    def __init__(self, roots: Sequence[Path]) -> None:
        """Set the folders to look into.

        Args:
            roots: Folders of ``<domain>/<Type>/<name>/``; the first hit wins.
        """
        self.missing: list[str] = []

    def object(self, identifier: ObjectIdentifier, bbox: BoundingBox | None = None) -> ObjectModel:
        """The model of an object; a box of ``bbox`` (else 0.5 x 0.5 x 1.0 m) stands for an unknown one."""
        raise NotImplementedError

    def pedestrian(self, identifier: PedestrianIdentifier) -> PedestrianModel:
        """The model of a person; the default person stands for an unknown one."""
        raise NotImplementedError

    def material(self, identifier: MaterialIdentifier) -> Material:
        """The material with its modifiers applied; a grey one stands for an unknown one."""
        raise NotImplementedError

    def wall(self, identifier: WallIdentifier) -> WallPreset:
        """The wall preset; the plain wall stands for an unknown one."""
        raise NotImplementedError

    def robot(self, identifier: RobotIdentifier) -> RobotModel:
        """The robot model.

        Raises:
            NotFoundError: If no root has it; the known ones are listed.
        """
        raise NotImplementedError

    def names(self, asset_type: str) -> tuple[str, ...]:
        """Short names of all assets of a type (``Object``, ``Human``, ``Material``, ``Wall``, ``Robot``), sorted."""
        raise NotImplementedError
