"""What holds for the whole process: memory of scenes that are gone is given back, and no log is written."""

import ctypes
from collections.abc import Mapping
from functools import cache
from os import environ

# A scene's working memory is some ten megabytes; arrays of a tick stay far below this, bytes.
LARGE_BLOCK = 1 << 20
# Parameter number in <malloc.h> of glibc.
M_MMAP_THRESHOLD = -3
_CHOSEN_BY_THE_USER = ("MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES")


@cache
def give_back_large_blocks() -> bool:
    """Let the process return every large block to the system when it is freed; asked once per process.

    By default glibc raises its threshold to the size of the largest block that was ever freed, and puts later scenes
    on the heap, where what lies behind them keeps their memory: a process of a thousand episodes grows by some percent.

    Returns:
        Whether the C library of this process knows such a threshold and nobody has chosen one by a variable.
    """
    return _set_threshold(environ)


def _set_threshold(variables: Mapping[str, str]) -> bool:
    if any(name in variables for name in _CHOSEN_BY_THE_USER):
        return False
    try:
        set_parameter = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    return bool(set_parameter(M_MMAP_THRESHOLD, LARGE_BLOCK))


def silent(_message: str) -> None:
    """Take a warning of MuJoCo, which its counters tell of as well."""
