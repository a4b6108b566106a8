"""Scenarios that a command names."""

from typing import TYPE_CHECKING

from arena_cli.argument import UsageError
from arena_cli.error_text import sentence_of
from arena_simulation_setup.files.near_names import near_or_all

if TYPE_CHECKING:
    from arena_simulation_setup.scenario.scenario import Scenario
    from arena_simulation_setup.site import Site
    from arena_simulation_setup.tree.views import MultiLevelWorldView
    from arena_simulation_setup.world.description import WorldDescription


def world_of(word: str, view: "MultiLevelWorldView") -> "WorldDescription":
    """A world.

    Raises:
        UsageError: If its files have errors or are not there.
    """
    from arena_simulation_setup.files.problem import FileProblems

    try:
        return view.load()
    except FileProblems as problems:
        raise UsageError(f"world {word} has errors (`arena world check` lists all findings):\n{problems}") from None
    except OSError as error:
        raise UsageError(sentence_of(error)) from None


def scenario_name(view: "MultiLevelWorldView", name: str) -> str:
    """The name of a scenario of a world, without an extension such as ``.json``.

    Raises:
        UsageError: If the world has no such scenario; the nearest name is offered.
    """
    from arena_simulation_setup.tree.not_found import NotFoundError

    try:
        return view.scenario(name).resolve_sync().directory.name
    except NotFoundError as error:
        raise UsageError(str(error)) from None


def scenario_of(view: "MultiLevelWorldView", name: str) -> "Scenario":
    """A scenario of a world.

    Raises:
        UsageError: If the world has no such scenario, or its file has errors.
    """
    from arena_simulation_setup.files.problem import FileProblems

    try:
        return view.scenario(scenario_name(view, name)).resolve_sync().load()
    except FileProblems as problems:
        raise UsageError(f"scenario {name} has errors:\n{problems}") from None


def listed_scenarios(text: str, site: "Site") -> tuple[str, ...]:
    """The scenarios of a world that a comma list names; ``all`` names all of them.

    Names may have an extension, as older callers write them.

    Raises:
        UsageError: If the world has no such scenario.
    """
    known = site.view.scenario_names()
    if text == "all" and known:
        return tuple(known)
    if text == "all":
        raise UsageError(f"scenario:=all: world {site.argument} has no scenarios")
    return tuple(known_scenario("scenario", word.strip(), site) for word in text.split(",") if word.strip())


def known_scenario(argument: str, word: str, site: "Site") -> str:
    """The name of a scenario of a world, which an argument has with or without an extension.

    Raises:
        UsageError: If the world has no such scenario.
    """
    known, name = site.view.scenario_names(), word.removesuffix(".yaml").removesuffix(".json")
    if name not in known:
        hint = near_or_all(name, known)
        raise UsageError(f"{argument}:={name}: world {site.argument} has no such scenario ({hint})")
    return name
