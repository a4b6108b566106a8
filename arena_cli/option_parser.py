"""Parsers of commands with options, whose complaints are sentences like those of all other commands."""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from arena_cli.argument import UsageError
from arena_simulation_setup.files.near_names import did_you_mean

UNRECOGNIZED = "unrecognized arguments: "
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


class OptionParser(argparse.ArgumentParser):
    """An argument parser that raises instead of ending the process, and keeps the line breaks of its help."""

    def __init__(self, prog: str, description: str, examples: str) -> None:
        """Describe the command.

        Args:
            prog: How it is called.
            description: What it does.
            examples: Shown below the options.
        """
        layout = argparse.RawDescriptionHelpFormatter
        super().__init__(prog, description=description, epilog=examples, formatter_class=layout, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Complain.

        Raises:
            UsageError: Always.
        """
        raise UsageError(f"{message}{self._meant(message)} (`{self.prog} --help` explains)")

    def _meant(self, message: str) -> str:
        """Which option the first word that nobody knows may have meant."""
        _, is_unknown, words = message.partition(UNRECOGNIZED)
        name = re.split(":?=", words.partition(" ")[0].lstrip("-"))[0]
        known = [option for action in self._actions for option in action.option_strings if option.startswith("--")]
        return did_you_mean(f"--{name}", known) if is_unknown else ""


def value_of(read: Callable[[str], object]) -> Callable[[str], object]:
    """A reader of an option's value whose own sentence is shown when it refuses one."""

    def checked(text: str) -> object:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return checked


def run_command(name: str, command: Callable[[Sequence[str]], int], words: Sequence[str] | None) -> int:
    """Run a command of its own (not a verb of ``arena``) and give its exit code.

    Args:
        name: How it is called.
        command: What it does; a ``UsageError`` becomes exit code 2.
        words: The words after its name; None takes them from the process.
    """
    try:
        return command(list(sys.argv[1:] if words is None else words))
    except UsageError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return EXIT_USAGE
    except SystemExit as end:
        return int(end.code or 0)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
