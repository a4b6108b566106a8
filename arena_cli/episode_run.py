"""`arena episode run`: one episode from reset to outcome."""

import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arena_cli.argument import Parsed, help_lines, parse_arguments
from arena_cli.episode_words import START_ARGUMENTS
from arena_cli.ros_options import node_parser, parsed_options, with_session

if TYPE_CHECKING:
    from arena_cli.ros_session import Latest, RosSession

EXIT_OK, EXIT_FAILED = 0, 1
SHOW_AGAIN_S = 0.2
RAN = ("SUCCESS", "FAILED")

ABOUT = """Run one episode of running nodes from reset to outcome, and wait for it.

The episode in progress ends as SKIPPED. Only one such call runs at a time. Ctrl-C cancels the episode."""

EXAMPLES = """arguments:
{arguments}

  arena episode run seed:=7
  arena episode run world:=hospital_1 --json | jq .state

exit codes: 0 the episode came to SUCCESS or FAILED, 1 none was started, it was ended from outside or nobody
answered, 2 bad usage, 130 interrupted"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    examples = EXAMPLES.format(arguments="\n".join(help_lines(START_ARGUMENTS)))
    options = parsed_options(node_parser("episode run", ABOUT, examples, "world and seed; see below"), words)
    asked = parse_arguments(START_ARGUMENTS, options.words)
    return with_session(options, lambda session, options: _run(session, options, asked))


def _run(session: "RosSession", options: Any, asked: Parsed) -> int:
    from arena_cli.episode_report import complain, record_row, row_text, show
    from arena_interfaces.action import RunEpisode
    from arena_interfaces.msg import EpisodeRecord
    from arena_simulation_setup.verdict import OUTCOME_STATES

    records = session.state(EpisodeRecord, "state/episode")
    progress = _Progress(session, records)
    action = session.action(RunEpisode, "lifecycle/run_episode")
    goal = session.answer(
        action.send_goal_async(RunEpisode.Goal(world=asked["world"], seed=asked["seed"])), options.timeout
    )
    if not goal.accepted:
        complain("refused: another `run` is in progress (`arena episode status` shows it)")
        return EXIT_FAILED
    result = _awaited(session, goal, progress)
    state = OUTCOME_STATES[result.state]
    record = result.episode_id and records.wait(
        session.within_s, lambda one: (one.episode_id, one.outcome_state) == (result.episode_id, result.state)
    )
    if not record:
        complain(f"{state}: {result.info}")
        return EXIT_FAILED
    row = record_row(record)
    show(row, options.json, row_text(row))
    return EXIT_OK if state in RAN else EXIT_FAILED


def _awaited(session: "RosSession", goal: Any, progress: "_Progress") -> Any:
    """The result of a goal; an interrupt cancels it first."""
    future = None
    try:
        future = goal.get_result_async()
        while not future.done():
            time.sleep(SHOW_AGAIN_S)
            progress.show()
    except KeyboardInterrupt:
        session.answer(goal.cancel_goal_async(), session.within_s)
        session.answer(future or goal.get_result_async(), session.within_s)
        raise
    finally:
        progress.clear()
    return future.result().result


class _Progress:
    """A line on a terminal that says how long the episode runs, in simulated time."""

    def __init__(self, session: "RosSession", records: "Latest[Any]") -> None:
        from rosgraph_msgs.msg import Clock

        from arena_cli.ros_session import NEWEST

        self._records = records
        # With several environments in one domain, each has a clock of its own.
        names = dict.fromkeys([f"{session.namespace}/clock", "/clock"])
        self._clocks = [session.listen(Clock, name, NEWEST) for name in names]
        self._shown = False

    def show(self) -> None:
        """Say how far it is."""
        record = self._records.message
        if record is None or not sys.stderr.isatty():
            return
        clock = next((one.message.clock for one in self._clocks if one.message is not None), None)
        start = record.start_time
        past = 0.0 if clock is None else clock.sec - start.sec + (clock.nanosec - start.nanosec) * 1e-9
        line = f"episode {record.episode_id} in {record.world}, seed {record.seed}: {max(past, 0.0):.1f} s simulated"
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)
        self._shown = True

    def clear(self) -> None:
        """Leave the line to what comes next."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
