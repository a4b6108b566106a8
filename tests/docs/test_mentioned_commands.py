from __future__ import annotations

import re
from pathlib import Path

import pytest
from documents import REPOSITORY, documents, name_of

from arena_cli.argument import Argument, parse_arguments
from arena_cli.bench import BENCH_ARGUMENTS, SUBJECTS
from arena_cli.bench_avoidance import BENCH_AVOIDANCE_ARGUMENTS
from arena_cli.bench_episode import EPISODE_ARGUMENTS
from arena_cli.bench_generator import BENCH_GENERATOR_ARGUMENTS
from arena_cli.bench_gym import BENCH_GYM_ARGUMENTS
from arena_cli.bench_judge import BENCH_JUDGE_ARGUMENTS
from arena_cli.bench_lab import BENCH_LAB_ARGUMENTS
from arena_cli.bench_map import BENCH_MAP_ARGUMENTS
from arena_cli.bench_people import BENCH_PEOPLE_ARGUMENTS
from arena_cli.bench_replay import BENCH_REPLAY_ARGUMENTS
from arena_cli.bench_ros import BENCH_ROS_ARGUMENTS
from arena_cli.bench_world import BENCH_WORLD_ARGUMENTS
from arena_cli.launch_arguments import launch_arguments
from arena_cli.main import VERBS, main
from arena_cli.run import RUN_ARGUMENTS

GUIDES = [path for path in documents() if path.parent in (REPOSITORY, REPOSITORY / "docs")]
ARENA = re.compile(r"(?:`|^\$? *)arena ((?:[a-z]|-)[^`\n|]*)", re.MULTILINE)
MAKE = re.compile(r"`make ([a-z-]+)[^`]*`")
TARGET = re.compile(r"^([a-z-]+):", re.MULTILINE)
FIGURE = re.compile(r"\b\d[\d.]*\s*(?:times real time|us\b|µs|ms\b)")
WITH_ARGUMENTS: dict[str, tuple[Argument, ...]] = {
    "run": RUN_ARGUMENTS,
    "launch": tuple(row.argument for row in launch_arguments()),
    "bench": BENCH_ARGUMENTS,
    "bench avoidance": BENCH_AVOIDANCE_ARGUMENTS,
    "bench episode": EPISODE_ARGUMENTS,
    "bench generator": BENCH_GENERATOR_ARGUMENTS,
    "bench gym": BENCH_GYM_ARGUMENTS,
    "bench judge": BENCH_JUDGE_ARGUMENTS,
    "bench lab": BENCH_LAB_ARGUMENTS,
    "bench map": BENCH_MAP_ARGUMENTS,
    "bench people": BENCH_PEOPLE_ARGUMENTS,
    "bench replay": BENCH_REPLAY_ARGUMENTS,
    "bench ros": BENCH_ROS_ARGUMENTS,
    "bench world": BENCH_WORLD_ARGUMENTS,
}
# Names that ROS itself and the launch files of others take.
OF_ROS = {"clock", "tf", "tf_static", "use_sim_time", "params_file", "node_names", "__ns", "__node"}
# Any name after these: parameters of a mode, of a mode that the guide writes, of people.
OPEN = ("task.random.", "task.balloons.", "humansim.")


def mentioned(document: Path) -> list[list[str]]:
    """Words of each command in a document; what stands in brackets or is an ellipsis is left to the reader."""
    text = document.read_text(encoding="utf-8")
    return [found.split("  #")[0].split() for found in ARENA.findall(text)]


@pytest.mark.parametrize("document", GUIDES, ids=name_of)
def test_mentioned_commands_exist_with_their_arguments(document: Path) -> None:
    for words in mentioned(document):
        if words[0] in ("VERB", "--help", "--version"):
            continue
        assert words[0] in VERBS, f"{name_of(document)}: arena {' '.join(words)}"
        assignments = [word for word in words[1:] if re.fullmatch(r"[a-z_.]+:=\S+", word)]
        if words[0] in WITH_ARGUMENTS:
            subject = words[1:2] if words[0] == "bench" and words[1:2] and words[1] in SUBJECTS else []
            declared = WITH_ARGUMENTS[" ".join([words[0], *subject])]
            parse_arguments([Argument(row.name, row.default, row.description) for row in declared], assignments)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "--help"]) == 0
    assert f"arena {verb}" in capsys.readouterr().out


@pytest.mark.parametrize("document", GUIDES, ids=name_of)
def test_mentioned_make_targets_exist(document: Path) -> None:
    targets = set(TARGET.findall((REPOSITORY / "Makefile").read_text(encoding="utf-8")))
    text = document.read_text(encoding="utf-8")
    assert set(MAKE.findall(text)) - targets == set()


@pytest.mark.parametrize("document", GUIDES, ids=name_of)
def test_measured_figures_name_their_command(document: Path) -> None:
    """A section with a measured figure says by which command it was measured."""
    for section in re.split(r"^#+ ", document.read_text(encoding="utf-8"), flags=re.MULTILINE):
        if FIGURE.search(section):
            assert re.search(r"arena |make |pytest", section), f"{name_of(document)}: {section[:60]!r}"


@pytest.mark.parametrize("document", GUIDES, ids=name_of)
def test_mentioned_arguments_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    names = {argument.name for arguments in WITH_ARGUMENTS.values() for argument in arguments} | OF_ROS
    mentioned_names = {name for name in re.findall(r"([a-z_.]+):=", text) if not name.startswith(OPEN)}
    assert mentioned_names - names == set()
