"""A file that problems are found in."""

from attrs import frozen

from arena_simulation_setup.check.codes import CODES
from arena_simulation_setup.files.marks import mark_at
from arena_simulation_setup.files.nodes import Mark, Node
from arena_simulation_setup.files.problem import Problem


@frozen(eq=False)
class CheckedFile:
    """A document and how its places are called.

    Attributes:
        file: The file as it was opened.
        root: What stands in it, or the part of it that is looked at; None where there is no document.
        prefix: Path of ``root`` in the file; empty for the whole document.
    """

    file: str
    root: Node | None = None
    prefix: str = ""

    def problem(self, code: str, path: str, message: str, **hints: str) -> Problem:
        """A problem at a path below ``root``, with the severity of its code.

        Args:
            code: One of ``CODES``.
            path: Such as ``zones[0].doors[1]``.
            message: What is wrong.
            hints: ``found``, ``expected``, ``suggestion``.
        """
        mark = Mark() if self.root is None else mark_at(self.root, path)
        whole = f"{self.prefix}.{path}" if self.prefix and path else self.prefix or path
        return Problem(code, CODES[code].severity, self.file, mark.line, mark.column, whole, message, **hints)
