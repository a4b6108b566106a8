"""Errors in atoms of a scenario file stand at the word that is wrong."""

from pathlib import Path

import pytest

from arena_simulation_setup.files.load_scenario import read_scenario_file

HEAD = "conditions:\n"


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("- {op: never, p: robot inside ward}", (2, 24)),
        ("- {op: never, p: 'robot inside ward'}", (2, 25)),
        ('- {op: never, p: "  robot inside ward"}', (2, 27)),
        ('- {op: never, p: "robot within -1 of nurse"}', (2, 32)),
        ("- {op: before, p: robot in ward, q: env_0/robot in lab}", (2, 37)),
        ('- {op: never, p: "robot \\u0069nside ward"}', (2, 18)),
        ("- {op: never, p: 'robot in nurse''s room'}", (2, 18)),
        ("- op: never\n  p: robot inside\n    ward", (3, 6)),
        ("- op: never\n  p: |\n    robot inside ward", (3, 6)),
        ("- op: never\n  p: robot inside ward  # a comment", (3, 12)),
    ],
)
def test_a_wrong_atom_is_marked_at_its_token_or_else_where_it_starts(
    tmp_path: Path, line: str, place: tuple[int, int]
) -> None:
    (tmp_path / "scenario.yaml").write_text(f"{HEAD}{line}\n", encoding="utf-8")
    (problem,) = read_scenario_file(tmp_path).problems
    assert (problem.code, problem.line, problem.column) == ("atom", *place)
    assert f"scenario.yaml:{place[0]}:{place[1]}: conditions[0].{problem.path[-1]}: not an atom: " in problem.text


def test_until_and_the_trigger_of_a_timeline_are_marked_alike(tmp_path: Path) -> None:
    text = "robots: [{start: [0, 0], phases: [{until: robot at lab}]}]\ntimeline: [{when: not not a in b, set: []}]\n"
    (tmp_path / "scenario.yaml").write_text(text, encoding="utf-8")
    until, when = [problem for problem in read_scenario_file(tmp_path).problems if problem.code == "atom"]
    assert (until.line, until.column) == (1, 49)
    assert (when.line, when.column) == (2, 23)
