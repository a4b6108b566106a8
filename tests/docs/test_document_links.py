from __future__ import annotations

import re
from pathlib import Path

import pytest
from documents import REPOSITORY, documents, name_of, without_blocks

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
ELSEWHERE = ("http://", "https://", "mailto:")


def anchors(document: Path) -> set[str]:
    """Anchors of headings as code hosts make them."""
    headings = HEADING.findall(without_blocks(document))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(document: Path) -> list[str]:
    return [link for link in LINK.findall(without_blocks(document)) if not link.startswith(ELSEWHERE)]


@pytest.mark.parametrize("document", documents(), ids=name_of)
def test_relative_links_lead_somewhere(document: Path) -> None:
    for link in links(document):
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        assert target.exists(), f"{name_of(document)} links to {link}, which does not exist"
        assert target.is_relative_to(REPOSITORY), f"{name_of(document)} links out of the repository: {link}"
        if anchor:
            assert anchor in anchors(target), f"{name_of(document)} links to {link}; the headings are {anchors(target)}"


def test_readme_leads_to_every_guide() -> None:
    linked = {link.partition("#")[0] for link in links(REPOSITORY / "README.md")}
    guides = {name_of(path) for path in (REPOSITORY / "docs").glob("*.md")}
    assert guides - linked == set()


def test_index_of_decisions_names_every_page() -> None:
    folder = REPOSITORY / "docs" / "decisions"
    linked = set(links(folder / "README.md"))
    assert {path.name for path in folder.glob("*.md")} - {"README.md"} == linked


def test_pictures_are_small() -> None:
    for picture in (REPOSITORY / "docs" / "images").iterdir():
        assert picture.stat().st_size < 300_000, f"{picture.name} has {picture.stat().st_size} bytes"
