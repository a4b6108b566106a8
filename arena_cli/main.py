"""The `arena` command: finds the verb and turns its errors into sentences and exit codes."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from arena_cli.argument import UsageError
from arena_cli.error_text import sentence_of
from arena_simulation_setup.files.near_names import nearest

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_DIFFERENT = 3
EXIT_INTERRUPTED = 130

VERBS: Mapping[str, tuple[str, str]] = {
    "run": ("arena_cli.run", "simulate episodes as fast as possible, without ROS"),
    "launch": ("arena_cli.launch", "start the ROS 2 nodes and an episode"),
    "episode": ("arena_cli.episode", "stage, start, wait for and show episodes of running nodes"),
    "evaluation": ("arena_cli.evaluation", "judge, measure, compare and show recordings, also of other systems"),
    "campaign": ("arena_cli.campaign", "run suites with every contestant of a contest, in many processes"),
    "asset": ("arena_cli.asset", "find, list, fetch and publish worlds and assets"),
    "world": ("arena_cli.world", "list, show and check worlds, and describe their files"),
    "scenario": ("arena_cli.scenario", "list, check and show scenarios, judge logs of poses"),
    "bench": ("arena_cli.bench", "measure what an episode costs, row by row"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: Words after the program's name; None takes them from the process.

    Returns:
        0 done, 1 something failed, 2 bad usage, 3 a comparison found differences, 130 interrupted.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in ("-h", "--help", "help"):
        print(usage())
        return EXIT_OK if words else EXIT_USAGE
    if words[0] == "--version":
        return _print_version()
    if words[0] not in VERBS:
        return _complain(f"unknown verb {words[0]!r}{_near_verb(words[0])}; `arena --help` lists them")
    verb: Callable[[list[str]], int] = import_module(VERBS[words[0]][0]).main
    try:
        code = verb(words[1:])
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _forget_reader()
        return EXIT_OK
    except UsageError as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(sentence_of(error), EXIT_FAILED)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED


def usage() -> str:
    """The text of ``arena --help``."""
    width = max(len(verb) for verb in VERBS) + 2
    verbs = "\n".join(f"  {verb:<{width}}{summary}" for verb, (_, summary) in VERBS.items())
    return (
        "usage: arena VERB [name:=value …] [--json] [--help]\n\n"
        "Buildings to drive robots through: simulate, judge, record and replay.\n\n"
        f"{verbs}\n\n"
        "`arena VERB --help` explains a verb. A first look: arena run world:=hospital_1 scenario:=demo"
    )


def _forget_reader() -> None:
    """Whoever reads the output has seen enough (``… | head``); what is still buffered goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_version() -> int:
    from importlib.metadata import version

    print(version("arena_simulation_setup"))
    return EXIT_OK


def _near_verb(word: str) -> str:
    near = nearest(word, VERBS)
    return f" (did you mean {near!r}?)" if near else ""


def _complain(sentence: str, code: int = EXIT_USAGE) -> int:
    print(f"arena: {sentence}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
