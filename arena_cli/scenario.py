"""`arena scenario`: scenarios of a world listed, checked, shown, and held against logs."""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module

from arena_cli.argument import UsageError

EXIT_OK, EXIT_USAGE = 0, 2

ACTIONS: Mapping[str, tuple[str, str]] = {
    "list": ("arena_cli.scenario_list", "list the scenarios of a world"),
    "check": ("arena_cli.scenario_check", "find everything that is wrong with scenarios in their world"),
    "show": ("arena_cli.scenario_show", "print a scenario in words, draw it as a plan with routes"),
    "judge": ("arena_cli.scenario_judge", "judge a log of poses in CSV, without any simulator"),
}


def usage() -> str:
    """The text of ``arena scenario --help``."""
    width = max(len(action) for action in ACTIONS) + 2
    lines = "\n".join(f"  {action:<{width}}{summary}" for action, (_, summary) in ACTIONS.items())
    return f"usage: arena scenario ACTION …\n\n{lines}\n\n`arena scenario ACTION --help` explains an action."


def main(words: Sequence[str]) -> int:
    """Run an action and give its exit code."""
    if not words or words[0] in ("-h", "--help"):
        print(usage())
        return EXIT_OK if words else EXIT_USAGE
    if words[0] not in ACTIONS:
        close = get_close_matches(words[0], ACTIONS, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"expected one of {', '.join(ACTIONS)}"
        raise UsageError(f"unknown action {words[0]!r} of arena scenario ({hint})")
    action: Callable[[Sequence[str]], int] = import_module(ACTIONS[words[0]][0]).main
    try:
        return action(words[1:])
    except SystemExit as end:
        return int(end.code or 0)
