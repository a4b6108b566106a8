import subprocess
import sys

import pytest

# Frees one large block, takes another, and tells how many bytes of the heap lie in use beyond it.
PROGRAM = """
import ctypes, sys
from arena_runtime.scene.process_settings import give_back_large_blocks

class Figures(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena a b c mapped d e f g h".split()]

library = ctypes.CDLL(None)
library.mallinfo2.restype, library.malloc.restype, library.free.argtypes = Figures, ctypes.c_void_p, [ctypes.c_void_p]
print(give_back_large_blocks())
library.free(library.malloc(16 << 20))
before = library.mallinfo2().mapped
library.malloc(16 << 20)
print(library.mallinfo2().mapped - before >= 16 << 20)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="another C library decides by itself")
def test_later_large_blocks_are_given_back_as_the_first_one_is() -> None:
    assert answers({}) == ["True", "True"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="another C library decides by itself")
def test_a_threshold_that_the_user_has_chosen_stays() -> None:
    assert answers({"MALLOC_MMAP_THRESHOLD_": str(64 << 20)}) == ["False", "False"]


def answers(variables: dict[str, str]) -> list[str]:
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=variables, capture_output=True, text=True, check=True)
    return done.stdout.split()
