"""`arena world show`: a world as a tree and as a picture."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from arena_cli.argument import UsageError
from arena_cli.error_text import reason_of, sentence_of
from arena_cli.option_parser import OptionParser

if TYPE_CHECKING:
    from arena_simulation_setup.scenario.scenario import Scenario
    from arena_simulation_setup.tree.views import MultiLevelWorldView
    from arena_simulation_setup.world.description import WorldDescription

EXIT_OK, EXIT_FAILED = 0, 1
PIXELS_PER_METRE = 50.0

EXAMPLES = """\
  arena world show hospital_1
  arena world show ./my_world --image plan.png
  arena world show three_storied_residential --level 2 --image storey_2.png"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = OptionParser("arena world show", "Print a world as a tree, and draw it as a plan.", EXAMPLES)
    parser.add_argument("world", metavar="NAME|PATH", help="world to show")
    parser.add_argument("--image", type=Path, metavar="FILE.png", help="draw the plan into this file")
    parser.add_argument("--level", metavar="ID", help="show this level only")
    options = parser.parse_args(list(words))
    from arena_simulation_setup.explain import tree_text, world_tree

    view, world = _load(options.world, options.level)
    code = EXIT_OK if options.image is None else _draw(view, world, options.image)
    print(tree_text(world_tree(world, _scenarios(view))))
    return code


def _load(word: str, level: str | None) -> "tuple[MultiLevelWorldView, WorldDescription]":
    from arena_cli.world_words import view_of
    from arena_simulation_setup.files.problem import FileProblems

    view = view_of(word, os.environ)
    if level is not None:
        view = evolve(view, selection=(level,))
    try:
        return view, view.load()
    except FileProblems as problems:
        raise UsageError(f"world {word} has errors (`arena world check` lists all findings):\n{problems}") from None
    except OSError as error:
        raise UsageError(sentence_of(error)) from None


def _scenarios(view: "MultiLevelWorldView") -> "list[Scenario]":
    """The scenarios that can be read; for the others a sentence each."""
    from arena_simulation_setup.files.problem import FileProblems

    found = []
    for name in view.scenario_names():
        try:
            found.append(view.scenario(name).resolve_sync().load())
        except FileProblems as problems:
            print(f"warning: scenario {name} has {len(problems.problems)} problems", file=sys.stderr)
    return found


def _draw(view: "MultiLevelWorldView", world: "WorldDescription", path: Path) -> int:
    from arena_simulation_setup.files.problem import FileProblems
    from arena_simulation_setup.map.plan_labels import draw_plan
    from arena_simulation_setup.world.compaction import compacted
    from arena_simulation_setup.world.footprints import world_footprints
    from arena_simulation_setup.world.realization import realize

    if len(world.levels) == 1:
        world = evolve(world, origins=dict.fromkeys(world.levels, (0.0, 0.0)))
    catalogue, merged = view.catalogue(os.environ), compacted(world)
    try:
        realized = {level_id: realize(level_id, level, catalogue) for level_id, level in merged.levels.items()}
        outlines = world_footprints(merged, realized, catalogue)
        picture = draw_plan(merged, realized.values(), outlines, PIXELS_PER_METRE)
    except FileProblems as problems:
        raise UsageError(f"assets of the world have errors:\n{problems}") from None
    try:
        picture.save(path)
    except (OSError, ValueError) as error:
        print(f"arena: can not write {path}: {reason_of(error)}", file=sys.stderr)
        return EXIT_FAILED
    print(f"picture: {path}", file=sys.stderr)
    return EXIT_OK
