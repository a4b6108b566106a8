"""Codes of problems."""

from attrs import frozen


@frozen
class Code:
    """One kind of problem.

    Attributes:
        name: Stable dotted name.
        severity: ``error``, ``warning`` or ``info``.
        description: What is wrong where it is reported.
    """

    name: str
    severity: str
    description: str
