"""Regimes that something waits for and nothing raises, or the other way round."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from arena_simulation_setup.check.checked_file import CheckedFile
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.semantics.regimes import RegimeUse


@frozen
class FileUses:
    """What a file has to do with regimes."""

    file: CheckedFile
    uses: tuple[RegimeUse, ...]


def regime_problems(files: Sequence[FileUses]) -> Iterator[Problem]:
    """Each lonely regime of a world with all its scenarios, in the order of the files."""
    produced = list(dict.fromkeys(use.produces for found in files for use in found.uses if use.produces))
    consumed = {use.consumes for found in files for use in found.uses if use.consumes}
    for found in files:
        for use in found.uses:
            if use.consumes and use.consumes not in produced:
                message = f"{use.kind} {use.owner!r} waits for regime {use.consumes!r}, which nothing raises"
                hints = {"found": use.consumes, "suggestion": nearest(use.consumes, produced)}
                yield found.file.problem("regime.unproduced", use.path, message, **hints)
            if use.produces and use.produces not in consumed:
                message = f"{use.kind} {use.owner!r} raises regime {use.produces!r}, and nothing acts on it"
                yield found.file.problem("regime.unused", use.path, message, found=use.produces)
