"""`arena scenario show`: a scenario in words and as a picture."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from arena_cli.argument import UsageError, seed_value
from arena_cli.error_text import reason_of
from arena_cli.option_parser import OptionParser, value_of

EXIT_OK, EXIT_FAILED = 0, 1

EXAMPLES = """\
  arena scenario show hospital_1 demo
  arena scenario show hospital_1 demo --image demo.png --seed 7

The picture shows where robots start (rings), where they shall go (crosses) and the ways that they plan, and the ways
of people from waypoint to waypoint (dashed). Places that the scenario only names are drawn with the seed."""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = OptionParser("arena scenario show", "Print a scenario in words, and draw it as a plan.", EXAMPLES)
    parser.add_argument("world", metavar="WORLD", help="name or path of the world")
    parser.add_argument("name", metavar="NAME", help="scenario to show")
    parser.add_argument("--image", type=Path, metavar="FILE.png", help="draw the plan into this file")
    parser.add_argument("--seed", type=value_of(seed_value), default=1, metavar="S", help="of the picture (1)")
    options = parser.parse_args(list(words))
    from arena_cli.scenario_text import scenario_tree
    from arena_cli.scenario_words import scenario_of, world_of
    from arena_cli.world_words import view_of
    from arena_simulation_setup.explain import tree_text

    view = view_of(options.world, os.environ)
    scenario, world = scenario_of(view, options.name), world_of(options.world, view)
    code = EXIT_OK if options.image is None else _draw(str(view.directory), scenario.name, options.seed, options.image)
    print(tree_text(scenario_tree(scenario, world)))
    return code


def _draw(world: str, scenario: str, seed: int, path: Path) -> int:
    from arena_cli.scenario_picture import draw_scenario
    from arena_simulation_setup.site import open_site
    from task_generator.generator import generate
    from task_generator.request import EpisodeRequest

    try:
        site = open_site(world, os.environ)
        made = generate(site, EpisodeRequest(1, seed, "scenario", "scenario", scenario=scenario))
    except ValueError as error:
        raise UsageError(f"scenario {scenario} can not be drawn: {error}") from None
    for warning in made.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    picture = draw_scenario(site, made.episode)
    try:
        picture.save(path)
    except (OSError, ValueError) as error:
        print(f"arena: can not write {path}: {reason_of(error)}", file=sys.stderr)
        return EXIT_FAILED
    print(f"picture: {path}", file=sys.stderr)
    return EXIT_OK
