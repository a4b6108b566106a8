"""Problems of a file, each with the place where it was found."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from attrs import frozen

ERROR = "error"
WARNING = "warning"
INFO = "info"

T = TypeVar("T")


@frozen
class Problem:
    """One thing that is wrong, or doubtful, in a file.

    Attributes:
        code: Short dotted name of the kind of problem, for tables and machines.
        severity: ``error``, ``warning`` or ``info``.
        file: The file as it was opened.
        line: From 1; 0 where the problem belongs to no line.
        column: From 1; 0 where the problem belongs to no line.
        path: Place inside the data, such as ``zones[2].doors[0].kind``.
        message: What is wrong.
        found: The offending text.
        expected: What would have been accepted.
        suggestion: The nearest known word; empty where nothing is near.
    """

    code: str
    severity: str
    file: str
    line: int
    column: int
    path: str
    message: str
    found: str = ""
    expected: str = ""
    suggestion: str = ""

    @property
    def text(self) -> str:
        """``file:line:column: path: message (expected ...; did you mean ...?)``; what is no error says so first."""
        where = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        where = where if self.severity == ERROR else f"{where}: {self.severity}"
        expected = f"expected {self.expected}" if self.expected else ""
        suggestion = f"did you mean {self.suggestion!r}?" if self.suggestion else ""
        hints = "; ".join(hint for hint in (expected, suggestion) if hint)
        body = f"{self.path}: {self.message}" if self.path else self.message
        return f"{where}: {body} ({hints})" if hints else f"{where}: {body}"


class FileProblems(ValueError):  # noqa: N818 - named after what it carries: several problems, not one error
    """A file, or a directory of files, has errors; all of them are listed.

    Attributes:
        problems: Errors and warnings in the order of the file.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problem.text for problem in self.problems))


@frozen
class Loaded(Generic[T]):
    """What a file says, with the doubts about it.

    Attributes:
        value: The description.
        warnings: Problems that did not keep it from loading.
    """

    value: T
    warnings: tuple[Problem, ...] = ()
