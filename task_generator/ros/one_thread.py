"""Actions that one thread carries out, one after the other."""

import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from task_generator.ros.ports import ResetError

Answer = TypeVar("Answer")


class OneThread:
    """Takes actions from any thread; answers come as futures.

    Args:
        name: Of the thread.
        warn: Told of what nobody expects, since not every future has somebody who looks at it.
    """

    def __init__(self, name: str, warn: Callable[[str], None]) -> None:
        self._warn = warn
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    def ask(self, action: Callable[[], Answer]) -> "Future[Answer]":
        """Have an action carried out after those that wait; the future raises ``ResetError`` once it was stopped."""
        try:
            future = self._pool.submit(action)
        except RuntimeError:
            late: Future[Answer] = Future()
            late.set_exception(ResetError("the node is leaving"))
            return late
        future.add_done_callback(self._tell_fault)
        return future

    def stop(self) -> None:
        """Take nothing more; what waits is left out."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _tell_fault(self, future: "Future[Any]") -> None:
        error = None if future.cancelled() else future.exception()
        if error is not None and not isinstance(error, ResetError):
            self._warn("".join(traceback.format_exception(error)))
