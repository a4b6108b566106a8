"""`arena evaluation`: recordings judged again and measured."""

from collections.abc import Sequence

from arena_cli.actions import Actions, run_action

ACTIONS: Actions = {
    "replay": ("arena_cli.evaluation_replay", "judge recordings again, also by further conditions"),
    "metrics": ("arena_cli.evaluation_metrics", "compute metrics of recordings, as a table"),
    "reference": ("arena_cli.evaluation_reference", "simulate recordings again without their robots"),
    "report": ("arena_cli.evaluation_report", "make one page of recordings: tables, diagrams, a player"),
    "compare": ("arena_cli.evaluation_compare", "which metrics changed between two sets of episodes"),
    "benchmark": ("arena_cli.campaign_run", "the same as arena campaign run --suite S --contest C"),
    "import": ("arena_cli.evaluation_import", "make recordings of other systems ours: rosbag2, MCAP"),
}


def main(words: Sequence[str]) -> int:
    """Run an action and give its exit code."""
    return run_action("evaluation", ACTIONS, words)
