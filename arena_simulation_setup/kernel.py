"""Loops over arrays, compiled to machine code at their first call and kept on disk for the next process.

A kernel is a function of arrays and numbers that is written as the plain loops it means. Nothing in it may depend on
the order of additions being changed: the compiler keeps them as written, so that equal inputs give equal bits.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile a function at its first call with each combination of types.

    Division by zero gives infinity or NaN, as in numpy. Where neither the folder of the module nor that of the user can
    be written to, nothing is kept on disk and every process compiles anew.
    """
    try:
        return cast(Function, njit(cache=True, error_model="numpy")(function))
    except RuntimeError:
        return cast(Function, njit(error_model="numpy")(function))
