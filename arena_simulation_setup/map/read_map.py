"""Reading ``map.yaml`` and its image, strictly, by the rules of map servers."""

import math
import warnings
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from arena_simulation_setup.files.cursor import Cursor, Rejection
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.places import numbers
from arena_simulation_setup.files.problem import Loaded
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.values import choice, number, text
from arena_simulation_setup.files.yaml_nodes import read_document
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.map.map_grid import MODES, MapGrid, MapRules, cells_of
from arena_simulation_setup.map.occupancy import MOST_CELLS
from arena_simulation_setup.tree.folders import without_tilde

KEYS = ("image", "resolution", "origin", "occupied_thresh", "free_thresh", "negate", "mode", "origins")
DEPTH_16 = ("I;16", "I;16B", "I;16L", "I")
GREY_MODES = ("1", "L", "P", "RGB")
ALPHA_MODES = ("LA", "RGBA")
UNUSUAL = {"P": "palette", "LA": "grey with alpha", "RGBA": "RGBA", **dict.fromkeys(DEPTH_16, "16-bit")}

Pixels = tuple[NDArray[np.float64], NDArray[np.float64] | None]


def read_map(path: Path) -> Loaded[MapGrid]:
    """The map that a ``map.yaml`` describes.

    Images with a palette, transparency or 16 bits are read as map servers read them, with a warning.

    Args:
        path: The ``map.yaml``; its image is looked for beside it unless it names an absolute path or ``~/``.

    Raises:
        FileNotFoundError: If there is no such file.
        FileProblems: If it or its image has errors; each names file, place, key and value.
    """
    report = Report(str(path))
    node = read_document(path, report)
    grid: MapGrid | None = None
    if node is not None:
        try:
            grid = _grid(Cursor(node, "", report), path)
        except Rejection as rejection:
            rejection.note()
    _forget_missing_slips(report)
    report.raise_errors()
    assert grid is not None
    return Loaded(grid, report.warnings)


def _grid(cursor: Cursor, path: Path) -> MapGrid | None:
    fields = Fields(cursor, KEYS)
    share = number(minimum=0.0, maximum=1.0)
    image = fields.required("image", text, "")
    resolution = fields.required("resolution", number(above=0.0), 1.0)
    origin = fields.required("origin", _origin, Pose(0.0, 0.0))
    rules = MapRules(
        fields.optional("mode", choice(MODES), MODES[0]),
        fields.required("negate", _flag, False),
        fields.required("occupied_thresh", share, 1.0),
        fields.required("free_thresh", share, 0.0),
    )
    no_origins: dict[str, Corner] = {}
    origins = fields.optional("origins", _origins, no_origins)
    if fields.sound("occupied_thresh", "free_thresh") and rules.free_threshold >= rules.occupied_threshold:
        hints = {
            "found": f"{rules.free_threshold:g}",
            "expected": f"below occupied_thresh {rules.occupied_threshold:g}",
        }
        fields.error("free_thresh", "value.range", f"{rules.free_threshold:g} is out of range", **hints)
    fields.rest()
    named = fields.at("image")
    pixels = None if named is None or not image else _pixels(named, path.parent / without_tilde(image))
    if pixels is None or cursor.report.has_errors:
        return None
    return MapGrid(cells_of(*pixels, rules), origin, resolution, origins)


def _origin(cursor: Cursor) -> Pose:
    if not cursor.is_list or len(cursor.items()) != 3:
        raise cursor.wrong("[x, y, yaw] in metres and radians")
    x, y, yaw = numbers(cursor)
    return Pose(x, y, yaw)


def _origins(cursor: Cursor) -> dict[str, Corner]:
    found: dict[str, Corner] = {}
    for level_id, value, _ in cursor.pairs():
        if not value.is_list or len(value.items()) != 2:
            raise value.wrong("[x, y] in metres")
        x, y = numbers(value)
        found[level_id] = (x, y)
    return found


def _flag(cursor: Cursor) -> bool:
    return choice(("0", "1", "false", "true"))(cursor) in ("1", "true")


def _forget_missing_slips(report: Report) -> None:
    """A key that is there, but misspelt, is one problem and not two."""
    slips = {problem.suggestion for problem in report.problems if problem.code == "key.typo"}
    missing = {f"{key!r} is missing" for key in slips}
    report.problems[:] = [problem for problem in report.problems if problem.message not in missing]


def _pixels(named: Cursor, path: Path) -> Pixels | None:
    """Colours and transparency, 0 to 1; None where the report says why there are none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path) as image:
                return _decoded(named, path, image)
    except FileNotFoundError:
        named.error("image.missing", f"there is no image {path}", expected="the map's image beside this file")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        size = f"{path.stat().st_size} bytes" if path.is_file() else "no file"
        reason = " ".join(str(error).split())
        named.error("image.unreadable", f"{path} ({size}) is no image: {reason}", expected="a PNG or PGM image")
    return None


def _decoded(named: Cursor, path: Path, image: Image.Image) -> Pixels | None:
    if math.prod(image.size) > MOST_CELLS:
        size = f"{image.width} x {image.height}"
        named.error("image.size", f"{path} has {size} pixels", found=size, expected=f"at most {MOST_CELLS} pixels")
        return None
    mode = image.mode
    if mode not in (*GREY_MODES, *ALPHA_MODES, *DEPTH_16):
        known = "grey, RGB, RGBA, palette or 16-bit grey"
        named.error("image.mode", f"{path} is an image of mode {mode}", found=mode, expected=known)
        return None
    if mode in UNUSUAL:
        named.warn("image.mode", f"{path} is a {UNUSUAL[mode]} image", found=mode, expected="8-bit grey without alpha")
    if mode in DEPTH_16:
        return np.asarray(image, dtype=np.float64)[:, :, None] / 65535.0, None
    transparent = mode in ALPHA_MODES or "transparency" in image.info
    wanted = "RGBA" if transparent else "RGB" if mode in ("P", "RGB") else "L"
    values = np.asarray(image.convert(wanted), dtype=np.float64) / 255.0
    if transparent:
        return values[:, :, :3], values[:, :, 3]
    return (values if values.ndim == 3 else values[:, :, None]), None
