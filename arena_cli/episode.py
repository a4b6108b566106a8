"""`arena episode`: episodes of running nodes, staged, started, waited for and looked at."""

from collections.abc import Sequence

from arena_cli.actions import Actions, run_action

ACTIONS: Actions = {
    "queue": ("arena_cli.episode_queue", "stage modes, a world and parameters for the next reset"),
    "reset": ("arena_cli.episode_reset", "end the episode in progress and start the next one"),
    "run": ("arena_cli.episode_run", "run one episode from reset to outcome and wait for it"),
    "status": ("arena_cli.episode_status", "show the episode in progress and what is staged"),
}


def main(words: Sequence[str]) -> int:
    """Run an action and give its exit code."""
    return run_action("episode", ACTIONS, words)
