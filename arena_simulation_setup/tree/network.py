"""What looking into buckets needs from outside: a clock, a place for warnings, and patience."""

import logging
import threading
from collections.abc import Callable
from typing import TypeVar

from attrs import frozen

T = TypeVar("T")


def _log(sentence: str) -> None:
    logging.getLogger(__name__).warning(sentence)


@frozen
class Network:
    """How buckets are reached.

    Attributes:
        clock: Tells seconds since the epoch; without one a copy that is here never gets old.
        warn: Takes a sentence for the user.
        answer_s: Seconds within which a bucket must say what it holds.
        transfer_s: Seconds within which an archive must have arrived.
    """

    clock: Callable[[], float] | None = None
    warn: Callable[[str], None] = _log
    answer_s: float = 10.0
    transfer_s: float = 300.0


DEFAULT_NETWORK = Network()


class BucketError(Exception):
    """A bucket can not be used for what was asked; the text is one sentence without the bucket's name."""


def within(seconds: float, action: Callable[[], T]) -> T:
    """Do something that may hang, and stop waiting for it after a while.

    Raises:
        BucketError: If it is not done in time.
        Exception: What the action raises.
    """
    outcome: list[T] = []
    failure: list[BaseException] = []

    def attempt() -> None:
        try:
            outcome.append(action())
        except BaseException as error:  # handed to the caller's thread below
            failure.append(error)

    # A thread of an executor would be waited for when the program ends.
    thread = threading.Thread(target=attempt, daemon=True, name="bucket")
    thread.start()
    thread.join(seconds)
    if failure:
        raise failure[0]
    if not outcome:
        raise BucketError(f"no answer within {seconds:g} s")
    return outcome[0]
