"""Everything that was found out about one file while it was read."""

from typing import Any

from attrs import evolve, frozen

from arena_simulation_setup.files.nodes import Mark
from arena_simulation_setup.files.problem import ERROR, WARNING, FileProblems, Problem


@frozen
class Claim:
    """A name that something in the file has taken.

    Attributes:
        value: What has the name.
        mark: Where it was given.
        path: Place inside the data.
    """

    value: Any
    mark: Mark
    path: str


class Report:
    """Problems of one file, and the names that its things have taken.

    Attributes:
        file: The file as it was opened.
        problems: In the order in which they were found.
        claims: Kind of thing, then name, to who took it.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.claims: dict[str, dict[str, Claim]] = {}

    @property
    def has_errors(self) -> bool:
        """Whether the file cannot be used."""
        return any(problem.severity == ERROR for problem in self.problems)

    @property
    def ordered(self) -> tuple[Problem, ...]:
        """All problems by their place in the file."""
        return tuple(sorted(self.problems, key=lambda problem: (problem.line, problem.column)))

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What did not keep the file from being used."""
        return tuple(problem for problem in self.ordered if problem.severity == WARNING)

    def error(self, code: str, mark: Mark, path: str, message: str, **hints: str) -> None:
        """Note something that keeps the file from being used; hints are found, expected and suggestion."""
        self.problems.append(Problem(code, ERROR, self.file, mark.line, mark.column, path, message, **hints))

    def warn(self, code: str, mark: Mark, path: str, message: str, **hints: str) -> None:
        """Note a doubt; hints are found, expected and suggestion."""
        self.problems.append(Problem(code, WARNING, self.file, mark.line, mark.column, path, message, **hints))

    def claim(self, kind: str, name: str, claim: Claim, may_repeat: bool = False) -> None:
        """Take a name; taking it twice is an error, except for equal things that may be listed twice."""
        first = self.claims.setdefault(kind, {}).setdefault(name, claim)
        if first is claim:
            return
        if may_repeat and first.value == claim.value:
            message = f"{kind} {name!r} is listed twice and built once, the first stands at line {first.mark.line}"
            self.warn("name.repeated", claim.mark, claim.path, message, found=name)
            return
        message = f"duplicate {kind} {name!r}, the first stands at line {first.mark.line} ({first.path})"
        if may_repeat:
            message = f"{message} and differs"
        self.error("name.duplicate", claim.mark, claim.path, message, found=name)

    def label(self, path: str, label: str) -> None:
        """Begin the messages of all problems at or below a path with a label."""
        for index, problem in enumerate(self.problems):
            if problem.path == path or problem.path.startswith((f"{path}[", f"{path}.")):
                self.problems[index] = evolve(problem, message=f"{label}: {problem.message}")

    def raise_errors(self) -> None:
        """Stop here where the file has errors.

        Raises:
            FileProblems: With everything that was found.
        """
        if self.has_errors:
            raise FileProblems(self.ordered)
