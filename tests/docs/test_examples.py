from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from documents import Block, blocks, documents, name_of

from arena_cli.main import main

GUIDES = [path for path in documents() if any(block.marker in ("file", "run", "python") for block in blocks(path))]
EXIT = re.compile(r"exit (\d+)")


def typed(block: Block) -> list[tuple[list[str], list[str]]]:
    """Words of each command of a block and the lines that are shown below it."""
    commands: list[tuple[list[str], list[str]]] = []
    for line in block.body.splitlines():
        if line.startswith("$ "):
            commands.append((shlex.split(line[2:]), []))
        elif commands and line.strip():
            commands[-1][1].append(line)
    return commands


def words_of(text: str) -> str:
    return " ".join(text.split())


def assert_shown(shown: list[str], output: str, place: str) -> None:
    """Every shown line is a line of the output, in the same order; blanks count once and ``…`` stands for anything."""
    lines = iter([words_of(line) for line in output.splitlines()])
    for line in shown:
        pattern = ".*".join(re.escape(part) for part in words_of(line).split("…"))
        assert any(re.fullmatch(pattern, found) for found in lines), f"{place}: {line!r} is not in\n{output}"


def run(block: Block, place: str, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = int(found[1]) if (found := EXIT.search(block.detail)) else 0
    for words, shown in typed(block):
        assert words[0] == "arena", f"{place}: only arena commands can be checked, not {words[0]!r}"
        capsys.readouterr()
        code = main(words[1:])
        captured = capsys.readouterr()
        output = captured.out + captured.err
        assert code == wanted, f"{place}: exit code {code}, expected {wanted}\n{output}"
        assert_shown(shown, output, place)


@pytest.mark.parametrize("document", GUIDES, ids=name_of)
def test_guide_works_when_it_is_followed_from_an_empty_folder(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARENA_WORLD_PATH", raising=False)
    names: dict[str, object] = {"__name__": "example"}
    for block in blocks(document):
        place = f"{name_of(document)}:{block.line}"
        if block.marker == "file":
            path = tmp_path / block.detail
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.body, encoding="utf-8")
        elif block.marker == "run":
            run(block, place, capsys)
        elif block.marker == "python":
            exec(compile(block.body, place, "exec"), names)


@pytest.mark.parametrize("document", GUIDES, ids=name_of)
def test_every_block_in_a_language_that_can_be_checked_is_marked(document: Path) -> None:
    languages = {"yaml", "python", "console"}
    unmarked = [block.line for block in blocks(document) if block.language in languages and not block.marker]
    assert unmarked == [], f"{name_of(document)}: blocks at lines {unmarked} have no marker"


def test_shown_lines_must_come_in_order() -> None:
    assert_shown(["a  b", "c …"], "a b\nx\nc 12\n", "here")
    with pytest.raises(AssertionError):
        assert_shown(["c", "a"], "a\nc\n", "here")
    with pytest.raises(AssertionError):
        assert_shown(["a"], "ab\n", "here")
