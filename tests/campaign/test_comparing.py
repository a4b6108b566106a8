"""Which rows belong together, and what a difference is called."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from arena_cli.main import main
from arena_evaluation.comparing import BETTER, CHANGED, SAME, TOO_FEW, WORSE, compare, paired_rows
from arena_evaluation.comparing_rows import NUMBERS, Row, Side, read_side
from arena_evaluation.comparing_text import WIDTH, drawn_interval
from arena_evaluation.metrics.catalogue import METRICS
from arena_evaluation.report.directions import DIRECTIONS
from arena_evaluation.tables import IDENTITY, REASONS, column_types
from arena_evaluation.tables_files import write_values
from arena_simulation_setup.randomness import stream


def row(seed: int, robot: str = "jackal_0", **values: Any) -> dict[str, Any]:
    identity = {name: kind() for name, kind in IDENTITY.items()}
    return {**identity, "world": "w", "seed": seed, "robot": robot, "recording": f"{seed}", **values}


def sides(before: Sequence[float], after: Sequence[float], metric: str) -> tuple[Side, Side]:
    return tuple(
        Side(label, tuple(row(seed, **{metric: value}) for seed, value in enumerate(values)))
        for label, values in (("a", before), ("b", after))
    )


def noise(count: int, label: str) -> list[float]:
    return [float(value) for value in stream(1, label).normal(0.0, 1.0, count)]


@pytest.mark.parametrize(
    ("metric", "step", "verdict"),
    [
        ("spl", 1.0, BETTER),
        ("spl", -1.0, WORSE),
        ("path_length", 1.0, WORSE),
        ("path_length", -1.0, BETTER),
        ("head_on_encounters", 1.0, CHANGED),
        ("spl", 0.0, SAME),
    ],
)
def test_the_direction_of_a_metric_says_whether_a_change_is_for_the_better(
    metric: str, step: float, verdict: str
) -> None:
    before = noise(20, "before")
    after = [value + step + 0.1 * error for value, error in zip(before, noise(20, "error"), strict=True)]
    (entry,) = compare(*sides(before, after, metric), [metric]).metrics
    assert (entry.verdict, entry.paired, entry.count) == (verdict, True, (20, 20))


def test_equal_sides_have_no_change_in_any_metric() -> None:
    rows = tuple(row(seed, **dict.fromkeys(NUMBERS, seed % 3)) for seed in range(9))
    comparison = compare(Side("a", rows), Side("b", rows))
    assert {entry.verdict for entry in comparison.metrics} == {SAME}
    assert (len(comparison.metrics), comparison.pairs, comparison.tests) == (len(NUMBERS), 9, 0)


def test_a_metric_without_values_on_a_side_is_missing_and_one_value_is_too_few() -> None:
    first, second = sides([1.0], [2.0], "spl")
    comparison = compare(first, second, ["spl", "duration"])
    assert [(entry.metric, entry.verdict) for entry in comparison.metrics] == [("spl", TOO_FEW)]
    assert comparison.missing == ("duration",)


def test_many_metrics_make_a_finding_harder() -> None:
    """Six steps to one side are a chance of 1 in 32: enough alone, not among two."""
    before, after = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [1.0, 3.0, 5.0, 7.0, 9.0, 11.0]
    first = Side("a", tuple(row(seed, spl=value, jerk_max=seed) for seed, value in enumerate(before)))
    second = Side("b", tuple(row(seed, spl=value, jerk_max=5 - seed) for seed, value in enumerate(after)))
    alone = compare(first, second, ["spl"]).metrics
    both = compare(first, second, ["spl", "jerk_max"]).metrics
    assert (alone[0].p_holm, alone[0].verdict) == (2 / 64, BETTER)
    assert (both[0].p_holm, both[0].verdict) == (4 / 64, SAME)


def keys(pairs: Sequence[tuple[Row, Row]]) -> list[tuple[str, str]]:
    return [(one["id"], other["id"]) for one, other in pairs]


def test_pairs_have_stage_world_scenario_seed_and_robot_in_common() -> None:
    first = [
        row(1, "jackal_0", stage="s", id="a"),
        row(1, "jackal_1", stage="s", id="b"),
        row(2, "jackal_0", stage="s", id="c"),
        row(3, "jackal_0", stage="s", scenario="x", id="d"),
        row(4, "jackal_0", stage="s", id="e"),
    ]
    second = [
        row(3, "jackal_0", stage="s", scenario="y", id="D"),
        row(2, "jackal_0", stage="other", id="C"),
        row(1, "jackal_1", stage="s", id="B"),
        row(1, "jackal_0", stage="s", id="A"),
        row(4, "turtlebot_0", stage="s", id="E"),
    ]
    assert keys(paired_rows(first, second)) == [("a", "A"), ("b", "B"), ("e", "E")]


def test_contestants_are_part_of_the_pair_where_both_sides_have_the_same_ones() -> None:
    first = [row(1, contestant=name, id=name) for name in ("x", "y")]
    second = [row(1, contestant=name, id=name.upper()) for name in ("y", "x")]
    assert keys(paired_rows(first, second)) == [("x", "X"), ("y", "Y")]
    assert keys(paired_rows(first[:1], second[:1])) == [("x", "Y")]


def test_rows_with_one_key_are_paired_in_their_order_and_none_twice() -> None:
    first = [row(1, id=name) for name in "abc"]
    second = [row(1, id=name) for name in "AB"]
    assert keys(paired_rows(first, second)) == [("a", "A"), ("b", "B")]


def test_without_pairs_the_sides_are_two_samples() -> None:
    first, second = sides([1.0, 2.0, 3.0], [5.0, 6.0, 7.0, 8.0], "spl")
    shifted = Side("b", tuple({**entry, "seed": entry["seed"] + 100} for entry in second.rows))
    (entry,) = compare(first, shifted, ["spl"]).metrics
    assert (entry.paired, entry.count, entry.means) == (False, (3, 4), (2.0, 6.5))


def test_every_direction_is_about_a_metric_that_there_is() -> None:
    assert set(DIRECTIONS) <= set(METRICS)


@pytest.mark.parametrize(
    ("interval", "drawn"),
    [
        ((1.0, 2.0, 4.0), "          | ---o-----"),
        ((-4.0, -2.0, 0.0), "-----o----|          "),
        ((-2.0, 0.0, 2.0), "----------o----------"),
        ((0.0, 0.0, 0.0), "          o          "),
    ],
)
def test_intervals_are_drawn_around_zero(interval: tuple[float, float, float], drawn: str) -> None:
    assert len(drawn) == WIDTH
    assert drawn_interval(*interval) == drawn


def written(path: Path, rows: Sequence[Row]) -> Path:
    types = {"contestant": str, "stage": str, **column_types(tuple(METRICS)), REASONS: str}
    write_values(path, types, [{name: entry.get(name) for name in types} | {REASONS: {}} for entry in rows])
    return path


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".json"])
def test_tables_of_every_format_say_the_same(suffix: str, tmp_path: Path) -> None:
    rows = [
        row(1, contestant="x", stage="s", success=True, spl=0.1 + 0.2, unsafe=None, collisions=3, complete=True),
        row(2, contestant="x", stage="s", success=False, spl=None, unsafe=0, collisions=0, complete=True),
    ]
    side = read_side(written(tmp_path / f"t{suffix}", rows))
    shown = [[entry[name] for name in ("seed", "success", "spl", "unsafe", "collisions")] for entry in side.rows]
    assert shown == [[1, True, 0.1 + 0.2, None, 3], [2, False, None, 0, 0]]
    assert side.episodes == 2


def command(tmp_path: Path, after: Sequence[float], *words: str) -> int:
    before = noise(20, "before")
    first = written(tmp_path / "a.parquet", [row(seed, spl=value) for seed, value in enumerate(before)])
    rows = [row(seed, spl=value + step) for seed, (value, step) in enumerate(zip(before, after, strict=True))]
    second = written(tmp_path / "b.csv", rows)
    return main(["evaluation", "compare", str(first), str(second), *words])


@pytest.mark.parametrize(
    ("step", "words", "code"), [(-1.0, ["--gate"], 3), (-1.0, [], 0), (0.0, ["--gate"], 0), (1.0, ["--gate"], 0)]
)
def test_the_gate_closes_where_a_metric_became_worse(
    step: float, words: list[str], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(tmp_path, [step] * 20, *words) == code
    assert "20 pairs of episodes" in capsys.readouterr().out


def test_json_has_one_object_for_each_metric(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(tmp_path, [-0.5] * 20, "--json", "--metric", "spl") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["difference"] == pytest.approx(-0.5)
    assert (found["metric"], found["verdict"], found["paired"], found["count_a"]) == ("spl", "worse", True, 20)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["a.parquet", "--metric", "spk"], 2, "did you mean 'spl'"),
        (["a.parquet", "--metric", "outcome"], 2, "no metric 'outcome' with numbers"),
        (["a.parquet", "--confidence", "1"], 2, "expected a number from 0.5 to below 1"),
        (["nothing.parquet"], 1, "nothing.parquet"),
        (["empty.json"], 1, "has no rows"),
        (["other.csv"], 1, "no column robot"),
        (["text.csv"], 1, "spl is 'many', expected a finite number"),
        (["endless.json"], 1, "spl is inf, expected a finite number"),
        (["torn.parquet"], 1, "is no Parquet file"),
        (["a.parquet", "--contestants", "x", "y"], 1, "no contestant 'x'"),
    ],
)
def test_what_can_not_be_compared(
    words: list[str], code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path / "a.parquet", [row(1)])
    (tmp_path / "empty.json").write_text("[]", encoding="utf-8")
    (tmp_path / "other.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    (tmp_path / "text.csv").write_text("robot,spl\na,1\nb,many\n", encoding="utf-8")
    (tmp_path / "endless.json").write_text('[{"robot": "a", "spl": Infinity}]', encoding="utf-8")
    (tmp_path / "torn.parquet").write_bytes(b"PAR1")
    name, *rest = words
    assert main(["evaluation", "compare", str(tmp_path / "a.parquet"), str(tmp_path / name), *rest]) == code
    assert said in capsys.readouterr().err
