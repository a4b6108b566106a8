"""Pages of recordings that are compared with reference runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from page_blocks import overview

from arena_cli.main import main
from arena_lab.reference import record_reference
from arena_lab.run import RunOptions, run_episode
from arena_simulation_setup.episode import Episode, EpisodePerson, EpisodeRobot, Limits
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.site import Site
from arena_simulation_setup.timebase import seconds_to_ns
from tests.people.corridor import corridor_site, scenario

DEFLECTION = "person_path_deflection_max"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return corridor_site(tmp_path_factory.mktemp("worlds"), scenario())


@pytest.fixture(scope="module")
def folder(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording of somebody who walks round a robot, and its reference run beside it."""
    ann = EpisodePerson("Ann", "arenian", 0.25, 1.75, Pose(5.0, 1.5), 1.2, ((11.0, 1.5),), "once")
    robot = EpisodeRobot("jackal_0", "jackal", 0.267, Pose(8.0, 1.15), adapter="external")
    limits = Limits(timeout_ns=seconds_to_ns(4.0))
    folder = tmp_path_factory.mktemp("runs")
    episode = Episode(1, site.reference, "", 3, robots=(robot,), people=(ann,), limits=limits)
    recording = run_episode(site, episode, RunOptions(folder)).recording
    assert recording is not None
    record_reference(lambda _: site, Path(recording), folder / "reference" / "a.mcap")
    return folder


def rows(page: Path) -> list[dict[str, Any]]:
    """All rows of the one episode of a page."""
    (episode,) = overview(page)["episodes"]
    return list(episode["rows"])


def test_people_are_compared_and_the_reference_run_is_no_episode_of_its_own(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "r.html"
    assert main(["evaluation", "report", str(folder), "-o", str(page)]) == 0
    (row,) = rows(page)
    assert (row["metrics"][DEFLECTION], row["why"][DEFLECTION]) == (None, "no reference run")
    assert main(["evaluation", "report", str(folder), "--reference", str(folder), "-o", str(page)]) == 0
    (row,) = rows(page)
    assert row["metrics"][DEFLECTION] > 0.2
    assert DEFLECTION not in row["why"]
    assert capsys.readouterr().err == ""


def test_a_recording_without_a_partner_is_told_and_shown(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (recording,) = folder.rglob("episode_001.mcap")
    copy = tmp_path / "copy" / "a.mcap"
    copy.parent.mkdir()
    for source in (folder / "reference").iterdir():
        text = source.read_bytes()
        changed = text.replace(b"seed: 3", b"seed: 4") if source.suffix == ".yaml" else text
        (copy.parent / source.name).write_bytes(changed)
    page = tmp_path / "r.html"
    assert main(["evaluation", "report", str(recording), "--reference", str(copy.parent), "-o", str(page)]) == 0
    (row,) = rows(page)
    assert row["why"][DEFLECTION] == "no reference run of this episode"
    assert capsys.readouterr().err.splitlines() == [
        f"arena: warning: {recording}: no reference run of this episode",
        f"arena: warning: {copy}: no recording was compared with this reference run",
    ]


@pytest.mark.parametrize("action", ["report", "metrics"])
def test_where_no_reference_run_is_the_command_says_so(
    action: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (recording,) = folder.rglob("episode_001.mcap")
    output = ["-o", str(tmp_path / "r.html")] if action == "report" else []
    for place, reason in (
        (recording.parent, f"{recording.parent} holds no reference run"),
        (tmp_path / "nowhere", f"{tmp_path / 'nowhere'}: there is no such file or folder"),
    ):
        assert main(["evaluation", action, str(recording), "--reference", str(place), *output]) != 0
        assert reason in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_page_of_reference_runs_alone_is_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluation", "report", str(folder / "reference"), "-o", str(tmp_path / "r.html")]) == 2
    assert "only reference runs" in capsys.readouterr().err
