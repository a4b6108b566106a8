"""`touch_world`: writes the maps of worlds, and brings older layouts into the canonical one."""

import argparse
import ast
import math
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena_cli.argument import UsageError, float_value
from arena_cli.error_text import sentence_of
from arena_cli.option_parser import OptionParser, run_command, value_of

if TYPE_CHECKING:
    from arena_simulation_setup.map.export import ExportOptions
    from arena_simulation_setup.map.furniture import Color
    from arena_simulation_setup.models.object_model import BoundingBox

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
BOX_FORM = '"((xmin,xmax),(ymin,ymax))" in metres'

DESCRIPTION = """Draws map.png and map.yaml of every level of the worlds that are named.

Maps are for looking at and for other programs (map_server, AMCL): the simulation draws its own from world.yaml.
White is free, black is wall or outside; a door is always free. The files stand beside each level's world.yaml."""

EXAMPLES = """examples:
  touch_world hospital_1                     draw the maps of a shipped world
  touch_world ./my_world other_world[0]      several worlds; only level 0 of the second
  touch_world ./my_world --check             exit code 1 when a map on disk is not what would be drawn
  touch_world ./old_world --all              also write <level>/world.yaml in its canonical form; a single-file
                                             world becomes one folder per level. Comments are lost, unknown keys
                                             stay. Root files (world.yaml, map/map.png, map/map.yaml) become *.bak;
                                             map/map.world.yaml is never touched
  touch_world hospital_1 --assets black      with furniture as obstacles
  touch_world hospital_1 --assets tan --assets-label navy   a map for people

exit codes: 0 done, 1 a file is stale (--check), has errors or cannot be written, 2 bad usage or unknown world"""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and give its exit code."""
    return run_command("touch_world", _run, words)


def _run(words: Sequence[str]) -> int:
    from tqdm import tqdm

    arguments = _parser().parse_args(words)
    options = _options(arguments)
    worlds = list(dict.fromkeys(arguments.worlds))
    code = EXIT_OK
    hidden = True if len(worlds) == 1 else None
    for word in tqdm(worlds, unit="world", file=sys.stderr, dynamic_ncols=True, leave=False, disable=hidden):
        code = max(code, _touched(word, options, arguments.check))
    return code


def _parser() -> OptionParser:
    from arena_simulation_setup.map.occupancy import DEFAULT_RESOLUTION

    parser = OptionParser("touch_world", DESCRIPTION, EXAMPLES)
    add = parser.add_argument
    add("worlds", nargs="+", metavar="WORLD", help="name, name[level,level], or directory")
    add("--all", action="store_true", help="also rewrite each level's world.yaml, from any layout")
    add("--check", action="store_true", help="write nothing; exit code 1 when a file would change")
    add("--combined", action="store_true", help="also draw all levels in the map frame, as map/map.png and map.yaml")
    resolution = value_of(_resolution)
    add("--resolution", type=resolution, default=DEFAULT_RESOLUTION, metavar="M", help="metres per pixel [0.05]")
    add("--assets", type=value_of(_color), metavar="COLOUR", help="draw the footprints of static objects")
    add("--assets-label", type=value_of(_color), metavar="COLOUR", help="write the names of static objects")
    box_help = "footprint of objects that have no bbox and whose model is unknown: ((xmin,xmax),(ymin,ymax))"
    add("--assets-bbox", type=value_of(_box), metavar="BOX", help=box_help)
    return parser


def _options(arguments: argparse.Namespace) -> "ExportOptions":
    from arena_simulation_setup.map.export import ExportOptions
    from arena_simulation_setup.map.furniture import FurnitureStyle

    style = FurnitureStyle(arguments.assets, arguments.assets_label)
    if arguments.assets_bbox is not None and style == FurnitureStyle():
        raise UsageError("--assets-bbox has no effect without --assets or --assets-label")
    return ExportOptions(arguments.resolution, style, arguments.assets_bbox, arguments.all, arguments.combined)


def _touched(word: str, options: "ExportOptions", check: bool) -> int:
    """Draw one world; a world that fails does not keep the others from being drawn."""
    try:
        return _checked(word, options) if check else _written(word, options)
    except UsageError as error:
        _note(f"touch_world: {error}")
        return EXIT_USAGE
    except (OSError, ValueError) as error:
        _note(f"touch_world: {word}: {sentence_of(error)}")
        return EXIT_FAILED


def _checked(word: str, options: "ExportOptions") -> int:
    from arena_cli.world_words import view_of, write_directory
    from arena_simulation_setup.map.export import legacy_files, stale_files

    directory = write_directory(word, view_of(word, os.environ), os.environ)
    files = _files(word, options)
    stale = stale_files(directory, files)
    stale += legacy_files(directory, files) if options.canonical else []
    for name in stale:
        _say(f"stale: {directory / name}")
    if not stale:
        _say(f"{word}: {len(files)} files are current")
    return EXIT_FAILED if stale else EXIT_OK


def _written(word: str, options: "ExportOptions") -> int:
    from arena_cli.world_words import view_of, write_directory
    from arena_simulation_setup.map.export import legacy_files, set_aside, write_files

    directory = write_directory(word, view_of(word, os.environ), os.environ)
    files = _files(word, options)
    write_files(directory, files)
    for name in files:
        # File systems may stamp with a coarser clock; who watches for a new world compares with this one.
        os.utime(directory / name)
        _say(f"wrote {directory / name}")
    if options.canonical:
        legacy = legacy_files(directory, files)
        for name, backup in zip(legacy, set_aside(directory, legacy), strict=True):
            _say(f"moved {directory / name} to {directory / backup}")
    return EXIT_OK


def _files(word: str, options: "ExportOptions") -> dict[str, bytes]:
    from arena_cli.world_words import view_of
    from arena_simulation_setup.map.export import exported_files

    view = view_of(word, os.environ)
    world = view.load()
    for problem in view.warnings:
        _note(problem.text)
    in_one_file = not any((view.directory / level_id / "world.yaml").is_file() for level_id in world.all_level_ids)
    if options.canonical and in_one_file and len(world.levels) < len(world.all_level_ids):
        kept = ", ".join(world.all_level_ids)
        raise UsageError(f"{word}: --all moves a single-file world as a whole; leave out the brackets (levels {kept})")
    catalogue = view.catalogue(os.environ)
    files = exported_files(world, catalogue, options)
    for missing in catalogue.missing:
        _note(f"warning: {missing} is in no asset folder; a placeholder stands for it")
    return files


def _resolution(text: str) -> float:
    metres = float_value(text)
    if metres <= 0.0:
        raise ValueError(f"expected metres per pixel above 0, got {text!r}")
    return metres


def _color(text: str) -> "Color":
    from PIL import ImageColor

    try:
        red, green, blue, *_ = ImageColor.getrgb(text)
    except ValueError:
        raise ValueError(f"expected a colour such as black, tan or #c08040, got {text!r}") from None
    return (red, green, blue)


def _box(text: str) -> "BoundingBox":
    from arena_simulation_setup.models.object_model import PLACEHOLDER_BOX, BoundingBox

    try:
        (x_low, x_high), (y_low, y_high) = ast.literal_eval(text)
        numbers = [float(value) for value in (x_low, x_high, y_low, y_high)]
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise ValueError(f"expected {BOX_FORM}, got {text!r}") from None
    if not all(map(math.isfinite, numbers)) or numbers[0] >= numbers[1] or numbers[2] >= numbers[3]:
        raise ValueError(f"expected {BOX_FORM} with min < max, got {text!r}")
    return BoundingBox((numbers[0], numbers[1]), (numbers[2], numbers[3]), PLACEHOLDER_BOX.z)


def _say(sentence: str) -> None:
    from tqdm import tqdm

    tqdm.write(sentence, file=sys.stdout)


def _note(sentence: str) -> None:
    from tqdm import tqdm

    tqdm.write(sentence, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
