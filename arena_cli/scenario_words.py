"""Scenarios that a command names."""

from typing import TYPE_CHECKING

from arena_cli.argument import UsageError

if TYPE_CHECKING:
    from arena_simulation_setup.scenario.scenario import Scenario
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
        raise UsageError(str(error)) from None


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
