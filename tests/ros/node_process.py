"""Nodes as processes of their own, with their output kept for messages of failing tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
EXIT_WITHIN_S = 40.0


class NodeProcess:
    """A Python module that runs until it is told otherwise."""

    def __init__(self, module: str, arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        self.log = log
        environment = {**environment, "PYTHONUNBUFFERED": "1", "PYTHONFAULTHANDLER": "1", "PYTHONPATH": str(REPOSITORY)}
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", module, *arguments],
                env=environment,
                cwd=log.parent,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def output(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def interrupt(self) -> int:
        """Send what Ctrl-C sends, and give the exit code; fails when it stays."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(EXIT_WITHIN_S)
        except subprocess.TimeoutExpired:
            # It says what all its threads do.
            self.process.send_signal(signal.SIGABRT)
            self.process.wait(EXIT_WITHIN_S)
            raise AssertionError(f"still there {EXIT_WITHIN_S} s after SIGINT:\n{self.output}") from None

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(EXIT_WITHIN_S)

    def close(self) -> None:
        """Make sure that nothing of it is left, its children included."""
        try:
            if self.process.poll() is None:
                self.interrupt()
        finally:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)


def ros_arguments(parameters: Mapping[str, object]) -> list[str]:
    """Parameters as arguments of a node."""
    words = ["--ros-args"]
    for name, value in parameters.items():
        words += ["-p", f"{name}:={value}"]
    return words
