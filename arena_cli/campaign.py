"""`arena campaign`: suites with every contestant of a contest."""

from collections.abc import Sequence

from arena_cli.actions import Actions, run_action

ACTIONS: Actions = {
    "run": ("arena_cli.campaign_run", "run a suite with every contestant of a contest, or go on with a run"),
    "status": ("arena_cli.campaign_status", "how far a run is, and what came out"),
    "list": ("arena_cli.campaign_list", "suites, contests and runs"),
    "check": ("arena_cli.campaign_check", "all mistakes of a suite and a contest, and how many episodes they are"),
}


def main(words: Sequence[str]) -> int:
    """Run an action and give its exit code."""
    return run_action("campaign", ACTIONS, words)
