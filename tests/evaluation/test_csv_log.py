"""Logs in CSV: what their frames say, and that everything that is wrong with one is told at once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena_evaluation.csv_judging import idle_robots, judge_log, missing_names
from arena_evaluation.csv_log import CsvLog, read_csv_log
from arena_simulation_setup.conditions.parse import parse_clause
from arena_simulation_setup.episode import Episode, WorldReference
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.frame import Area, FrameLayout
from arena_simulation_setup.verdict import Verdict
from arena_simulation_setup.world.compaction import CompactedWorld

HEADER = "t,name,kind,x,y,yaw,value\n"
WARD = Area("ward", "0", "zone", ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)))


def written(path: Path, rows: str, header: str = HEADER) -> Path:
    file = path / "log.csv"
    file.write_bytes((header + rows).encode())
    return file


def log_of(path: Path, rows: str, header: str = HEADER) -> CsvLog:
    return read_csv_log(written(path, rows, header))


def told(path: Path, rows: str, header: str = HEADER) -> list[tuple[int, int, str]]:
    """Line, column and message of every problem."""
    with pytest.raises(FileProblems) as caught:
        log_of(path, rows, header)
    return [(problem.line, problem.column, problem.message) for problem in caught.value.problems]


def judged(log: CsvLog, op: str, p: str, layout: FrameLayout | None = None) -> Verdict:
    """The verdict of one condition for the first robot."""
    layout = log.layout([WARD]) if layout is None else layout
    clauses = (parse_clause({"op": op, "p": p}),)
    episode = Episode(1, WorldReference("w", ""), "", 0, robots=idle_robots(log), conditions=clauses)
    return judge_log(log, layout, episode).verdicts[0]


def test_rows_of_one_time_are_one_frame_at_the_times_of_the_log(tmp_path: Path) -> None:
    log = log_of(tmp_path, "5,a,robot,1,2,3,\n5,n,person,4,5,6,\n5.125,a,robot,2,2,0,\n9,a,robot,3,2,0,\n")
    frames = list(log.frames())
    assert [frame.tick for frame in frames] == [0, 1, 2]
    assert [frame.time_ns for frame in frames] == [5_000_000_000, 5_125_000_000, 9_000_000_000]
    assert frames[0].robots.tolist() == [[1.0, 2.0, 3.0, 0.0, 0.0, 0.0]]
    assert frames[0].people.tolist() == [[4.0, 5.0, 6.0, 0.0, 0.0]]


def test_who_is_not_mentioned_keeps_the_last_pose_and_is_absent_before_the_first(tmp_path: Path) -> None:
    log = log_of(tmp_path, "0,a,robot,1,1,0,\n1,n,person,2,2,0,\n2,a,robot,3,3,0,\n3,n,person,,,,\n")
    people = [frame.people[0, 0] for frame in log.frames()]
    assert np.isnan(people[0])
    assert people[1:3] == [2.0, 2.0]
    assert np.isnan(people[3])
    assert [frame.robots[0, 0] for frame in log.frames()] == [1.0, 1.0, 3.0, 3.0]


def test_fields_get_their_role_from_their_values(tmp_path: Path) -> None:
    rows = "0,d.open,fact,,,,true\n0,d.progress,fact,,,,0.5\n0,d.state,fact,,,,open\n1,d.state,fact,,,,closed\n"
    layout = log_of(tmp_path, rows + "2,d.open,fact,,,,\n2,d.progress,fact,,,,\n").layout()
    assert [(column.field, column.role) for column in layout.numbers] == [("progress", "continuous")]
    assert [(column.field, column.role, column.codes) for column in layout.codes] == [
        ("open", "predicate", ("false", "true")),
        ("state", "discrete", ("open", "closed")),
    ]


def test_facts_about_a_bare_name_are_about_the_only_entity_of_that_name(tmp_path: Path) -> None:
    log = log_of(tmp_path, "0,a,robot,1,1,0,\n0,door.open,fact,,,,true\n0,gate.open,fact,,,,true\n")
    layout = log.layout([WARD], ["door", "door/0", "gate/0", "gate/1"])
    assert [column.entity for column in layout.codes] == ["door/0", "gate"]
    assert judged(log, "always", "door/0.open == true", layout).state == "holds"
    assert judged(log, "always", "door.open == true", layout).state == "holds"


def test_values_and_last_values_are_judged(tmp_path: Path) -> None:
    log = log_of(tmp_path, "0,a,robot,1,1,0,\n0,d.open,fact,,,,true\n1,a,robot,9,1,0,\n2,d.open,fact,,,,false\n")
    assert judged(log, "never", "d.open == false").tick == 2
    assert judged(log, "eventually", "robot in ward").tick == 0
    assert judged(log, "always", "a in ward").reason == "always a in ward: false at 1.00 s, a at (9.00, 1.00)"


def test_reasons_at_the_end_have_the_time_of_the_log(tmp_path: Path) -> None:
    log = log_of(tmp_path, "100.5,a,robot,9,1,0,\n207.25,a,robot,9,1,0,\n")
    verdict = judged(log, "eventually", "robot in ward")
    assert (verdict.state, verdict.tick) == ("violated", 1)
    assert "until 207.25 s" in verdict.reason


def test_a_field_without_value_is_unknown(tmp_path: Path) -> None:
    log = log_of(tmp_path, "0,a,robot,1,1,0,\n1,d.open,fact,,,,true\n2,d.open,fact,,,,\n")
    assert judged(log, "never", "d.open == false").state == "unknown"


def test_names_that_nothing_has_are_told_with_the_nearest_one(tmp_path: Path) -> None:
    log = log_of(tmp_path, "0,a,robot,1,1,0,\n0,nurse,person,1,1,0,\n0,d.open,fact,,,,true\n")
    atoms = ("nurze in ward", "d.opn == true", "d.open == true", "robot in ward")
    clauses = tuple(parse_clause({"op": "never", "p": atom}) for atom in atoms)
    episode = Episode(1, WorldReference("w", ""), "", 0, robots=idle_robots(log), conditions=clauses)
    first, second = missing_names(episode, log.layout([WARD]), CompactedWorld("w", {}, {}))
    assert "did you mean 'nurse'" in first
    assert "did you mean 'open'" in second


def test_columns_come_in_any_order_and_value_is_needed_for_facts_only(tmp_path: Path) -> None:
    rows = '\r\n1,2,0,robot,"a,b",0\r\n\r\n'
    log = log_of(tmp_path, rows, "\ufeffx,y,yaw,kind,name,t")
    assert log.names("robot") == ("a,b",)
    assert log.rows[0].pose == (1.0, 2.0, 0.0)


@pytest.mark.parametrize(
    ("row", "column", "message"),
    [
        ("x,a,robot,1,1,0,", 1, "t is 'x'"),
        ("-1,a,robot,1,1,0,", 1, "t is -1"),
        ("1e10,a,robot,1,1,0,", 1, "t is 1e10"),
        (",a,robot,1,1,0,", 1, "t is missing"),
        ("0,,robot,1,1,0,", 3, "'' is no name"),
        ("0,a b,robot,1,1,0,", 3, "'a b' is no name"),
        ("0,robot,person,1,1,0,", 3, "a person is called 'robot'"),
        ("0,open,fact,,,,true", 3, "'open' is no field"),
        ("0,a,robto,1,1,0,", 5, "unknown kind 'robto'"),
        ("0,a,robot,nan,1,0,", 11, "x is 'nan'"),
        ("0,a,robot,1,1_0,0,", 13, "y is '1_0'"),
        ("0,a,robot,1,1,inf,", 15, "yaw is 'inf'"),
        ("0,a,robot,1,1e999,0,", 13, "y is '1e999'"),
        ("0,a,robot,1,1,,", 15, "yaw is missing"),
        ("0,a,robot,1,1,0,true", 17, "a robot has no value"),
        ("0,d.open,fact,1,,,true", 15, "a fact has no x"),
        ("0,d.open,fact,,,,very true", 18, "value 'very true' has blanks"),
        ("0,a,robot,1,1,0", 1, "the row has 6 cells"),
        ('0,a"b,robot,1,1,0,', 3, "a quote stands where none can"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_column(tmp_path: Path, row: str, column: int, message: str) -> None:
    assert (2, column, message) in told(tmp_path, row + "\n")


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    rows = "2,a,robot,1,1,0,\n1,a,robot,1,1,0,\n2,a,robot,1,1,0,\n2,a,person,1,1,0,\n3,b,robot,?,1,0,\n"
    assert [(line, message) for line, _, message in told(tmp_path, rows)] == [
        (3, "t goes back to 1"),
        (4, "'a' has two rows at this time"),
        (5, "'a' is a robot above and a person here"),
        (6, "x is '?'"),
    ]


@pytest.mark.parametrize(
    ("header", "messages"),
    [
        ("t,name,kind,x,y\n", ["no column 'yaw'"]),
        ("t,name,kind,x,y,yaw,x\n", ["column 'x' stands there twice"]),
        ("time,name,kind,x,y,yaw\n", ["unknown column 'time'", "no column 't'"]),
        ("", ["unknown column ''", "no column 't', 'name', 'kind', 'x', 'y', 'yaw'"]),
        (HEADER, ["the log has no rows below its header"]),
    ],
)
def test_headers_are_strict(tmp_path: Path, header: str, messages: list[str]) -> None:
    assert [message for _, _, message in told(tmp_path, "", header)] == messages


def test_many_problems_are_counted_beyond_the_first_hundred(tmp_path: Path) -> None:
    found = told(tmp_path, "?,a,robot,1,1,0,\n" * 250)
    assert len(found) == 101
    assert found[-1] == (0, 0, "150 more problems")


def test_text_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    file = tmp_path / "log.csv"
    file.write_bytes(HEADER.encode() + b"0,\xff,robot,1,1,0,\n")
    with pytest.raises(FileProblems, match=r"log\.csv:2:1: the text is not UTF-8"):
        read_csv_log(file)


def test_a_missing_file_is_no_problem_of_its_text(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_csv_log(tmp_path / "no.csv")


@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.lists(st.text(alphabet='0123456789.,-e"\n\r robotfcapersn\u2028', max_size=40), max_size=8))
def test_any_text_is_a_log_or_a_list_of_problems(tmp_path: Path, lines: list[str]) -> None:
    try:
        log = log_of(tmp_path, "\n".join(lines))
    except FileProblems as caught:
        problems = caught.problems
    else:
        problems = ()
        assert [frame.tick for frame in log.frames()] == list(range(len({row.time_ns for row in log.rows})))
    assert all(problem.line > 0 for problem in problems)


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.lists(st.tuples(st.integers(1, 5000), st.floats(-9, 9), st.floats(-9, 9)), min_size=1, max_size=12))
def test_never_is_violated_exactly_by_the_first_pose_in_the_zone(
    tmp_path: Path, steps: list[tuple[int, float, float]]
) -> None:
    time_ms, rows = 0, ""
    for pause_ms, x, y in steps:
        time_ms += pause_ms
        rows += f"{time_ms / 1000:.3f},a,robot,{x!r},{y!r},0,\n"
    inside = [index for index, (_, x, y) in enumerate(steps) if 0.0 <= x <= 4.0 and 0.0 <= y <= 4.0]
    verdict = judged(log_of(tmp_path, rows), "never", "robot in ward")
    assert (verdict.state, verdict.tick) == (("violated", inside[0]) if inside else ("holds", len(steps) - 1))
