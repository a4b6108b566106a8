"""JUnit XML: its structure, and that every text has a place in it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as Xml

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena_lab.campaign.job_result import JobResult
from arena_lab.campaign.junit import Case, write_junit

COUNTS = {"tests", "failures", "errors", "skipped", "time"}
# Element to the attributes it must have, those it may have, and the elements within.
SCHEMA: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": ({"name", "tests", "failures", "errors", "time"}, {"skipped"}, {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "time"}, {"skipped", "timestamp", "hostname"}, {"testcase"}),
    "testcase": ({"name", "classname", "time"}, set(), {"failure", "error", "skipped"}),
    "failure": ({"message", "type"}, set(), set()),
    "error": ({"message", "type"}, set(), set()),
}


def assert_valid(element: Xml.Element) -> None:
    required, optional, children = SCHEMA[element.tag]
    assert required <= set(element.attrib) <= required | optional
    for name in COUNTS & set(element.attrib):
        assert float(element.attrib[name]) >= 0.0
    assert element.tag != "testcase" or len(element) <= 1
    for child in element:
        assert child.tag in children
        assert_valid(child)


def case(step: str, episode: int, failure: str = "", error: str = "") -> Case:
    kind = "world" if error else ""
    return Case(JobResult(step, episode, "SUCCESS", "", failure, kind, error), 1.5, episode)


def read(path: Path) -> Xml.Element:
    root = Xml.parse(path).getroot()
    assert root is not None
    return root


def test_a_suite_for_each_step_and_a_case_for_each_episode(tmp_path: Path) -> None:
    cases = [
        case("a/one", 1),
        case("a/one", 2, failure="TIMEOUT: timeout"),
        case("b/one", 1, error="no <such> world & more"),
    ]
    write_junit(tmp_path / "deep" / "x.xml", "demo", cases)
    root = read(tmp_path / "deep" / "x.xml")
    assert_valid(root)
    counts = {suite.get("name"): (suite.get("tests"), suite.get("failures"), suite.get("errors")) for suite in root}
    assert counts == {"a/one": ("2", "1", "0"), "b/one": ("1", "0", "1")}
    assert (root.get("tests"), root.get("failures"), root.get("errors"), root.get("time")) == ("3", "1", "1", "4.500")
    failure, error = root.find(".//failure"), root.find(".//error")
    assert failure is not None
    assert failure.get("message") == "TIMEOUT: timeout"
    assert error is not None
    assert (error.get("type"), error.text) == ("world", "no <such> world & more")
    assert [found.get("classname") for found in root.iter("testcase")] == ["demo.a.one", "demo.a.one", "demo.b.one"]


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(text=st.text(max_size=40))
def test_any_text_makes_a_file_that_parses(text: str, tmp_path: Path) -> None:
    write_junit(tmp_path / "x.xml", text, [case(f"{text}/s", 1, failure=text or "x"), case(f"{text}/s", 2)])
    assert_valid(read(tmp_path / "x.xml"))
