"""Results of a campaign as JUnit XML, for continuous integration.

Source: the schema that Jenkins' xUnit plugin documents: suites of cases; a failure is something that was judged, an
error something that could not be.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree as Xml

from attrs import frozen

from arena_lab.campaign.job_result import JobResult

_KEPT_CONTROLS = "\t\n\r"


@frozen
class Case:
    """One episode.

    Attributes:
        result: What it gave.
        runtime_s: Wall seconds.
        seed: Its seed.
    """

    result: JobResult
    runtime_s: float
    seed: int


def write_junit(path: Path, name: str, cases: Sequence[Case]) -> None:
    """Write a file; a test suite for each step, a test case for each episode.

    Args:
        path: The file; replaced where it exists.
        name: Of the whole.
        cases: In order; those of a step stand together.

    Raises:
        OSError: If it can not be written.
    """
    root = Xml.Element("testsuites", {"name": printable(name), **_counts(cases)})
    steps = dict.fromkeys(case.result.step for case in cases)
    for step in steps:
        own = [case for case in cases if case.result.step == step]
        suite = Xml.SubElement(root, "testsuite", {"name": printable(step), **_counts(own)})
        for case in own:
            _add(suite, name, case)
    Xml.indent(root)
    path.parent.mkdir(parents=True, exist_ok=True)
    Xml.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def printable(text: str) -> str:
    """A text without the characters that XML 1.0 has no place for."""
    return "".join(
        letter
        for letter in text
        if letter in _KEPT_CONTROLS
        or (letter >= " " and not "\ud800" <= letter <= "\udfff" and letter < "\ufffe")
        or letter > "\uffff"
    )


def _counts(cases: Iterable[Case]) -> Mapping[str, str]:
    listed = list(cases)
    errors = sum(bool(case.result.error_kind) for case in listed)
    failures = sum(not case.result.passed for case in listed) - errors
    return {
        "tests": str(len(listed)),
        "failures": str(failures),
        "errors": str(errors),
        "skipped": "0",
        "time": f"{sum(case.runtime_s for case in listed):.3f}",
    }


def _add(suite: Xml.Element, name: str, case: Case) -> None:
    result = case.result
    attributes = {
        "name": f"episode {result.episode}, seed {case.seed}",
        "classname": printable(".".join((name, *result.step.split("/")))),
        "time": f"{case.runtime_s:.3f}",
    }
    element = Xml.SubElement(suite, "testcase", attributes)
    if result.error_kind:
        said = printable(result.error_detail)
        Xml.SubElement(element, "error", {"type": result.error_kind, "message": said}).text = said
    elif result.failure:
        said = printable(result.failure)
        Xml.SubElement(element, "failure", {"type": result.outcome_state, "message": said}).text = said
