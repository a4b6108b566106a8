"""Metrics as tables: files, commands, exit codes."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import polars
import pytest
from attrs import evolve
from judged_recording import record_judged
from small_episode import RATE, ROBOT, frame_at, start_of

from arena_cli.main import main
from arena_evaluation.in_processes import in_processes
from arena_evaluation.metrics.catalogue import METRICS
from arena_evaluation.metrics.recorded_run import collected
from arena_evaluation.recording_paths import recording_paths
from arena_evaluation.tables import IDENTITY, REASONS, RowMaker, column_types, rows_of
from arena_evaluation.tables_files import write_table
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.scenario.phase import GotoPhase

CROSSING = (GotoPhase(target="ward", hold_time=0.0, tolerance_radius=0.5, tolerance_angle=0.0, signal=""),)


def crossing(ticks: int) -> list[Frame]:
    return [frame_at(tick, min(2, tick // RATE)) for tick in range(ticks)]


def recorded(folder: Path, *, killed: bool = False, ticks: int = 6 * RATE) -> Path:
    path = folder / "a.mcap"
    record_judged(path, start_of(phases=CROSSING), crossing(ticks), killed=killed)
    return path


def test_a_row_tells_whom_it_is_about_and_why_a_metric_has_no_value(tmp_path: Path) -> None:
    path = recorded(tmp_path / "one")
    (row,) = RowMaker()(path).rows
    values = row.mapping()
    assert list(values) == [*IDENTITY, *METRICS, REASONS]
    assert (values["robot"], values["model"], values["scenario"], values["seed"]) == (ROBOT, "jackal", "crossing", 42)
    assert values["success"] is True
    assert values["complete"] is True
    assert values["time_to_goal"] == pytest.approx(5.0)
    assert values["path_length"] == pytest.approx(5.0)
    # Ann walks 0.9 m beside the robot; the door's contact of every seventh frame is one contact.
    assert values["distance_min"] == pytest.approx(0.9 - 0.267 - 0.25)
    assert values["collisions"] == values["collisions_pedestrian"] == 1
    assert values["spl"] is None
    assert values[REASONS]["spl"].startswith("the recorded world can not be read")
    assert set(values[REASONS]) == {name for name in METRICS if values[name] is None}


def test_a_cut_recording_has_a_row_that_says_so(tmp_path: Path) -> None:
    (row,) = RowMaker()(recorded(tmp_path / "cut", killed=True, ticks=60)).rows
    values = row.mapping()
    assert values["complete"] is False
    assert [values[name] for name in METRICS] == [None] * len(METRICS)
    assert set(values[REASONS].values()) == {"the recording stops at 1.97 s, before its episode ends"}


def test_parquet_csv_and_json_hold_the_same(tmp_path: Path) -> None:
    maker = RowMaker()
    rows = [*maker(recorded(tmp_path / "one")).rows, *maker(recorded(tmp_path / "cut", killed=True, ticks=60)).rows]
    names = tuple(METRICS)
    for suffix in ("parquet", "csv", "json"):
        write_table(tmp_path / f"table.{suffix}", rows, names)
    expected = [row.mapping() for row in rows]
    table = polars.read_parquet(tmp_path / "table.parquet")
    assert table.columns == [*IDENTITY, *METRICS, REASONS]
    for found, wanted in zip(table.to_dicts(), expected, strict=True):
        assert {**found, REASONS: json.loads(found[REASONS])} == wanted
    kinds = {bool: polars.Boolean, str: polars.String, int: polars.Int64, float: polars.Float64}
    assert [table.schema[name] for name in names] == [kinds[column_types(names)[name]] for name in names]
    assert json.loads((tmp_path / "table.json").read_text()) == expected
    with (tmp_path / "table.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert lines[0]["path_length"] == repr(expected[0]["path_length"])
    assert (lines[0]["success"], lines[1]["success"], lines[0]["complete"]) == ("true", "", "true")
    assert json.loads(lines[1][REASONS]) == expected[1][REASONS]


def test_an_empty_table_has_its_columns(tmp_path: Path) -> None:
    write_table(tmp_path / "table.parquet", [], ("spl", "outcome"))
    assert polars.read_parquet(tmp_path / "table.parquet").columns == [*IDENTITY, "spl", "outcome", REASONS]


def test_without_polars_one_sentence_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ModuleNotFoundError, match=r"\[evaluate\].*or write CSV"):
        write_table(tmp_path / "table.parquet", [], ("spl",))


def test_processes_give_the_rows_of_one(tmp_path: Path) -> None:
    paths = [recorded(tmp_path / str(number)) for number in range(3)]
    alone, shared = (list(in_processes(RowMaker(("success", "path_length")), paths, count)) for count in (1, 2))
    assert [found.rows for found in alone] == [found.rows for found in shared]
    assert [found.path for found in shared] == paths


def test_folders_mean_all_recordings_below_in_order_and_each_once(tmp_path: Path) -> None:
    paths = [recorded(tmp_path / name) for name in ("b", "a", "c/d")]
    assert recording_paths([tmp_path, paths[0]]) == tuple(sorted(paths))
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileNotFoundError, match="holds no recording"):
        recording_paths([tmp_path / "empty"])


def test_a_robot_that_nobody_described_has_a_row_all_the_same() -> None:
    start = start_of(phases=CROSSING)
    stranger = evolve(start, episode=evolve(start.episode, robots=()))
    (row,) = rows_of(collected(stranger, crossing(30)), "x", ("path_length",))
    assert (row.identity["robot"], row.identity["model"]) == (ROBOT, "")


def test_the_command_goes_on_after_a_broken_recording_and_says_so_at_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = recorded(tmp_path / "good")
    bad = tmp_path / "bad" / "b.mcap"
    bad.parent.mkdir()
    bad.write_bytes(b"nonsense")
    output = tmp_path / "table.parquet"
    assert main(["evaluation", "metrics", str(bad), str(good), "-o", str(output)]) == 1
    captured = capsys.readouterr()
    assert "b.mcap is no MCAP file" in captured.err
    assert captured.out == f"{output}: 1 row, {len(METRICS)} metrics\n"
    assert polars.read_parquet(output).height == 1


def test_json_is_an_object_per_row_and_a_choice_of_metrics_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = recorded(tmp_path / "one")
    assert main(["evaluation", "metrics", str(path), "--json", "--metrics", "success,jerk_max"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert list(json.loads(line)) == [*IDENTITY, "success", "jerk_max", REASONS]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--metrics", "sucess"), "did you mean 'success'?"),
        (("-o", "table.xls"), "expected a name that ends in .parquet, .csv, .json"),
        (("--workers", "0"), "expected a whole number from 1"),
        (("--worker", "1"), "unrecognized arguments"),
    ],
)
def test_a_wrong_word_is_bad_usage(
    tmp_path: Path, words: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluation", "metrics", str(tmp_path), *words]) == 2
    assert complaint in capsys.readouterr().err


def test_a_folder_without_recordings_and_a_table_that_can_not_be_written_fail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["evaluation", "metrics", str(tmp_path / "empty")]) == 1
    assert "holds no recording" in capsys.readouterr().err
    path = recorded(tmp_path / "one")
    # Before anything is computed.
    assert main(["evaluation", "metrics", str(path), "-o", str(tmp_path / "no" / "table.csv")]) == 2
    assert f"table.csv: there is no folder {tmp_path / 'no'}" in capsys.readouterr().err
