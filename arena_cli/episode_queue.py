"""`arena episode queue`: what the next reset shall use."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arena_cli.argument import help_lines
from arena_cli.episode_words import QUEUE_ARGUMENTS, QueueWords, axes, queue_words
from arena_cli.ros_options import node_parser, parsed_options, with_session

if TYPE_CHECKING:
    from arena_cli.ros_session import RosSession

EXIT_OK, EXIT_FAILED = 0, 1

ABOUT = """Stage modes, a world and parameters for the next reset of running nodes.

What is staged adds up over calls until a reset applies all of it at once; what is not named stays as it is, and
another mode drops what was staged for the one before. Staging during an episode costs that episode its integrity."""

EXAMPLES = """arguments:
{arguments}

  arena episode queue task.obstacles:=random task.random.static.n:=[3,3]
  arena episode queue world:=hospital_1 task.obstacles:=scenario task.robots:=scenario task.scenario.file:=demo
  arena episode queue robot:=jackal[2],turtlebot
  arena episode reset                                         # applies it

exit codes: 0 it is staged, 1 it was refused or nobody answered, 2 bad usage"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    examples = EXAMPLES.format(arguments="\n".join(help_lines(QUEUE_ARGUMENTS)))
    options = parsed_options(node_parser("episode queue", ABOUT, examples, "what to stage; see below"), words)
    queued, warnings = queue_words(options.words)

    def work(session: "RosSession", options: Any) -> int:
        from arena_cli.episode_report import complain, queue_row, row_text, show

        for warning in warnings:
            complain(warning)
        refusal, record = _staged(session, queued)
        if refusal:
            complain(refusal)
            return EXIT_FAILED
        row = queue_row(record)
        show(row, options.json, f"the next reset uses\n{row_text(row, ())}")
        return EXIT_OK

    return with_session(options, work)


def _staged(session: "RosSession", queued: QueueWords) -> tuple[str, Any]:
    """Why it was refused, and what the next reset would use."""
    from arena_cli.ros_session import LATCHED_WITHIN_S
    from arena_interfaces.msg import EpisodeRecord
    from arena_interfaces.srv import GetTaskModes, QueueEpisode
    from task_generator.ros.parameter_messages import parameter_messages

    live = session.call(GetTaskModes, "config/get_task_modes")
    latest = session.state(EpisodeRecord, "state/queue")
    before = latest.settled(LATCHED_WITHIN_S) or live
    obstacles, robots = axes(queued, before.tm_obstacles, before.tm_robots)
    answer = session.call(
        QueueEpisode,
        "config/queue_episode",
        tm_obstacles=queued.obstacles,
        tm_robots=queued.robots,
        tm_modules=list(queued.modules or ()),
        keep_modules=queued.modules is None,
        world=queued.world,
        robots=list(queued.fleet),
        obstacles_params=parameter_messages(obstacles),
        robots_params=parameter_messages(robots),
        human_params=parameter_messages(queued.people),
    )
    if not answer.success:
        return str(answer.error_msg), None
    return "", latest.wait(session.within_s, lambda record: record is not before) or latest.message
