"""The page: one HTML file with everything in it."""

import json
import os
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from arena_evaluation.metrics.catalogue import METRICS
from arena_evaluation.report.block import block, packed
from arena_evaluation.report.directions import DIRECTIONS
from arena_evaluation.report.recorded_page import RecordedPage
from arena_simulation_setup.optional_library import not_installed

SCRIPTS = ("data", "words", "palette", "plan", "tracks", "diagrams", "tables", "filters", "timeline", "player", "main")
"""Names of the scripts, in their order."""
_PLACE = re.compile(r"\{\{(\w+)\}\}")


class NothingToShowError(ValueError):
    """None of the recordings can be looked at; the text says why."""


@frozen
class ReportSummary:
    """What a page holds.

    Attributes:
        path: The page.
        episodes: Number of recordings that can be looked at.
        problems: What is wrong with each recording that is a row with that text only.
        bytes: Size of the page.
    """

    path: Path
    episodes: int
    problems: tuple[str, ...]
    bytes: int


def plotly_source() -> str:
    """The program that draws diagrams, whole.

    Raises:
        ModuleNotFoundError: If it is not installed; the text says what to do.
    """
    try:
        from plotly.offline import get_plotlyjs
    except ModuleNotFoundError:
        raise ModuleNotFoundError(not_installed("the report", "plotly", "evaluate")) from None
    return str(get_plotlyjs())


def write_report(path: Path, pages: Iterable[RecordedPage], title: str, names: Iterable[str]) -> ReportSummary:
    """Write a page; where one was, it is replaced when the new one is whole.

    Args:
        path: The HTML file.
        pages: What it holds, in order; taken one by one.
        title: Heading.
        names: Metrics, in the order in which they are offered.

    Raises:
        NothingToShowError: If none of the recordings can be looked at.
        ModuleNotFoundError: If plotly is not installed.
        OSError: If the file can not be written.
    """
    source = plotly_source()
    plans: dict[str, str] = {}
    # Equal plans are kept once.
    found = [evolve(page, plan=plans.setdefault(page.world, page.plan)) for page in pages]
    usable = [page for page in found if not page.problem]
    if not usable:
        why = found[0].problem if found else "there is none"
        raise NothingToShowError(f"none of {len(found)} recordings can be shown: {why}")
    text = page_text(found, title, tuple(names), source).encode("utf-8")
    _replace_whole(path, text)
    return ReportSummary(path, len(usable), tuple(page.problem for page in found if page.problem), len(text))


def page_text(pages: Iterable[RecordedPage], title: str, names: Iterable[str], diagrams: str) -> str:
    """The page as text; equal for equal input.

    Args:
        pages: What it holds.
        title: Heading.
        names: Metrics.
        diagrams: Source of plotly.
    """
    found = tuple(pages)
    plans = {page.world: page.plan for page in found if not page.problem}
    overview = {
        "title": title,
        "metrics": [_metric(name) for name in names],
        "worlds": list(plans),
        "episodes": [_episode(page, list(plans)) for page in found],
    }
    blocks = {"overview": block(overview), "plotly": _packed_source(diagrams)}
    blocks |= {f"world-{index}": plan for index, plan in enumerate(plans.values())}
    blocks |= {f"episode-{index}": page.detail for index, page in enumerate(found) if page.detail}
    return _filled(
        _asset("page.html"),
        {
            "title": escape(title),
            "style": _asset("page.css"),
            "script": "\n".join(_asset(f"{name}.js") for name in SCRIPTS),
            "blocks": "\n".join(_tag(name, content) for name, content in blocks.items()),
        },
    )


@lru_cache(maxsize=1)
def _packed_source(source: str) -> str:
    return packed(source.encode("utf-8"))


def _episode(page: RecordedPage, worlds: list[str]) -> dict[str, Any]:
    if page.problem:
        return {"recording": page.recording, "problem": page.problem}
    return {
        "recording": page.recording,
        **page.summary,
        "plan": worlds.index(page.world),
        "rows": list(page.rows),
    }


def _metric(name: str) -> dict[str, Any]:
    metric = METRICS[name]
    return {"name": name, "unit": metric.unit, "meaning": metric.meaning, "direction": DIRECTIONS.get(name, 0)}


def _tag(name: str, content: str) -> str:
    return f'<script type="application/octet-stream" id="{name}">{content}</script>'


def _asset(name: str) -> str:
    return (files("arena_evaluation.report") / "assets" / name).read_text(encoding="utf-8")


def _filled(template: str, values: Mapping[str, str]) -> str:
    # One pass: what is filled in is not looked at again.
    return _PLACE.sub(lambda place: values[place[1]], template)


def _replace_whole(path: Path, content: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as error:
        raise OSError(error.errno, f"the page can not be written: {error.strerror}", str(path)) from None
    finally:
        beside.unlink(missing_ok=True)


def summary_json(summary: ReportSummary) -> str:
    """A summary as one line of JSON."""
    return json.dumps(
        {
            "report": str(summary.path),
            "episodes": summary.episodes,
            "damaged": len(summary.problems),
            "bytes": summary.bytes,
        }
    )
