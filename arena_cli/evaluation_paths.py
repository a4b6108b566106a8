"""What all actions on recordings share: paths, workers, progress."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from arena_cli.argument import count_value
from arena_cli.option_parser import value_of

Result = TypeVar("Result")


def add_paths(parser: ArgumentParser) -> None:
    """Let a command take recordings and a number of workers."""
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="recording, or folder with recordings below"
    )
    parser.add_argument(
        "--workers", type=value_of(count_value), default=1, metavar="N", help="processes that share the recordings [1]"
    )


def results(work: Callable[[Path], Result], paths: Sequence[Path], workers: int) -> Iterator[Result]:
    """Do something with each recording, with a progress bar on a terminal where there are several.

    Raises:
        FileNotFoundError: If a folder holds no recording.
        ChildProcessError: If a process dies.
    """
    from tqdm import tqdm

    from arena_evaluation.in_processes import in_processes
    from arena_evaluation.recording_paths import recording_paths

    os.environ.setdefault("OMP_NUM_THREADS", "1")
    found = recording_paths(paths)
    silent = len(found) < 2 or not sys.stderr.isatty()
    yield from tqdm(
        in_processes(work, found, workers),
        total=len(found),
        unit="recording",
        file=sys.stderr,
        dynamic_ncols=True,
        disable=silent,
    )


def show(text: str) -> None:
    """A line on stdout, above the progress bar where there is one."""
    from tqdm import tqdm

    tqdm.write(text, file=sys.stdout)


def complain(text: str) -> None:
    """A line on stderr, above the progress bar where there is one."""
    from tqdm import tqdm

    tqdm.write(f"arena: {text}", file=sys.stderr)
