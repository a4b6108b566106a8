"""`arena scenario`: scenarios of a world listed, checked, shown, and held against logs."""

from collections.abc import Sequence

from arena_cli.actions import Actions, run_action

ACTIONS: Actions = {
    "list": ("arena_cli.scenario_list", "list the scenarios of a world"),
    "check": ("arena_cli.scenario_check", "find everything that is wrong with scenarios in their world"),
    "show": ("arena_cli.scenario_show", "print a scenario in words, draw it as a plan with routes"),
    "judge": ("arena_cli.scenario_judge", "judge a log of poses in CSV, without any simulator"),
}


def main(words: Sequence[str]) -> int:
    """Run an action and give its exit code."""
    return run_action("scenario", ACTIONS, words)
