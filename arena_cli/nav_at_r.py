"""`nav_at_r`: how much of a world a robot can reach."""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from arena_cli.argument import UsageError, float_value
from arena_cli.option_parser import OptionParser, run_command, value_of

if TYPE_CHECKING:
    from arena_simulation_setup.navigability import Navigability, StartReach
    from arena_simulation_setup.tree.views import MultiLevelWorldView

EXIT_OK = 0
ROBOT_FILES = ("caps/mobile.yaml", "caps.yaml")
SHOWN_COMPONENTS = 5

DESCRIPTION = """Measures NAV@r of every level of a world: the share of the floor that a robot of radius r which is
spawned anywhere can reach on average. 1.000 means that everything hangs together; n/a that it can be spawned nowhere.

Cells nearer than r to walls or static objects are not traversable; robots are spawned where 0.45 m are free. Doors
and elevator cabins count as open. Elevators join no levels: each level is measured alone."""

EXAMPLES = """examples:
  nav_at_r hospital_1                              for the radius of a Jackal, 0.267 m
  nav_at_r 'hospital_2[1]' --start 2.5,4           also from one point of level 1 (metres, level frame)
  nav_at_r ./my_world --robot jackal --image reach.png
  nav_at_r ./my_world --radius 0.4 --walls-only --json

colours of --image: green the largest connected part, other colours the parts that are cut off from it, light grey
free but too tight, brown static objects, black walls and outside. With several levels the level is added to the name.

exit codes: 0 done, 2 bad usage, or the world or robot cannot be found or read"""


@frozen
class _Request:
    """What was asked for."""

    world: str
    radius: float
    resolution: float
    walls_only: bool
    start: tuple[float, float] | None


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and give its exit code."""
    return run_command("nav_at_r", _run, words)


def _run(words: Sequence[str]) -> int:
    from arena_cli.world_words import view_of

    arguments = _parser().parse_args(_joined_start(words))
    view = view_of(arguments.world, os.environ)
    request = _Request(
        arguments.world, _radius(arguments, view), arguments.resolution, arguments.walls_only, arguments.start
    )
    try:
        levels = _measured(request, view)
        if arguments.image is not None:
            _write_images(arguments.image, levels)
    except (OSError, ValueError) as error:
        raise UsageError(f"{arguments.world}: {error}") from None
    for level_id, found in levels.items():
        if arguments.json:
            print(json.dumps(_row(request, level_id, found)))
        else:
            print(_text(request, level_id, found))
    return EXIT_OK


def _joined_start(words: Sequence[str]) -> list[str]:
    """``--start=-3,2`` for ``--start -3,2``, which would be taken for another option."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] == "--start":
            joined[-1] = f"--start={word}"
        else:
            joined.append(word)
    return joined


def _parser() -> OptionParser:
    from arena_simulation_setup.map.occupancy import DEFAULT_RESOLUTION

    parser = OptionParser("nav_at_r", DESCRIPTION, EXAMPLES)
    add = parser.add_argument
    add("world", metavar="WORLD", help="name, name[level,level], or directory")
    size = parser.add_mutually_exclusive_group()
    robot_help = "robot model, or a directory with caps/mobile.yaml, whose radius counts"
    size.add_argument("--robot", metavar="NAME|DIR", help=robot_help)
    size.add_argument("--radius", type=value_of(_length), metavar="M", help="radius of the robot in metres [0.267]")
    add("--walls-only", action="store_true", help="as if no static objects stood there")
    add("--start", type=value_of(_point), metavar="X,Y", help="also the share that is reached from this point")
    add("--resolution", type=value_of(_length), default=DEFAULT_RESOLUTION, metavar="M", help="metres per cell [0.05]")
    add("--image", type=Path, metavar="PNG", help="draw what can be reached")
    add("--json", action="store_true", help="one JSON object per level on stdout, nothing else")
    return parser


def _measured(request: _Request, view: "MultiLevelWorldView") -> "dict[str, Navigability]":
    from arena_simulation_setup.map.export import STILL
    from arena_simulation_setup.map.furniture import standing_footprints
    from arena_simulation_setup.navigability import navigability
    from arena_simulation_setup.world.compaction import CompactedWorld

    world, catalogue = view.load(), view.catalogue(os.environ)
    for problem in view.warnings:
        print(problem.text, file=sys.stderr)
    if request.start is not None and len(world.levels) > 1:
        ids = ", ".join(world.levels)
        raise ValueError(
            f"--start needs one level, such as '{view.directory.name}[{next(iter(world.levels))}]' ({ids})"
        )
    measured = {}
    for level_id, level in world.levels.items():
        alone = CompactedWorld(world.name, {level_id: level}, {level_id: STILL})
        outlines = () if request.walls_only else standing_footprints(alone, catalogue)
        corners = [outline.corners for outline in outlines]
        measured[level_id] = navigability(level, corners, request.radius, request.resolution)
    return measured


def _write_images(path: Path, levels: "Mapping[str, Navigability]") -> None:
    from arena_simulation_setup.map.reach_image import reach_image

    for level_id, found in levels.items():
        target = path if len(levels) == 1 else path.with_stem(f"{path.stem}_{level_id}")
        reach_image(found).save(target, format="PNG")
        print(f"image: {target}", file=sys.stderr)


def _radius(arguments: argparse.Namespace, view: "MultiLevelWorldView") -> float:
    from arena_simulation_setup.files.problem import FileProblems
    from arena_simulation_setup.navigability import DEFAULT_RADIUS
    from arena_simulation_setup.tree.identifiers import RobotIdentifier

    if arguments.radius is not None:
        return float(arguments.radius)
    if arguments.robot is None:
        return DEFAULT_RADIUS
    folder = Path(arguments.robot).expanduser()
    try:
        if "/" in arguments.robot or folder.is_dir():
            return _radius_of_folder(folder)
        return view.catalogue(os.environ).robot(RobotIdentifier.parse(arguments.robot)).radius
    except (OSError, FileProblems, ValueError) as error:
        raise UsageError(f"--robot {arguments.robot}: {error}") from None


def _radius_of_folder(folder: Path) -> float:
    """The ``radius`` of a capability file, whatever else it says."""
    from arena_simulation_setup.files.cursor import Cursor, Rejection
    from arena_simulation_setup.files.fields import Fields
    from arena_simulation_setup.files.report import Report
    from arena_simulation_setup.files.values import number
    from arena_simulation_setup.files.yaml_nodes import read_document

    path = next((folder / name for name in ROBOT_FILES if (folder / name).is_file()), None)
    if path is None:
        raise ValueError(f"{folder} holds no {' and no '.join(ROBOT_FILES)}")
    report = Report(str(path))
    node = read_document(path, report)
    radius = 0.0
    if node is not None:
        try:
            radius = Fields(Cursor(node, "", report), ("radius",)).required("radius", number(above=0.0), 0.0)
        except Rejection as rejection:
            rejection.note()
    report.raise_errors()
    return radius


def _row(request: _Request, level_id: str, found: "Navigability") -> dict[str, Any]:
    row: dict[str, Any] = {
        "world": request.world,
        "level": level_id,
        "nav_at_r": None if found.value is None else round(found.value, 6),
        "radius": request.radius,
        "resolution": request.resolution,
        "walls_only": request.walls_only,
        "traversable_m2": round(sum(part.area for part in found.components), 3),
        "components": [
            {
                "area_m2": round(part.area, 3),
                "traversable_share": round(part.traversable_share, 6),
                "spawn_share": round(part.spawn_share, 6),
            }
            for part in found.components
        ],
        "cut_off_zones": list(found.cut_off),
    }
    if request.start is not None:
        row["start"] = _start_row(request.start, found.start_reach(*request.start))
    return row


def _start_row(start: tuple[float, float], reach: "StartReach | None") -> dict[str, Any]:
    share, snap = (None, None) if reach is None else (round(reach.share, 6), round(reach.snap_distance, 4))
    return {"point": list(start), "share": share, "snap_distance_m": snap}


def _text(request: _Request, level_id: str, found: "Navigability") -> str:
    value = "n/a (no place to spawn a robot)" if found.value is None else f"{found.value:.3f}"
    area = sum(part.area for part in found.components)
    lines = [f"{request.world} level {level_id}: NAV@{request.radius:g} = {value}, {area:.1f} m2 traversable"]
    lines += [
        f"  {part.area:.1f} m2: {part.traversable_share:.1%} of it, {part.spawn_share:.1%} of the spawns"
        for part in found.components[:SHOWN_COMPONENTS]
    ]
    if len(found.components) > SHOWN_COMPONENTS:
        lines.append(f"  and {len(found.components) - SHOWN_COMPONENTS} smaller parts")
    if found.cut_off:
        lines.append(f"  cut off by objects: {', '.join(found.cut_off)}")
    if request.start is not None:
        reach = found.start_reach(*request.start)
        share = "nothing" if reach is None else f"{reach.share:.1%} (moved by {reach.snap_distance:.2f} m)"
        lines.append(f"  from {request.start[0]:g},{request.start[1]:g}: {share}")
    return "\n".join(lines)


def _length(text: str) -> float:
    metres = float_value(text)
    if metres <= 0.0:
        raise ValueError(f"expected metres above 0, got {text!r}")
    return metres


def _point(text: str) -> tuple[float, float]:
    x, comma, y = text.strip().strip("()").partition(",")
    if not comma:
        raise ValueError(f"expected X,Y in metres, got {text!r}")
    return (float_value(x), float_value(y))


if __name__ == "__main__":
    sys.exit(main())
