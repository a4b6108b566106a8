"""`arena world from-map`: a first draft of a world from an occupancy map."""

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arena_cli.argument import UsageError, float_value
from arena_cli.error_text import sentence_of
from arena_cli.option_parser import OptionParser, value_of

if TYPE_CHECKING:
    from arena_simulation_setup.map.map_grid import MapGrid
    from arena_simulation_setup.map.world_from_map import TracedLevel

EXIT_OK = 0
EXIT_FAILED = 1
LEVEL_FILE = "0/world.yaml"

DESCRIPTION = """Starts a world from an occupancy map (map.yaml with its image, as SLAM and map_server write them).

Walls are traced along the occupied cells. Rooms are the free spaces that hang together once gaps narrower than a door
are shut; each such gap becomes a door. The result is a draft that loads: name the rooms, correct the doors, furnish."""

EXAMPLES = """examples:
  arena world from-map map.yaml -o my_world
  arena world from-map slam/office.yaml -o office --door-width 1.1 --tolerance 0.1

then:
  arena world show ./my_world --image plan.png    look at it
  arena world check ./my_world                    what is doubtful about it
  arena run world:=./my_world                     drive in it

exit codes: 0 done, 1 the map or its image has errors, 2 bad usage"""


def main(words: Sequence[str]) -> int:
    """Run the verb and give its exit code.

    Raises:
        UsageError: If it was called in a way that it does not understand.
    """
    try:
        arguments = _parser().parse_args(words)
    except SystemExit as end:
        return int(end.code or 0)
    target = arguments.output / LEVEL_FILE
    if arguments.output.is_dir() and any(arguments.output.glob("**/world.yaml")) and not arguments.force:
        raise UsageError(f"{arguments.output} already holds a world (--force writes {target} all the same)")
    if not arguments.map.is_file():
        raise UsageError(f"there is no map file {arguments.map} (expected the .yaml of a map)")
    try:
        return _draft(arguments.map, target, arguments.door_width, arguments.tolerance)
    except (OSError, ValueError) as error:
        print(f"arena: {sentence_of(error)}", file=sys.stderr)
        return EXIT_FAILED


def _draft(map_file: Path, target: Path, door_width: float, tolerance: float | None) -> int:
    from arena_simulation_setup.files.save import save_level
    from arena_simulation_setup.map.outline import TOLERANCE
    from arena_simulation_setup.map.read_map import read_map
    from arena_simulation_setup.map.world_from_map import level_from_map

    loaded = read_map(map_file)
    for problem in loaded.warnings:
        print(problem.text, file=sys.stderr)
    grid = loaded.value
    try:
        traced = level_from_map(grid, door_width, TOLERANCE if tolerance is None else tolerance / grid.resolution)
    except ValueError as error:
        raise ValueError(f"{map_file}: {error}") from None
    save_level(traced.level, target)
    print(_report(grid, traced, target))
    return EXIT_OK


def _report(grid: "MapGrid", traced: "TracedLevel", target: Path) -> str:
    rows, columns = grid.cells.shape
    zones = traced.level.zones
    walls, doors = sum(len(zone.walls) for zone in zones), sum(len(zone.doors) for zone in zones)
    size = f"{columns * grid.resolution:.1f} x {rows * grid.resolution:.1f} m"
    counts = ", ".join(_counted(*pair) for pair in ((len(zones), "room"), (doors, "door"), (walls, "wall")))
    lines = [f"wrote {target}: {counts} from a map of {size}"]
    if traced.narrow:
        places = ", ".join(f"({x:.2f}, {y:.2f})" for x, y in traced.narrow)
        lines.append(f"open and too narrow for a door: {places}")
    folder = target.parent.parent
    where = folder if folder.is_absolute() else f"./{folder}"
    lines.append(f"next: arena world show {where} --image plan.png; arena world check {where}")
    return "\n".join(lines)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _parser() -> OptionParser:
    from arena_simulation_setup.map.world_from_map import WIDEST_DOOR

    parser = OptionParser("arena world from-map", DESCRIPTION, EXAMPLES)
    add = parser.add_argument
    add("map", type=Path, metavar="MAP.yaml", help="the map's description; the image stands beside it")
    add("-o", "--output", type=Path, required=True, metavar="DIR", help="directory of the new world")
    width_help = f"widest gap that is taken for a door, in metres; 0 looks for none [{WIDEST_DOOR:g}]"
    add("--door-width", type=value_of(_metres), default=WIDEST_DOOR, metavar="M", help=width_help)
    tolerance_help = "how far straight walls may leave the cells, in metres; more for noisy maps [1.45 cells]"
    add("--tolerance", type=value_of(_metres), metavar="M", help=tolerance_help)
    add("--force", action="store_true", help="write although the directory holds a world")
    return parser


def _metres(text: str) -> float:
    metres = float_value(text)
    if not 0.0 <= metres < math.inf:
        raise ValueError(f"expected metres from 0, got {text!r}")
    return metres
