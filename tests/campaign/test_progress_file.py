"""The progress file survives whatever cuts it off."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena_lab.campaign.job_result import Delivery, JobResult
from arena_lab.campaign.plan import Job
from arena_lab.campaign.progress_file import COLUMNS, Progress, append_line, line_of, mend, read_progress
from task_generator.request import EpisodeRequest

DOCUMENTED = (
    "ts_iso,run_id,step_key,contestant,stage,env_id,episode_id,world,seed,tm_obstacles,tm_robots,robots,outcome_state,"
    "outcome_info,started_at,ended_at,runtime_s,robots_params_json,obstacles_params_json,error_kind,error_detail"
)


def job(number: int, contestant: str = "a") -> Job:
    parameters = {"task.random.static.n": (1, 2)}
    return Job(contestant, "s", "map_empty", EpisodeRequest(number, 10 + number, parameters=parameters))


def line(number: int, info: str = "finished", contestant: str = "a") -> dict[str, str]:
    one = job(number, contestant)
    result = JobResult(one.step, number, "SUCCESS", info)
    return line_of("run", one, Delivery(result, 1, 100.0, 101.5), 200.0)


def test_the_header_and_a_line_are_as_documented(tmp_path: Path) -> None:
    path = tmp_path / "progress.csv"
    append_line(path, line(1, "a, b\n  and c"))
    header, first, rest = path.read_text(encoding="utf-8").split("\n")
    assert (header, rest) == (DOCUMENTED, "")
    assert first == (
        '1970-01-01T00:03:20.000+00:00,run,a/s,a,s,1,1,map_empty,11,random,random,jackal,SUCCESS,"a, b and c",'
        "1970-01-01T00:01:40.000+00:00,1970-01-01T00:01:41.500+00:00,1.500,"
        '"{""static.n"": [1, 2]}","{""static.n"": [1, 2]}",,'
    )


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(cut=st.integers(0, 2_000), infos=st.lists(st.text(max_size=12), min_size=1, max_size=5))
def test_a_file_that_was_cut_anywhere_loses_one_line_and_grows_on(cut: int, infos: list[str], tmp_path: Path) -> None:
    path = tmp_path / "progress.csv"
    path.unlink(missing_ok=True)
    ends = []
    for number, info in enumerate(infos, start=1):
        append_line(path, line(number, info))
        ends.append(path.stat().st_size)
    path.write_bytes(path.read_bytes()[:cut])
    whole = [number for number, end in enumerate(ends, start=1) if end <= cut]
    progress = read_progress(path)
    assert list(progress.lines) == [("a/s", number) for number in whole]
    assert len(progress.damaged) <= 1
    mend(path, progress)
    append_line(path, line(9))
    assert [number for _, number in read_progress(path).lines] == [*whole, 9]
    assert read_progress(path).damaged == ()


def test_rubbish_in_the_middle_is_told_and_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "progress.csv"
    append_line(path, line(1))
    with path.open("ab") as file:
        file.write(b'\xff\x00rub"bish\n,,,\n')
    append_line(path, line(2))
    progress = read_progress(path)
    assert (list(progress.lines), progress.damaged) == ([("a/s", 1), ("a/s", 2)], (3, 4))


def test_the_last_line_about_an_episode_counts(tmp_path: Path) -> None:
    path = tmp_path / "progress.csv"
    for info in ("first", "second"):
        append_line(path, line(1, info))
    append_line(path, line(1, "third", "b"))
    progress = read_progress(path)
    assert [found["outcome_info"] for found in progress.lines.values()] == ["second", "third"]
    assert tuple(progress.lines["a/s", 1]) == COLUMNS


def test_no_file_has_no_lines(tmp_path: Path) -> None:
    assert read_progress(tmp_path / "none.csv") == Progress({})
