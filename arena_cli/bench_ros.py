"""`arena bench ros`: what it costs to ask the task generator, from process to process."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import TYPE_CHECKING

from arena_cli.argument import Argument, count_value, help_lines, parse_arguments
from arena_cli.ros_domains import release_domains, take_domains
from arena_cli.ros_options import node_parser, parsed_options, with_session

if TYPE_CHECKING:
    from arena_cli.ros_session import RosSession

EXIT_OK, EXIT_FAILED = 0, 1
LARGEST_MEDIAN_MS = 2.0
LEAVES_WITHIN_S = 10.0
START_WITHIN_S = 30.0
WARM_UP = 20

BENCH_ROS_ARGUMENTS: tuple[Argument, ...] = (
    Argument("world", "map_empty", "world that the task generator is started with"),
    Argument("calls", 500, "calls of config/queue_episode, one after the other", count_value),
)

ABOUT = """Start a task generator as a process of its own in a free ROS domain, and measure how long calls of its
service config/queue_episode take from request to answer."""

EXAMPLES = """arguments:
{arguments}

exit codes: 0 the median is at most {limit:g} ms, 1 it is larger or nobody answered, 2 bad usage"""


def main(words: Sequence[str]) -> int:
    """Run the benchmark and give its exit code."""
    examples = EXAMPLES.format(arguments="\n".join(help_lines(BENCH_ROS_ARGUMENTS)), limit=LARGEST_MEDIAN_MS)
    options = parsed_options(node_parser("bench ros", ABOUT, examples, "see below"), words)
    asked = parse_arguments(BENCH_ROS_ARGUMENTS, options.words)
    options.timeout = max(options.timeout, START_WITHIN_S)
    with _own_domain(options.domain), _task_generator(asked["world"]):
        return with_session(options, lambda session, options: _measured(session, asked["calls"], options.json))


def round_trips_ms(session: "RosSession", calls: int) -> list[float]:
    """Wall milliseconds of each of a number of calls, after some that are not counted.

    Args:
        session: Whose task generator is asked.
        calls: How many are counted.
    """
    from arena_interfaces.srv import QueueEpisode
    from task_generator.ros.parameter_messages import parameter_messages

    leaves = parameter_messages({"static.n": (3, 3), "dynamic.n": (2, 2)})
    request = QueueEpisode.Request(tm_obstacles="random", obstacles_params=leaves)
    times = []
    with session.client(QueueEpisode, "config/queue_episode") as client:
        session.introduce()
        for _ in range(WARM_UP + calls):
            began = time.perf_counter()
            session.answer(client.call_async(request), session.within_s)
            times.append((time.perf_counter() - began) * 1e3)
    return times[WARM_UP:]


def _measured(session: "RosSession", calls: int, as_json: bool) -> int:
    from arena_evaluation.table import text_table

    times = sorted(round_trips_ms(session, calls))
    figures = {"median_ms": median(times), "p99_ms": times[int(0.99 * (len(times) - 1))], "longest_ms": times[-1]}
    if as_json:
        rounded = {key: round(value, 3) for key, value in figures.items()}
        print(json.dumps({"calls": len(times), **rounded, "limit_ms": LARGEST_MEDIAN_MS}))
    else:
        rows = [
            ("median", f"{figures['median_ms']:.2f} ms (at most {LARGEST_MEDIAN_MS:g})"),
            ("99 of 100", f"{figures['p99_ms']:.2f} ms"),
            ("longest", f"{figures['longest_ms']:.2f} ms"),
        ]
        print(text_table((f"queue_episode, {len(times)} calls", "round trip"), rows))
    return EXIT_OK if figures["median_ms"] <= LARGEST_MEDIAN_MS else EXIT_FAILED


@contextmanager
def _own_domain(given: int | None) -> Iterator[None]:
    """A domain that nobody else on this machine uses, unless one was asked for."""
    if given is not None:
        yield
        return
    (domain,) = take_domains(1, 1)
    before = os.environ.get("ROS_DOMAIN_ID")
    os.environ["ROS_DOMAIN_ID"] = str(domain)
    try:
        yield
    finally:
        release_domains([domain])
        os.environ.pop("ROS_DOMAIN_ID")
        os.environ.update({} if before is None else {"ROS_DOMAIN_ID": before})


@contextmanager
def _task_generator(world: str) -> Iterator[None]:
    words = [sys.executable, "-m", "task_generator.ros.main", "--ros-args", "-p", f'world:="{world}"']
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(LEAVES_WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
