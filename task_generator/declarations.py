"""Declaring the parameters of a mode: plain values, so that the same schema serves a ROS node and a dictionary."""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from attrs import field, frozen

Scalar = bool | int | float | str
Value = Scalar | tuple[Scalar, ...]

INTEGER, DOUBLE, STRING, BOOL = "integer", "double", "string", "bool"
INTEGER_ARRAY, DOUBLE_ARRAY, STRING_ARRAY = "integer_array", "double_array", "string_array"
KINDS = (INTEGER, DOUBLE, STRING, BOOL, INTEGER_ARRAY, DOUBLE_ARRAY, STRING_ARRAY)


@frozen
class ParameterDeclaration:
    """What a parameter takes.

    Attributes:
        name: Full name (``task.<mode>.<leaf>``).
        kind: One of ``KINDS``; an empty array keeps it.
        default: Value where none is set; arrays are tuples.
        description: What it means, in words.
        additional_constraints: ``;``-joined tokens for panels: ``label:…``, ``range:int_pair``, ``range:float_pair``,
            ``catalog:…``, ``enum:a,b``, ``text``, ``sketch``.
        range: Smallest and largest number, also of the elements of an array; None for any.
        check: Raises ValueError for a text that does not fit, and says what would; None takes any.
    """

    name: str
    kind: str
    # By its text, so that a number that is none equals itself.
    default: Value = field(eq=repr)
    description: str = ""
    additional_constraints: str = ""
    range: tuple[float, float] | None = None
    check: Callable[[str], object] | None = field(default=None, eq=False)


@runtime_checkable
class ParameterNode(Protocol):
    """Where parameters are declared: a ROS node or a ``DictionaryNode``."""

    def declare(self, declaration: ParameterDeclaration) -> None:
        """Make a parameter known; the same declaration may come twice."""


class DictionaryNode:
    """Declared parameters in a dictionary.

    Attributes:
        declarations: By full name, in order of their declaration.
    """

    def __init__(self) -> None:
        """Start without parameters."""
        self.declarations: dict[str, ParameterDeclaration] = {}

    def declare(self, declaration: ParameterDeclaration) -> None:
        """Make a parameter known.

        Raises:
            ValueError: If the name is taken by another declaration.
        """
        known = self.declarations.setdefault(declaration.name, declaration)
        if known != declaration:
            raise ValueError(f"parameter {declaration.name} is declared twice: as {known} and as {declaration}")


def declare_int_pair(
    node: ParameterNode,
    name: str,
    default: tuple[int, int],
    *,
    label: str = "",
    description: str = "",
    low: int = 0,
    high: int = 10_000,
) -> None:
    """Declare a range of whole numbers, ``[min, max]``; one number stands for both."""
    constraints = _constraints("range:int_pair", label)
    node.declare(
        ParameterDeclaration(name, INTEGER_ARRAY, default, description, constraints, (float(low), float(high)))
    )


def declare_float_pair(
    node: ParameterNode,
    name: str,
    default: tuple[float, float],
    *,
    label: str = "",
    description: str = "",
    bounds: tuple[float, float] | None = None,
) -> None:
    """Declare a range of numbers, ``[min, max]``; one number stands for both."""
    constraints = _constraints("range:float_pair", label)
    node.declare(ParameterDeclaration(name, DOUBLE_ARRAY, default, description, constraints, bounds))


def declare_catalog(
    node: ParameterNode,
    name: str,
    catalog: str,
    default: str | tuple[str, ...] = (),
    *,
    label: str = "",
    description: str = "",
) -> None:
    """Declare a choice from a catalog (``objects``, ``pedestrians``, ``scenarios``, …): a name, or a list of them."""
    kind = STRING if isinstance(default, str) else STRING_ARRAY
    node.declare(ParameterDeclaration(name, kind, default, description, _constraints(f"catalog:{catalog}", label)))


def declare_enum(
    node: ParameterNode,
    name: str,
    default: str,
    choices: Sequence[str],
    *,
    label: str = "",
    description: str = "",
) -> None:
    """Declare a choice between words."""
    constraints = _constraints(f"enum:{','.join(choices)}", label)
    node.declare(ParameterDeclaration(name, STRING, default, description, constraints))


def declare_string(
    node: ParameterNode, name: str, default: str = "", *, label: str = "", description: str = ""
) -> None:
    """Declare a text."""
    node.declare(ParameterDeclaration(name, STRING, default, description, _constraints("", label)))


def declare_text(node: ParameterNode, name: str, default: str = "", *, label: str = "", description: str = "") -> None:
    """Declare a text of several lines."""
    node.declare(ParameterDeclaration(name, STRING, default, description, _constraints("text", label)))


def declare_sketch(
    node: ParameterNode, name: str, default: str = "", *, label: str = "", description: str = ""
) -> None:
    """Declare a text that stands for what somebody drew on the map."""
    node.declare(ParameterDeclaration(name, STRING, default, description, _constraints("sketch", label)))


def declare_bool(node: ParameterNode, name: str, default: bool, *, label: str = "", description: str = "") -> None:
    """Declare a switch."""
    node.declare(ParameterDeclaration(name, BOOL, default, description, _constraints("", label)))


def declare_int(
    node: ParameterNode,
    name: str,
    default: int,
    *,
    label: str = "",
    description: str = "",
    bounds: tuple[float, float] | None = None,
) -> None:
    """Declare a whole number."""
    node.declare(ParameterDeclaration(name, INTEGER, default, description, _constraints("", label), bounds))


def declare_float(
    node: ParameterNode,
    name: str,
    default: float,
    *,
    label: str = "",
    description: str = "",
    bounds: tuple[float, float] | None = None,
) -> None:
    """Declare a number."""
    node.declare(ParameterDeclaration(name, DOUBLE, default, description, _constraints("", label), bounds))


def _constraints(token: str, label: str) -> str:
    return ";".join([*([token] if token else []), *([f"label:{label}"] if label else [])])
