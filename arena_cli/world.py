"""`arena world`: worlds listed, shown, checked and described."""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module

from arena_cli.argument import UsageError

EXIT_OK, EXIT_USAGE = 0, 2

ACTIONS: Mapping[str, tuple[str, str]] = {
    "check": ("arena_cli.world_check", "find everything that is wrong with a world and its scenarios"),
    "list": ("arena_cli.world_list", "list the worlds that can be used by name"),
    "show": ("arena_cli.world_show", "print a world as a tree, draw it as a plan"),
    "from-map": ("arena_cli.world_from_map", "start a world from an occupancy map"),
    "schema": ("arena_cli.world_schema", "print the JSON Schema of world.yaml or scenario.yaml, for editors"),
}


def usage() -> str:
    """The text of ``arena world --help``."""
    width = max(len(action) for action in ACTIONS) + 2
    lines = "\n".join(f"  {action:<{width}}{summary}" for action, (_, summary) in ACTIONS.items())
    return f"usage: arena world ACTION …\n\n{lines}\n\n`arena world ACTION --help` explains an action."


def main(words: Sequence[str]) -> int:
    """Run an action and give its exit code."""
    if not words or words[0] in ("-h", "--help"):
        print(usage())
        return EXIT_OK if words else EXIT_USAGE
    if words[0] not in ACTIONS:
        close = get_close_matches(words[0], ACTIONS, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"expected one of {', '.join(ACTIONS)}"
        raise UsageError(f"unknown action {words[0]!r} of arena world ({hint})")
    action: Callable[[Sequence[str]], int] = import_module(ACTIONS[words[0]][0]).main
    try:
        return action(words[1:])
    except SystemExit as end:
        return int(end.code or 0)
