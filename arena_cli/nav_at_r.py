"""`nav_at_r`: how much of a world a robot can reach."""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arena_cli.argument import UsageError, float_value
from arena_cli.option_parser import OptionParser, run_command, value_of

if TYPE_CHECKING:
    from arena_cli.nav_at_r_report import NavRequest
    from arena_simulation_setup.navigability import Navigability
    from arena_simulation_setup.tree.views import MultiLevelWorldView

EXIT_OK = 0

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


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and give its exit code."""
    return run_command("nav_at_r", _run, words)


def _run(words: Sequence[str]) -> int:
    from arena_cli.nav_at_r_report import NavRequest, level_row, level_text
    from arena_cli.world_words import view_of

    arguments = _parser().parse_args(_joined_start(words))
    view = view_of(arguments.world, os.environ)
    request = NavRequest(
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
            print(json.dumps(level_row(request, level_id, found)))
        else:
            print(level_text(request, level_id, found))
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


def _measured(request: "NavRequest", view: "MultiLevelWorldView") -> "dict[str, Navigability]":
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
    from arena_cli.robot_radius import robot_radius
    from arena_simulation_setup.navigability import DEFAULT_RADIUS

    if arguments.robot is not None:
        return robot_radius(arguments.robot, view, os.environ)
    return DEFAULT_RADIUS if arguments.radius is None else float(arguments.radius)


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
