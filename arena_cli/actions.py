"""Verbs with actions of their own: `arena VERB ACTION …`."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from arena_cli.argument import UsageError
from arena_simulation_setup.files.near_names import near_or_all

EXIT_OK, EXIT_USAGE = 0, 2

Actions = Mapping[str, tuple[str, str]]
"""Name of an action to the module that does it and what it does, in a few words."""


def run_action(verb: str, actions: Actions, words: Sequence[str]) -> int:
    """Run an action of a verb and give its exit code.

    Args:
        verb: Name of the verb.
        actions: What it can do.
        words: Action and its arguments.

    Raises:
        UsageError: If there is no such action.
    """
    if not words or words[0] in ("-h", "--help"):
        print(usage(verb, actions))
        return EXIT_OK if words else EXIT_USAGE
    if words[0] not in actions:
        raise UsageError(f"unknown action {words[0]!r} of arena {verb} ({near_or_all(words[0], actions)})")
    action: Callable[[Sequence[str]], int] = import_module(actions[words[0]][0]).main
    try:
        return action(words[1:])
    except SystemExit as end:
        return int(end.code or 0)


def usage(verb: str, actions: Actions) -> str:
    """The text of ``arena VERB --help``."""
    width = max(len(action) for action in actions) + 2
    lines = "\n".join(f"  {action:<{width}}{summary}" for action, (_, summary) in actions.items())
    return f"usage: arena {verb} ACTION …\n\n{lines}\n\n`arena {verb} ACTION --help` explains an action."
