"""The page as a file: what is in it, what never is, and what happens to recordings that are no good."""

from __future__ import annotations

import builtins
import json
import re
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from page_blocks import block_texts, integers, overview, unpacked
from small_episode import RATE, ROBOT, start_of
from small_recordings import NAME, hostile_start, recorded

from arena_cli.main import main
from arena_evaluation.metrics.catalogue import METRICS
from arena_evaluation.report import page as report_page
from arena_evaluation.report.directions import DIRECTIONS, HIGHER, LOWER
from arena_simulation_setup.episode import EpisodeObject
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.recording.metadata import add_labels, read_metadata


def report(*words: object) -> int:
    return main(["evaluation", "report", *map(str, words)])


def test_an_episode_is_told_with_its_events_in_seconds(tmp_path: Path) -> None:
    recorded(tmp_path / "runs")
    assert report(tmp_path / "runs", "-o", tmp_path / "r.html") == 0
    told = overview(tmp_path / "r.html")
    (episode,) = told["episodes"]
    assert (episode["world"], episode["scenario"], episode["seed"]) == ("corridor", "crossing", "42")
    assert (episode["outcome"], episode["violated"], episode["first"]) == ("SUCCESS", 1, 2.0)
    (row,) = episode["rows"]
    assert (row["robot"], row["planner"], row["metrics"]["success"]) == (ROBOT, "navigator", True)
    assert [metric["name"] for metric in told["metrics"]] == list(METRICS)

    detail, _ = unpacked(block_texts(tmp_path / "r.html")["episode-0"])
    reached, closed = detail["verdicts"]
    assert (reached["state"], reached["time"], reached["rule"]) == ("holds", 5.0, f"eventually {ROBOT} in ward")
    assert (closed["state"], closed["time"]) == ("violated", 2.0)
    (phase,) = detail["phases"]
    assert (phase["title"], phase["begin"], phase["end"], phase["outcome"]) == ("goto ward", 0.0, 5.0, "met")
    (contact,) = detail["contacts"]
    assert (contact["robot"], contact["partner"], contact["begin"]) == (ROBOT, "Ann", 0.0)
    (door,) = detail["doors"]
    assert [(begin, state) for begin, _, state in door["spans"]] == [(0.0, "closed"), (1.0, "opening"), (2.0, "open")]
    assert [(agent["name"], agent["runs"]) for agent in detail["agents"]] == [
        (ROBOT, [[0, 26]]),
        ("Ann", [[0, 26]]),
        ("Bö", []),
    ]


def test_tracks_follow_in_the_order_of_agents_and_doors(tmp_path: Path) -> None:
    recorded(tmp_path / "runs")
    report(tmp_path / "runs", "-o", tmp_path / "r.html")
    _, numbers = unpacked(block_texts(tmp_path / "r.html")["episode-0"])
    values = list(integers(numbers))
    assert len(values) == 2 * 3 * 26 + 26
    # 20 cm from sample to sample at 1 m/s, on a straight line.
    assert values[:26] == [0] + [20] * 25
    assert values[26:52] == [0] * 26
    assert sum(values[-26:]) == 100


def test_a_cut_recording_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    recorded(tmp_path / "runs", killed=True, ticks=2 * RATE)
    assert report(tmp_path / "runs", "-o", tmp_path / "r.html") == 0
    (episode,) = overview(tmp_path / "r.html")["episodes"]
    assert (episode["outcome"], episode["unknown"]) == ("CUT", 2)
    assert episode["reason"] == "the recording stops at 1.97 s, before its episode ends"
    detail, _ = unpacked(block_texts(tmp_path / "r.html")["episode-0"])
    assert {verdict["reason"] for verdict in detail["verdicts"]} == {episode["reason"]}


def test_a_damaged_recording_has_a_row_that_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded(tmp_path / "runs" / "a")
    (tmp_path / "runs" / "b.mcap").write_bytes(b"nothing")
    assert report(tmp_path / "runs", "-o", tmp_path / "r.html", "--json") == 0
    said = capsys.readouterr()
    summary = json.loads(said.out)
    assert (summary["episodes"], summary["damaged"]) == (1, 1)
    assert summary["bytes"] == (tmp_path / "r.html").stat().st_size
    assert "b.mcap is no MCAP file" in said.err
    good, bad = overview(tmp_path / "r.html")["episodes"]
    assert "problem" not in good
    assert "b.mcap is no MCAP file" in bad["problem"]


def test_a_recording_that_holds_nonsense_stops_no_other(tmp_path: Path) -> None:
    recorded(tmp_path / "runs" / "a")
    start = start_of()
    strange = EpisodeObject("crate", "box", Pose(1.0, 1.0), extra={"bbox": [["wide", 1], [0, 1]]})
    recorded(tmp_path / "runs" / "b", evolve(start, episode=evolve(start.episode, objects=(strange,))))
    assert report(tmp_path / "runs", "-o", tmp_path / "r.html") == 0
    good, bad = overview(tmp_path / "r.html")["episodes"]
    assert good["outcome"] == "SUCCESS"
    assert "wide" in bad["problem"]


def test_a_page_without_any_episode_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "b.mcap").write_bytes(b"nothing")
    assert report(tmp_path / "runs", "-o", tmp_path / "r.html") == 2
    assert "none of 1 recordings can be shown" in capsys.readouterr().err
    assert not (tmp_path / "r.html").exists()
    (tmp_path / "empty").mkdir()
    assert report(tmp_path / "empty", "-o", tmp_path / "r.html") == 2
    assert "holds no recording" in capsys.readouterr().err


def test_equal_recordings_give_equal_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded(tmp_path / "runs" / "a")
    recorded(tmp_path / "runs" / "b", killed=True, ticks=50)
    monkeypatch.chdir(tmp_path)
    report("runs", "-o", "one.html")
    report("runs", "-o", "two.html", "--workers", 2)
    assert Path("one.html").read_bytes() == Path("two.html").read_bytes()


def test_hostile_names_reach_the_page_as_data_alone(tmp_path: Path) -> None:
    recorded(tmp_path / "runs", hostile_start())
    title = "<b>&\"'</title><script>alert(2)</script>"
    assert report(tmp_path / "runs", "-o", tmp_path / "r.html", "--title", title) == 0
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "alert(" not in re.sub(r"&lt;.*?&gt;alert\(2\)", "", text)
    assert "<img" not in text
    assert text.count("<script") == text.count("</script>")
    told = overview(tmp_path / "r.html")
    assert told["title"] == title
    assert told["episodes"][0]["scenario"] == NAME
    detail, _ = unpacked(block_texts(tmp_path / "r.html")["episode-0"])
    assert NAME in [agent["name"] for agent in detail["agents"]]


def test_the_page_refers_to_nothing_outside_of_it(tmp_path: Path) -> None:
    recorded(tmp_path / "runs")
    report(tmp_path / "runs", "-o", tmp_path / "r.html")
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert set(re.findall(r"https?://[\w./]+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\b(src|href)=\"(?!data:,|#)", text)
    assert "default-src 'none'" in text


def test_a_failure_leaves_the_page_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded(tmp_path / "runs")
    (tmp_path / "r.html").write_text("before")

    def full(self: Path, _: bytes) -> int:
        self.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert report(tmp_path / "runs", "-o", tmp_path / "r.html") == 1
    assert "No space left" in capsys.readouterr().err
    assert (tmp_path / "r.html").read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.html", "runs"]


def test_without_plotly_one_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded(tmp_path / "runs")
    found = builtins.__import__

    def without_plotly(name: str, *rest: Any) -> Any:
        if name.startswith("plotly"):
            raise ModuleNotFoundError("No module named 'plotly'", name="plotly")
        return found(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_plotly)
    assert report(tmp_path / "runs", "-o", tmp_path / "r.html") == 1
    assert "pip install 'arena_simulation_setup[evaluate]'" in capsys.readouterr().err


def test_another_suffix_is_refused_before_anything_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(tmp_path, "-o", tmp_path / "r.pdf") == 2
    assert "expected a name that ends in .html" in capsys.readouterr().err
    assert report(tmp_path, "-o", tmp_path / "nowhere" / "r.html") == 2
    assert "there is no folder" in capsys.readouterr().err


def test_who_is_compared_may_be_named_by_a_label(tmp_path: Path) -> None:
    path = recorded(tmp_path / "runs")
    add_labels(path, {"contestant": "dwb"})
    before = read_metadata(path)
    report(tmp_path / "runs", "-o", tmp_path / "r.html")
    assert overview(tmp_path / "r.html")["episodes"][0]["rows"][0]["planner"] == "dwb"
    add_labels(path, {"planner": "teb"})
    report(tmp_path / "runs", "-o", tmp_path / "r.html")
    assert overview(tmp_path / "r.html")["episodes"][0]["rows"][0]["planner"] == "teb"
    assert read_metadata(path) == {**before, "labels": {"contestant": "dwb", "planner": "teb"}}


def test_directions_name_metrics_that_exist() -> None:
    assert set(DIRECTIONS) <= set(METRICS)
    assert set(HIGHER).isdisjoint(LOWER)
    assert all(METRICS[name].unit != "text" for name in DIRECTIONS)


def test_scripts_and_styles_can_not_end_their_element() -> None:
    folder = Path(report_page.__file__).parent / "assets"
    names = {path.name for path in folder.iterdir()}
    assert names == {"page.html", "page.css", *(f"{name}.js" for name in report_page.SCRIPTS)}
    for path in folder.glob("*.[cj]s*"):
        assert not re.search(r"</(script|style)|<!--|\{\{", path.read_text(encoding="utf-8")), path.name
