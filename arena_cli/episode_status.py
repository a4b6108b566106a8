"""`arena episode status`: how the run stands."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arena_cli.ros_options import node_parser, parsed_options, with_session

if TYPE_CHECKING:
    from arena_cli.ros_session import RosSession

EXIT_OK = 0

ABOUT = "Show the state of a running task generator, its latest episode and what the next reset would use."

EXAMPLES = """  arena episode status
  arena episode status --json --namespace env_1 --domain 2

exit codes: 0 shown, 1 nobody answered, 2 bad usage"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = node_parser("episode status", ABOUT, EXAMPLES)
    return with_session(parsed_options(parser, words), _status)


def _status(session: "RosSession", options: Any) -> int:
    from lifecycle_msgs.srv import GetState

    from arena_cli.episode_report import queue_row, record_row, row_text, show
    from arena_cli.ros_session import LATCHED_WITHIN_S
    from arena_interfaces.msg import EpisodeRecord

    state = session.call(GetState, "get_state").current_state.label
    episodes = session.state(EpisodeRecord, "state/episode")
    queues = session.state(EpisodeRecord, "state/queue")
    queue = queues.settled(LATCHED_WITHIN_S)
    record = episodes.settled(LATCHED_WITHIN_S)
    row = {
        "namespace": session.namespace or "/",
        "lifecycle": state,
        "episode": None if record is None else record_row(record),
        "next": None if queue is None else queue_row(queue),
    }
    parts = [f"task generator in {row['namespace']}: {state}"]
    parts.append("no episode yet" if record is None else f"\nepisode\n{row_text(record_row(record))}")
    parts += [] if queue is None else [f"\nnext reset\n{row_text(queue_row(queue), ())}"]
    show(row, options.json, "\n".join(parts))
    return EXIT_OK
