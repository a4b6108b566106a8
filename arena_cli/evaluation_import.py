"""`arena evaluation import`: recordings of other systems become recordings of this project."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from arena_cli.argument import Argument, UsageError, parse_arguments
from arena_cli.error_text import sentence_of
from arena_cli.evaluation_paths import complain, show
from arena_cli.import_options import Wanted, read_options

if TYPE_CHECKING:
    from arena_evaluation.foreign.bag import Bag
    from arena_evaluation.foreign.episode import ForeignWorld
    from arena_evaluation.foreign.importing import Imported, Prepared
    from arena_evaluation.foreign.options import Judging
    from arena_simulation_setup.scenario.scenario import Scenario

EXIT_OK, EXIT_FAILED, EXIT_VIOLATED = 0, 1, 3
WORLD = Argument("world", "", "world in which the recording was made: a name, `name[level]` or a directory")


@frozen(eq=False)
class Place:
    """Where recordings were made.

    Attributes:
        world: The world.
        scenario: Its scenario that is judged; None for none.
    """

    world: "ForeignWorld"
    scenario: "Scenario | None"


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    tokens = [word for word in words if ":=" in word and not word.startswith("-")]
    world = parse_arguments((WORLD,), tokens)[WORLD.name]
    try:
        wanted = read_options([word for word in words if word not in tokens])
    except (OSError, ValueError) as error:
        complain(sentence_of(error))
        return EXIT_FAILED
    if not wanted.only_list and (not world or wanted.output is None):
        missing = "world:=NAME" if not world else "-o DIR"
        raise UsageError(f"arena evaluation import needs {missing} (or --list to look only)")
    place = None if wanted.only_list else _place(world, wanted.scenario)
    codes = [_one(path, number, place, wanted) for number, path in enumerate(wanted.paths, 1)]
    return EXIT_FAILED if EXIT_FAILED in codes else max(codes)


def _one(path: Path, number: int, place: Place | None, wanted: Wanted) -> int:
    """Inspect or import one recording; one that can not be used stops nothing."""
    from arena_evaluation.foreign.bag import Bag
    from arena_evaluation.foreign.error import ForeignError
    from arena_evaluation.foreign.findings import understood
    from arena_evaluation.foreign.storage import Storage
    from arena_simulation_setup.recording.error import RecordingError

    try:
        with Storage(path) as storage:
            bag = Bag(storage)
            if place is None:
                return _listed(bag, wanted)
            found = understood(bag, wanted.options)
            from arena_evaluation.foreign.importing import prepared

            judging = _judging([robot.name for robot in found.robots], place, wanted)
            ready = prepared(found, place.world, judging, wanted.options.gap_ns, number)
            for doubt in ready.unknown_names(place.world):
                complain(f"warning: {path}: {doubt}")
            made = _written(ready, number, place.world, wanted)
    except (ForeignError, RecordingError, OSError) as error:
        complain(sentence_of(error))
        return EXIT_FAILED
    return _shown(made, wanted.as_json)


def _listed(bag: "Bag", wanted: Wanted) -> int:
    """Show what is in a recording, its topics also where no sense can be made of them."""
    from arena_evaluation.foreign.error import ForeignError
    from arena_evaluation.foreign.findings import understood
    from arena_evaluation.foreign.words import findings_mapping, findings_text, topics_mapping, topics_text

    try:
        found = understood(bag, wanted.options)
    except ForeignError:
        show(json.dumps(topics_mapping(bag)) if wanted.as_json else topics_text(bag))
        raise
    show(json.dumps(findings_mapping(found)) if wanted.as_json else findings_text(found))
    return EXIT_OK


def _judging(robots: Sequence[str], place: Place, wanted: Wanted) -> "Judging":
    """What is asked of the robots of a recording."""
    if place.scenario is None:
        return wanted.judging
    from arena_cli.scenario_episode import scenario_episode

    episode, warnings = scenario_episode(place.scenario, robots, place.world.world)
    for warning in warnings:
        complain(f"warning: {warning}")
    tasks = {robot.name: (robot.phases, robot.conditions) for robot in episode.robots}
    conditions = (*episode.conditions, *wanted.judging.conditions)
    return evolve(wanted.judging, scenario=place.scenario.name, tasks=tasks, conditions=conditions)


def _written(ready: "Prepared", number: int, place: "ForeignWorld", wanted: Wanted) -> "Imported":
    from arena_evaluation.foreign.importing import write
    from arena_simulation_setup.recording.folders import claim_episode_path

    labels = {"imported_from": str(ready.findings.bag.path), "clock": ready.findings.clock}
    path = claim_episode_path(wanted.output or Path(), number)
    return write(ready, path, place.plan, labels)


def _place(argument: str, scenario: str) -> Place:
    from arena_cli.scenario_words import scenario_of
    from arena_cli.world_words import view_of
    from arena_evaluation.foreign.episode import ForeignWorld
    from arena_simulation_setup.files.problem import FileProblems
    from arena_simulation_setup.recording.occupancy import grid_of
    from arena_simulation_setup.site import Site

    view = view_of(argument, os.environ)
    try:
        site = Site(argument, view, view.load(), view.catalogue(os.environ), view.warnings)
    except FileProblems as problems:
        raise UsageError(f"world {argument} has errors:\n{problems}") from None
    except (OSError, ValueError) as error:
        raise UsageError(sentence_of(error)) from None
    for warning in site.warnings:
        complain(warning.text)
    world = ForeignWorld(site.reference, site.world, site.world_json, grid_of(site.plan))
    return Place(world, scenario_of(view, scenario) if scenario else None)


def _shown(made: "Imported", as_json: bool) -> int:
    from arena_evaluation.foreign.words import imported_mapping, imported_text
    from arena_simulation_setup.verdict import VIOLATED

    show(json.dumps(imported_mapping(made)) if as_json else imported_text(made))
    return EXIT_VIOLATED if any(verdict.state == VIOLATED for verdict in made.verdicts) else EXIT_OK
