"""`arena episode reset`: the next episode begins."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arena_cli.argument import Parsed, help_lines, parse_arguments
from arena_cli.episode_words import START_ARGUMENTS
from arena_cli.ros_options import node_parser, parsed_options, with_session

if TYPE_CHECKING:
    from arena_cli.ros_session import RosSession

EXIT_OK, EXIT_FAILED = 0, 1

ABOUT = """End the episode in progress, apply what is staged, and start the next episode of running nodes.

Returns when the new episode has begun; `arena episode run` also waits for its outcome."""

EXAMPLES = """arguments:
{arguments}

  arena episode reset
  arena episode reset seed:=7                       # the same seed in the same world places the same
  arena episode reset world:=hospital_1 --namespace env_1

exit codes: 0 the episode has begun, 1 none was started or nobody answered, 2 bad usage"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    examples = EXAMPLES.format(arguments="\n".join(help_lines(START_ARGUMENTS)))
    options = parsed_options(node_parser("episode reset", ABOUT, examples, "world and seed; see below"), words)
    asked = parse_arguments(START_ARGUMENTS, options.words)
    return with_session(options, lambda session, options: _reset(session, options, asked))


def _reset(session: "RosSession", options: Any, asked: Parsed) -> int:
    from arena_cli.episode_report import complain, record_row, row_text, show
    from arena_cli.ros_session import LATCHED_WITHIN_S
    from arena_interfaces.msg import EpisodeRecord
    from arena_interfaces.srv import ResetEpisode

    records = session.state(EpisodeRecord, "state/episode")
    before = records.settled(LATCHED_WITHIN_S)
    answer = session.call(ResetEpisode, "lifecycle/reset_episode", world=asked["world"], seed=asked["seed"])
    if not answer.success:
        complain(answer.error_msg)
        return EXIT_FAILED
    number = 0 if before is None else before.episode_id
    record = records.wait(session.within_s, lambda message: message.episode_id != number)
    if record is not None:
        row = record_row(record)
        show(row, options.json, row_text(row))
    return EXIT_OK
