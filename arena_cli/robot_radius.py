"""The radius that a robot is measured with."""

from collections.abc import Mapping
from pathlib import Path

from arena_cli.argument import UsageError
from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.load_document import load_document
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.files.values import number
from arena_simulation_setup.tree.identifiers import RobotIdentifier
from arena_simulation_setup.tree.views import MultiLevelWorldView

ROBOT_FILES = ("caps/mobile.yaml", "caps.yaml")


def robot_radius(robot: str, view: MultiLevelWorldView, environment: Mapping[str, str]) -> float:
    """The radius of a robot's footprint, metres.

    Args:
        robot: Name of a model, or a directory with one of ``ROBOT_FILES``.
        view: The world whose assets are looked at.
        environment: Variables that name further places.

    Raises:
        UsageError: If there is no such robot, or its file has no radius.
    """
    folder = Path(robot).expanduser()
    try:
        if "/" in robot or folder.is_dir():
            return _radius_of_folder(folder)
        return view.catalogue(environment).robot(RobotIdentifier.parse(robot)).radius
    except (OSError, RuntimeError, FileProblems, ValueError) as error:
        raise UsageError(f"--robot {robot}: {error}") from None


def _radius_of_folder(folder: Path) -> float:
    """The ``radius`` of a capability file, whatever else it says."""
    path = next((folder / name for name in ROBOT_FILES if (folder / name).is_file()), None)
    if path is None:
        raise ValueError(f"{folder} holds no {' and no '.join(ROBOT_FILES)}")
    return load_document(path, _radius).value


def _radius(cursor: Cursor) -> float:
    return Fields(cursor, ("radius",)).required("radius", number(above=0.0), 0.0)
