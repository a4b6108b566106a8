"""Work for the thread of the simulation, handed over by any other thread."""

from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class MailboxClosed(RuntimeError):  # noqa: N818 - a state, not a fault of the program
    """Nobody serves the mailbox any more."""

    def __init__(self) -> None:
        super().__init__("the simulation has stopped")


class Mailbox:
    """A queue of actions that one thread carries out, in order of arrival."""

    def __init__(self) -> None:
        """Start empty and open."""
        self._actions: SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = SimpleQueue()
        self._lock = Lock()
        self._closed = False

    def ask(self, action: Callable[[], Answer]) -> "Future[Answer]":
        """Have an action carried out; its result, or what it raised, arrives in the future.

        Raises:
            MailboxClosed: If nobody serves it any more.
        """
        future: Future[Answer] = Future()
        with self._lock:
            if self._closed:
                raise MailboxClosed
            self._actions.put((action, future))
        return future

    def serve(self, wait_s: float) -> None:
        """Carry out all that waits; called by the one thread that owns the mailbox.

        Args:
            wait_s: How long to wait for the first action where there is none, seconds.
        """
        try:
            action, future = self._actions.get(timeout=wait_s) if wait_s > 0.0 else self._actions.get_nowait()
            while True:
                _carry_out(action, future)
                action, future = self._actions.get_nowait()
        except Empty:
            return

    def close(self) -> None:
        """Accept nothing more; who still waits for an answer gets ``MailboxClosed``."""
        with self._lock:
            self._closed = True
        try:
            while True:
                _, future = self._actions.get_nowait()
                future.set_exception(MailboxClosed())
        except Empty:
            return


def _carry_out(action: Callable[[], Any], future: "Future[Any]") -> None:
    try:
        future.set_result(action())
    except Exception as error:
        future.set_exception(error)
