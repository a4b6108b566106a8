"""Runs other programs and keeps what they print for the case of failure."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

_SHOWN_LINES = 40


class ProgramError(Exception):
    """A program ended with an error.

    Attributes:
        command: the program and its arguments.
        status: its exit status.
        output: the last lines that it printed.
    """

    def __init__(self, command: Sequence[str], status: int, output: str) -> None:
        """Keeps the values; the text is made from them."""
        super().__init__(f"`{' '.join(command)}` ended with status {status}:\n{output}")
        self.command = tuple(command)
        self.status = status
        self.output = output


def run(command: Sequence[str], variables: Mapping[str, str], log: Path) -> None:
    """Runs a program to its end; its output is appended to a file.

    Args:
        command: the program and its arguments.
        variables: the whole environment of the program.
        log: file that the output is appended to.

    Raises:
        ProgramError: the program ended with a status other than 0.
    """
    done = subprocess.run(
        list(command), env=dict(variables), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    text = done.stdout.decode(errors="replace")
    with log.open("a", encoding="utf-8") as file:
        file.write(f"$ {' '.join(command)}\n{text}\n")
    if done.returncode != 0:
        raise ProgramError(command, done.returncode, "\n".join(text.splitlines()[-_SHOWN_LINES:]))
