"""Node processes: started, listened to, and ended together."""

import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from threading import Event, Thread
from typing import IO

END_WITHIN_S = 10.0
LOOK_AGAIN_S = 0.1


def run_nodes(commands: Mapping[str, Sequence[str]]) -> int:
    """Run one process per node until one ends or this process is interrupted, then end all.

    Output is forwarded line by line with the name of the node before it.

    Args:
        commands: Words of each process by the name of its node, in order of their start.

    Returns:
        0 where all left by themselves with code 0, or after an interrupt; 1 otherwise.
    """
    interrupted = Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: interrupted.set())
    processes = {name: _start(words) for name, words in commands.items()}
    readers = [Thread(target=_forward, args=(name, process.stdout)) for name, process in processes.items()]
    for reader in readers:
        reader.start()
    while not interrupted.wait(LOOK_AGAIN_S):
        if any(process.poll() is not None for process in processes.values()):
            break
    # Later nodes first: the task generator tells the runtime that the episode is over.
    codes = {name: _end(process) for name, process in reversed(processes.items())}
    for reader in readers:
        reader.join()
    failed = {name: code for name, code in codes.items() if code != 0}
    for name, code in failed.items():
        print(f"arena: {name} ended with code {code}", file=sys.stderr)
    return 1 if failed else 0


def _start(words: Sequence[str]) -> "subprocess.Popen[str]":
    # In a session of its own: a terminal sends Ctrl-C to its whole foreground group, and the node would get it twice.
    return subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True
    )


def _forward(name: str, stream: IO[str] | None) -> None:
    for line in stream or ():
        print(f"[{name}] {line}", end="", flush=True)


def _end(process: "subprocess.Popen[str]") -> int:
    """Ask a process to leave, wait for it, and kill it where it does not."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(END_WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
    return process.wait()
