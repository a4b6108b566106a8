"""Declarations of the task modes as real parameters of a node."""

from collections.abc import Iterable, Mapping
from typing import Any

from rcl_interfaces.msg import FloatingPointRange, IntegerRange, ParameterDescriptor, SetParametersResult
from rclpy.node import Node
from rclpy.parameter import Parameter

from task_generator.coercion import ELEMENT, coerced
from task_generator.declarations import (
    BOOL,
    DOUBLE,
    DOUBLE_ARRAY,
    INTEGER,
    INTEGER_ARRAY,
    STRING,
    STRING_ARRAY,
    ParameterDeclaration,
    Value,
)
from task_generator.parameters import parse_declared

TYPES: Mapping[str, Parameter.Type] = {
    BOOL: Parameter.Type.BOOL,
    INTEGER: Parameter.Type.INTEGER,
    DOUBLE: Parameter.Type.DOUBLE,
    STRING: Parameter.Type.STRING,
    INTEGER_ARRAY: Parameter.Type.INTEGER_ARRAY,
    DOUBLE_ARRAY: Parameter.Type.DOUBLE_ARRAY,
    STRING_ARRAY: Parameter.Type.STRING_ARRAY,
}


class RosParameters:
    """A ``ParameterNode`` over a ROS node.

    Types are kept: whole numbers become numbers where numbers are declared, an empty list stays a list of its type,
    and a list may be given as text (``"[3, 3]"``), since launch files can not write an empty list.

    Attributes:
        declarations: By full name.

    Args:
        node: The node that owns the parameters.
    """

    def __init__(self, node: Node) -> None:
        self.declarations: dict[str, ParameterDeclaration] = {}
        self._node = node
        node.add_pre_set_parameters_callback(self._widened)
        node.add_on_set_parameters_callback(self._checked)

    def declare(self, declaration: ParameterDeclaration) -> None:
        """Make a parameter known; the value that the node was started with counts.

        Raises:
            ValueError: If the name is taken by another declaration, or that value does not fit.
        """
        known = self.declarations.get(declaration.name)
        if known is not None:
            if known != declaration:
                raise ValueError(f"parameter {declaration.name} is declared twice: as {known} and as {declaration}")
            return
        default = parameter_of(declaration, declaration.default)
        given = self._node.declare_parameter(declaration.name, default.value, _descriptor(declaration))
        self.declarations[declaration.name] = declaration
        value = fitted(declaration, given)
        self._node.set_parameters([parameter_of(declaration, value)])

    def value(self, name: str) -> Value:
        """The value of a parameter; arrays are tuples."""
        value = self._node.get_parameter(name).value
        return tuple(value) if name in self.declarations and self.declarations[name].kind in ELEMENT else value

    def values(self, names: Iterable[str]) -> dict[str, Value]:
        """Values by name."""
        return {name: self.value(name) for name in names}

    def set(self, values: Mapping[str, Value]) -> str:
        """Set several parameters at once, all or none.

        Returns:
            Why they were refused; empty where they are set.
        """
        parameters = [parameter_of(self.declarations[name], value) for name, value in values.items()]
        result = self._node.set_parameters_atomically(parameters)
        return "" if result.successful else str(result.reason)

    def _widened(self, parameters: list[Parameter]) -> list[Parameter]:
        return [self._as_declared(parameter) for parameter in parameters]

    def _as_declared(self, parameter: Parameter) -> Parameter:
        declaration = self.declarations.get(parameter.name)
        if declaration is None:
            return parameter
        try:
            return parameter_of(declaration, fitted(declaration, parameter))
        except ValueError:
            return parameter

    def _checked(self, parameters: list[Parameter]) -> SetParametersResult:
        for parameter in parameters:
            declaration = self.declarations.get(parameter.name)
            try:
                if declaration is not None:
                    fitted(declaration, parameter)
            except ValueError as error:
                return SetParametersResult(successful=False, reason=str(error))
        return SetParametersResult(successful=True)


def fitted(declaration: ParameterDeclaration, parameter: Parameter) -> Value:
    """The value of a parameter as it is declared.

    Raises:
        ValueError: If it does not fit; says what was expected.
    """
    value = parameter.value
    if declaration.kind == STRING and type(value) is int:
        # A text of digits loses its quotes on the way through a shell.
        value = str(value)
    return coerced(declaration, _listed(declaration, value))


def parameter_of(declaration: ParameterDeclaration, value: Value) -> Parameter:
    """A value as a parameter of the declared type."""
    plain = list(value) if isinstance(value, tuple) else value
    return Parameter(declaration.name, TYPES[declaration.kind], plain)


def _listed(declaration: ParameterDeclaration, value: Any) -> Any:
    """A list where one is declared: nothing at all is an empty one, a text is read."""
    if declaration.kind not in ELEMENT:
        return value
    if value is None:
        return ()
    return parse_declared(declaration, value) if isinstance(value, str) else tuple(value)


def _descriptor(declaration: ParameterDeclaration) -> ParameterDescriptor:
    # Dynamic typing, since a static type refuses whole numbers for numbers; what does not fit is refused by `_checked`.
    descriptor = ParameterDescriptor(
        name=declaration.name,
        type=TYPES[declaration.kind].value,
        description=declaration.description,
        additional_constraints=declaration.additional_constraints,
        dynamic_typing=True,
    )
    if declaration.range is not None:
        low, high = declaration.range
        if declaration.kind in (INTEGER, INTEGER_ARRAY):
            descriptor.integer_range = [IntegerRange(from_value=int(low), to_value=int(high), step=1)]
        else:
            descriptor.floating_point_range = [FloatingPointRange(from_value=low, to_value=high)]
    return descriptor
