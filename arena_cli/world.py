"""`arena world`: worlds listed, shown, checked and described."""

from collections.abc import Sequence

from arena_cli.actions import Actions, run_action

ACTIONS: Actions = {
    "check": ("arena_cli.world_check", "find everything that is wrong with a world and its scenarios"),
    "list": ("arena_cli.world_list", "list the worlds that can be used by name"),
    "show": ("arena_cli.world_show", "print a world as a tree, draw it as a plan"),
    "from-map": ("arena_cli.world_from_map", "start a world from an occupancy map"),
    "schema": ("arena_cli.world_schema", "print the JSON Schema of world.yaml or scenario.yaml, for editors"),
}


def main(words: Sequence[str]) -> int:
    """Run an action and give its exit code."""
    return run_action("world", ACTIONS, words)
