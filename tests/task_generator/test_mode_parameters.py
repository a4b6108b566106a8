from __future__ import annotations

import math
from typing import Any

import pytest

from task_generator.coercion import coerced
from task_generator.declarations import (
    DictionaryNode,
    ParameterNode,
    declare_bool,
    declare_catalog,
    declare_enum,
    declare_float,
    declare_float_pair,
    declare_int,
    declare_int_pair,
    declare_string,
)
from task_generator.parameters import declared_parameters, parse_parameter, resolved_parameters
from task_generator.tasks.registry import OBSTACLES_MODES


@pytest.fixture
def node() -> DictionaryNode:
    declared = DictionaryNode()
    declare_int_pair(declared, "pair", (5, 15), label="Objects")
    declare_float_pair(declared, "floats", (0.5, 1.0), bounds=(0.0, 2.0))
    declare_catalog(declared, "models", "objects")
    declare_catalog(declared, "file", "scenarios", "")
    declare_enum(declared, "shape", "round", ("round", "square"))
    declare_string(declared, "text")
    declare_bool(declared, "switch", False)
    declare_int(declared, "count", 1, bounds=(0, 10))
    declare_float(declared, "speed", 1.0)
    return declared


def value(node: DictionaryNode, name: str, given: Any) -> Any:
    return coerced(node.declarations[name], given)


def test_a_dictionary_node_is_a_place_for_declarations(node: DictionaryNode) -> None:
    assert isinstance(node, ParameterNode)


def test_declarations_carry_the_tokens_that_panels_read(node: DictionaryNode) -> None:
    tokens = {name: declaration.additional_constraints for name, declaration in node.declarations.items()}
    assert tokens["pair"] == "range:int_pair;label:Objects"
    assert tokens["models"] == "catalog:objects"
    assert tokens["shape"] == "enum:round,square"
    assert tokens["text"] == ""


def test_a_parameter_may_be_declared_twice_alike_but_not_differently(node: DictionaryNode) -> None:
    declare_string(node, "text")
    with pytest.raises(ValueError, match="text is declared twice"):
        declare_string(node, "text", "other default")


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("speed", 2, 2.0),
        ("floats", [1, 2], (1.0, 2.0)),
        ("pair", [3, 3], (3, 3)),
        ("pair", [9, 2], (2, 9)),
        ("pair", [4], (4, 4)),
        ("pair", [], (5, 15)),
        ("models", [], ()),
        ("models", ["a", "b"], ("a", "b")),
        ("file", "", ""),
        ("switch", True, True),
    ],
)
def test_fitting_values_come_out_in_the_declared_type(
    node: DictionaryNode, name: str, given: Any, expected: Any
) -> None:
    found = value(node, name, given)
    assert found == expected
    assert type(found) is type(expected)
    if isinstance(expected, tuple):
        assert [type(item) for item in found] == [type(item) for item in expected]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("pair", [3.0, 3.0]),
        ("pair", [1, 2, 3]),
        ("pair", "[3, 3]"),
        ("pair", [True, True]),
        ("pair", [-1, 3]),
        ("pair", [1, 10_001]),
        ("floats", [0.0, 2.5]),
        ("models", "crate"),
        ("models", [1]),
        ("shape", "oval"),
        ("text", 7),
        ("switch", 1),
        ("switch", "true"),
        ("count", 1.0),
        ("count", 11),
        ("speed", True),
        ("speed", math.nan),
        ("speed", math.inf),
        ("speed", None),
    ],
)
def test_a_misfit_names_parameter_value_and_expectation(node: DictionaryNode, name: str, given: Any) -> None:
    with pytest.raises(ValueError, match=rf"{name}: got .*expected"):
        value(node, name, given)


def test_the_documented_parameters_of_the_shipped_modes_exist_with_their_defaults() -> None:
    declared = declared_parameters().items()
    modes = OBSTACLES_MODES.names()
    defaults = {name: declaration.default for name, declaration in declared if name.split(".")[1] in modes}
    assert defaults == {
        "task.random.static.n": (5, 15),
        "task.random.dynamic.n": (1, 5),
        "task.random.static.models": (),
        "task.random.dynamic.models": (),
        "task.random.interactive.n": (0, 0),
        "task.random.interactive.models": (),
        "task.scenario.file": "",
        "task.parametrized.file": "",
        "task.environment.file": "default",
        "task.prompt.prompt": "",
        "task.prompt.model": "",
        "task.prompt.human": "auto",
        "task.prompt.generation_mode": "auto",
        "task.prompt.timeout": 60.0,
        "task.prompt.retries": 1,
    }


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("task.random.static.n", "[3, 3]", (3, 3)),
        ("task.random.static.n", "[3,7]", (3, 7)),
        ("task.random.static.n", "4", (4, 4)),
        ("task.random.static.models", "[]", ()),
        ("task.random.static.models", "", ()),
        ("task.random.static.models", "[on, 007, 'Lab/no']", ("on", "007", "Lab/no")),
        ("task.random.static.models", "crate", ("crate",)),
        ("task.scenario.file", "007", "007"),
        ("task.scenario.file", "true", "true"),
    ],
)
def test_text_means_what_the_declaration_says(name: str, text: str, expected: Any) -> None:
    assert parse_parameter(name, text) == expected


@pytest.mark.parametrize("text", ["[3.0, 3.0]", "[a, b]", "many", "[1, 2, 3]", "[3, , 4]"])
def test_text_that_does_not_fit_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"task\.random\.static\.n: got"):
        parse_parameter("task.random.static.n", text)


def test_an_unknown_parameter_offers_the_nearest() -> None:
    with pytest.raises(ValueError, match=r"did you mean 'task\.random\.static\.n'\?"):
        parse_parameter("task.random.statc.n", "[3, 3]")


def test_given_values_overlay_defaults_and_unknown_names_are_told() -> None:
    parameters, complaints = resolved_parameters({"task.random.static.n": [2, 2], "task.random.dynamc.n": [1, 1]})
    assert parameters.int_pair("task.random.static.n") == (2, 2)
    assert parameters.int_pair("task.random.dynamic.n") == (1, 5)
    assert len(complaints) == 1
    assert "task.random.dynamc.n" in complaints[0]


def test_asking_for_a_pair_that_is_none_is_a_programming_error() -> None:
    with pytest.raises(TypeError, match=r"task\.scenario\.file"):
        resolved_parameters({})[0].int_pair("task.scenario.file")
