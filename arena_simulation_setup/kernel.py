"""Loops over arrays, compiled to machine code at their first call and kept on disk for the next process.

A kernel is a function of arrays and numbers that is written as the plain loops it means. Nothing in it may depend on
the order of additions being changed: the compiler keeps them as written, so that equal inputs give equal bits.
"""

import sys
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

from numba import njit
from numba.core.dispatcher import Dispatcher

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile a function at its first call with each combination of types.

    What a kernel calls and the constants that it uses are built into its machine code, so that what is kept on disk is
    used only while the module and all that it imports kernels and constants from are the same. Division by zero gives
    infinity or NaN, as in numpy. Where neither the folder of the module nor that of the user can be written to, nothing
    is kept on disk and every process compiles anew.
    """
    try:
        compiled: Any = njit(cache=True, error_model="numpy")(function)
        if hasattr(compiled, "_cache"):
            # The compiler itself looks at the file of the function alone, and would keep what it calls as it was.
            compiled._cache._cache_file._source_stamp = _sources(function.__module__)
    except RuntimeError:
        compiled = njit(error_model="numpy")(function)
    return cast(Function, compiled)


@cache
def _sources(name: str) -> str:
    """What the kernels of a module are built from: its text, constants in it, and the same of those it imports."""
    module = sys.modules[name]
    digest = blake2b(Path(cast(str, module.__file__)).read_bytes())
    for key, value in sorted(vars(module).items()):
        if isinstance(value, int | float | str | tuple) and not key.startswith("__"):
            digest.update(f"{key}={value!r}".encode())
    for imported in _imported(module):
        digest.update(_sources(imported).encode())
    return digest.hexdigest()


def _imported(module: ModuleType) -> list[str]:
    """Modules that kernels come from."""
    kernels = [value.py_func.__module__ for value in vars(module).values() if isinstance(value, Dispatcher)]
    return sorted({name for name in kernels if name != module.__name__})
