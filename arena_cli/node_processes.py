"""Node processes: started, listened to, and ended together."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from threading import Event, Thread
from typing import IO

from attrs import field, frozen

END_WITHIN_S = 20.0
LOOK_AGAIN_S = 0.1
Process = subprocess.Popen[str]


@frozen
class NodeProcess:
    """A process to start.

    Attributes:
        label: What stands before each line that it prints.
        words: What starts it.
        variables: Of its environment, on top of those of this process.
    """

    label: str
    words: Sequence[str]
    variables: Mapping[str, str] = field(factory=dict)


def run_groups(groups: Sequence[Sequence[NodeProcess]]) -> int:
    """Run groups of processes until all are over or this process is interrupted, then end what is left.

    A group is over when one process of it ends; the other groups go on.

    Args:
        groups: Processes of each group, in order of their start.

    Returns:
        0 where all left by themselves with code 0, or after an interrupt; 1 otherwise.
    """
    interrupted = Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: interrupted.set())
    running = [{plan.label: _start(plan) for plan in group} for group in groups]
    readers = [Thread(target=_forward, args=(name, one.stdout)) for group in running for name, one in group.items()]
    for reader in readers:
        reader.start()
    failed = False
    while running and not interrupted.wait(LOOK_AGAIN_S):
        for group in [group for group in running if any(process.poll() is not None for process in group.values())]:
            running.remove(group)
            failed |= _report(_end([group]), "; the others go on" if running else "")
    failed |= _report(_end(running), "")
    for reader in readers:
        reader.join()
    return 1 if failed else 0


def _start(plan: NodeProcess) -> Process:
    return subprocess.Popen(
        plan.words,
        env={**os.environ, **plan.variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        # In a session of its own: a terminal sends Ctrl-C to its whole foreground group, and the node would get it
        # twice.
        start_new_session=True,
    )


def _forward(name: str, stream: IO[str] | None) -> None:
    for line in stream or ():
        print(f"[{name}] {line}", end="", flush=True)


def _end(groups: Sequence[Mapping[str, Process]]) -> Mapping[str, int]:
    """End all processes of some groups, and give their codes.

    Later ones of each group first: the task generator tells the runtime that the episode is over.
    """
    codes = {}
    for position in reversed(range(max((len(group) for group in groups), default=0))):
        ending = dict(list(group.items())[position] for group in groups)
        for process in ending.values():
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
        codes.update({name: _code(process) for name, process in ending.items()})
    return codes


def _code(process: Process) -> int:
    """Wait for a process that was asked to leave, and kill it where it does not."""
    try:
        return process.wait(END_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def _report(codes: Mapping[str, int], more: str) -> bool:
    """Tell which processes failed; whether any did."""
    failed = {name: code for name, code in codes.items() if code != 0}
    for name, code in failed.items():
        print(f"arena: {name} ended with code {code}{more}", file=sys.stderr, flush=True)
    return bool(failed)
