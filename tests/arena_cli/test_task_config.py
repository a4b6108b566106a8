"""Robot tasks from a file: what it names counts more than ``task.robots``, in runs and launches."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena_cli.argument import Parsed, UsageError, parse_arguments
from arena_cli.launch_arguments import launch_arguments
from arena_cli.launch_call import checked_call, launch_call, parsed_call
from arena_cli.main import main
from arena_cli.run import RUN_ARGUMENTS
from arena_cli.task_config import configured, load_robot_task
from arena_simulation_setup.files.problem import FileProblems
from task_generator.tasks.registry import ROBOTS_MODES


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "task.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def read(tmp_path: Path, text: str, *words: str) -> tuple[Parsed, list[str]]:
    """Values of `arena run` with a file, and what is said about it."""
    notes: list[str] = []
    parsed = parse_arguments(RUN_ARGUMENTS, [f"task.config:={written(tmp_path, text)}", *words])
    return configured(parsed, RUN_ARGUMENTS, notes.append), notes


def test_the_file_names_the_mode_and_its_parameters(tmp_path: Path) -> None:
    parsed, notes = read(tmp_path, "kind: explore\nconfig: {goals: 5, timeout: 30}\n")
    assert parsed["task.robots"] == "explore"
    assert parsed.wildcard == {"task.explore.goals": "5", "task.explore.timeout": "30.0"}
    assert notes == []


def test_it_counts_more_than_the_mode_of_the_call_and_less_than_its_parameters(tmp_path: Path) -> None:
    words = ("task.robots:=random", "task.explore.goals:=7")
    parsed, notes = read(tmp_path, "kind: explore\nconfig: {goals: 5}\n", *words)
    assert (parsed["task.robots"], parsed.wildcard["task.explore.goals"]) == ("explore", "7")
    assert notes == ["task.robots:=random is ignored, task.config is given"]


def test_without_a_file_nothing_changes() -> None:
    parsed = parse_arguments(RUN_ARGUMENTS, ["task.robots:=explore"])
    assert configured(parsed, RUN_ARGUMENTS, pytest.fail) is parsed


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("kind: explor\n", "there is no robot mode 'explor'.*explore"),
        ("config: {goals: 5}\n", "'kind' is missing"),
        ("kind: explore\nconfig: {goal: 5}\n", "mode explore has no parameter 'goal'.*goals"),
        ("kind: random\nconfig: {static.n: [1, 2]}\n", "mode random has no parameter 'static.n'"),
        ("kind: explore\nconfig: {goals: many}\n", r"many"),
        ("kind: explore\nconfig: [goals]\n", "config"),
        ("kind: explore\nconfg: {goals: 5}\n", "unknown key 'confg'.*config"),
        ("kind: composite\nassignments: [{robots: [jackal_0], task: {kind: explore}}]\n", "all robots of an episode"),
        ("kind: 'null'\n", "all robots of an episode"),
        ("[]\n", "mapping"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=f"(?s)task.yaml:.*{sentence}"):
        read(tmp_path, text)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileProblems) as caught:
        load_robot_task(written(tmp_path, "kind: explore\nconfig: {goal: 5, timeout: soon}\n"), pytest.fail)
    assert "'goal'" in str(caught.value)
    assert "soon" in str(caught.value)


def test_what_a_mode_produces_is_its_own_affair(tmp_path: Path) -> None:
    parsed, notes = read(tmp_path, "kind: stationary\nproduces: [goto]\n")
    assert parsed["task.robots"] == "stationary"
    assert [("has no effect" in note) for note in notes] == [True]


def test_a_scenario_beside_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="names a mode as well"):
        read(tmp_path, "kind: explore\n", "scenario:=slalom")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=60) | st.sampled_from(ROBOTS_MODES.names()).map("kind: {}\n".format))
def test_any_file_is_a_task_or_a_list_of_problems(tmp_path: Path, text: str) -> None:
    file = tmp_path / "any.yaml"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    with suppress(FileProblems):
        assert load_robot_task(file, lambda note: None).mode.value in ROBOTS_MODES.names()


def test_a_launch_hands_it_to_the_node(tmp_path: Path) -> None:
    file = written(tmp_path, "kind: explore\nconfig: {goals: 5}\n")
    parsed = parsed_call([f"tm_config:={file}", "task.robots:=random"])
    assert {"task.robots", "task.explore.goals"} <= parsed.given
    assert (parsed["task.robots"], parsed["task.explore.goals"]) == ("explore", "5")
    assert any("tm_config" in warning for warning in parsed.warnings)
    assert any("task.robots:=random is ignored" in warning for warning in checked_call(parsed).warnings)


def test_the_launch_system_hands_it_to_the_node(tmp_path: Path) -> None:
    texts = {row.name: row.default_text for row in launch_arguments()}
    file = written(tmp_path, "kind: explore\nconfig: {goals: 5}\n")
    call = launch_call({**texts, "task.config": str(file), "task.robots": "random"})
    assert call.texts["task.robots"] == "explore"
    assert call.texts["task.explore.goals"] == "5"


def test_a_run_follows_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, "kind: stationary\n")
    words = ["world:=map_empty", "seed:=3", "task.obstacles:=random", "task.episode.timeout:=1", "record.auto:=false"]
    assert main(["run", *words, f"task.config:={file}", "--json", "--quiet"]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] == "SUCCESS"
