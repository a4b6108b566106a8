"""The option ``--reference`` of commands that compute metrics."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from arena_cli.evaluation_paths import complain

if TYPE_CHECKING:
    from arena_evaluation.references import References


class Paired(Protocol):
    """What became of a recording that was looked at beside its reference run."""

    @property
    def reference(self) -> Path | None:
        """The reference run; None without one."""

    @property
    def unpaired(self) -> str:
        """Which recording has none and why, where one was looked for."""


Found = TypeVar("Found", bound=Paired)


def add_reference(parser: ArgumentParser) -> None:
    """Let a command compare people with reference runs."""
    parser.add_argument(
        "--reference",
        type=Path,
        action="append",
        metavar="DIR",
        help="compare people with reference runs (`arena evaluation reference`) in or below DIR",
    )


def references_of(folders: Sequence[Path] | None) -> "References | None":
    """The reference runs that the option names; None where it was not given.

    Raises:
        FileNotFoundError: If a folder is not there, or holds no reference run.
    """
    from arena_evaluation.references import References

    return None if folders is None else References.among(folders)


def told_partners(found: Iterable[Found], references: "References | None") -> Iterator[Found]:
    """Hand results on; warns of recordings without a reference run, and at the end of reference runs without one."""
    used: set[Path | None] = set()
    for one in found:
        used.add(one.reference)
        if one.unpaired:
            complain(f"warning: {one.unpaired}")
        yield one
    for unused in () if references is None else references.every:
        if unused not in used:
            complain(f"warning: {unused}: no recording was compared with this reference run")
