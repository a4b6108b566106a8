"""The page in a real browser: opened from disk, played, clicked through."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browser import Browser, opened_browser
from small_recordings import LARGEST_SEED, NAME, hostile_start, recorded

import arena_simulation_setup
from arena_cli.main import main
from arena_evaluation.metrics.episode_run import EpisodeRun
from arena_evaluation.metrics.recorded_run import read_run
from arena_evaluation.recording_paths import recording_paths

pytestmark = pytest.mark.slow

WORLDS = Path(arena_simulation_setup.__file__).parent / "worlds"
UPSTAIRS = """
robots:
- start: [7.0, 1.0, 1.5708]
  start_floor: "1"
  goal_floor: "3"
  phases:
  - {goto: [6.8, 4.2, 0.0]}
dynamic:
- name: parent_1
  model: resident
  level_id: "1"
  agent: {agent_type: adult, desired_velocity: 1.0}
  pose: [5.5, 6.6, 3.1416]
  waypoints: [[5.5, 6.6, 3.1416], [3.4, 6.0, 3.1416]]
"""
CONDITIONS = """
- {op: never, p: "robot within 6 of walker_1", text: "Stay <b>far</b> away."}
- {op: never, p: "robot within 4 of walker_1"}
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of an episode that rides an elevator, one with violations, one that stands, and a damaged file."""
    folder = tmp_path_factory.mktemp("report")
    common = [f"record.dir:={folder / 'runs'}", "picture:=false", "--quiet"]
    hall = shutil.copytree(WORLDS / "map_empty", folder / "hall")
    scenario = hall / "scenarios" / "default" / "scenario.yaml"
    scenario.write_text(scenario.read_text().rstrip() + CONDITIONS)
    house = shutil.copytree(WORLDS / "three_storied_residential", folder / "three_storied")
    (house / "scenarios" / "default" / "scenario.yaml").write_text(UPSTAIRS)
    assert main(["run", f"world:={hall}", "scenario:=default", "seed:=1", *common]) == 0
    assert main(["run", f"world:={house}", "scenario:=default", "seed:=1", *common]) == 0
    standing = ["robot.mobile:=none", "task.episode.timeout:=2"]
    assert main(["run", "world:=map_empty", "scenario:=default", "seed:=1", *standing, *common]) == 0
    (folder / "runs" / "noise.mcap").write_bytes(b"nothing")
    assert main(["evaluation", "report", str(folder / "runs"), "-o", str(folder / "report.html")]) == 0
    return folder / "report.html"


@pytest.fixture(scope="module")
def shared_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with opened_browser(tmp_path_factory.mktemp("browser")) as browser:
        yield browser


@pytest.fixture
def browser(shared_browser: Browser) -> Iterator[Browser]:
    """The browser at the size of a desk; nothing may be complained about or asked of the network."""
    shared_browser.complaints.clear()
    shared_browser.requests.clear()
    shared_browser.look(1280, 900)
    yield shared_browser
    assert shared_browser.complaints == []
    asked = [url for url in shared_browser.requests if not url.startswith(("data:", "about:", "blob:"))]
    assert [url for url in asked if not url.startswith("file://") or ".html" not in url] == []


def number_of(browser: Browser, world: str) -> int:
    """Which link of the overview leads to the first episode of a world."""
    names = "[...document.querySelectorAll('#episodes tbody tr')].map((row) => row.textContent)"
    return next(number for number, text in enumerate(browser.value(names)) if world in text)


def ridden(report: Path) -> EpisodeRun:
    """The recorded episode in which the robot rides an elevator."""
    (path,) = (path for path in recording_paths([report.parent / "runs"]) if "three_storied" in str(path))
    return read_run(path)


SECONDS_FOR_EIGHT = """new Promise((done) => {
  const shown = () => parseFloat(document.querySelector('.player').dataset.time);
  const began = performance.now(), before = shown();
  const look = () => shown() > before + 8 ? done((performance.now() - began) / 1000) : requestAnimationFrame(look);
  look();
})"""


def time_shown(browser: Browser) -> float:
    return float(browser.value("document.querySelector('.player').dataset.time"))


def test_the_first_violation_is_two_clicks_away(browser: Browser, report: Path) -> None:
    browser.open(report)
    row = "#episodes tbody tr:has(.warned) a[href^='#/episode/']"
    browser.click(row, 0)
    browser.wait("document.querySelector('.player')")
    browser.click(".verdict[data-state=violated]")
    said = browser.value("document.querySelector('.verdict[data-state=violated] time').textContent")
    assert time_shown(browser) == pytest.approx(float(said.split()[1]), abs=0.06)


def test_the_number_of_violations_leads_to_the_first_of_them(browser: Browser, report: Path) -> None:
    browser.open(report)
    browser.value("document.querySelector('#episodes .warned').closest('a').click()")
    browser.wait("document.querySelector('.player')")
    points = "[...document.querySelectorAll('.scrub .violation')].map((point) => parseFloat(point.style.left))"
    share = 100 * time_shown(browser) / float(browser.value("document.querySelector('#scrub').max"))
    assert min(browser.value(points)) == pytest.approx(share, abs=0.1)


def test_play_lets_time_go_on_and_speed_multiplies_it(browser: Browser, report: Path) -> None:
    browser.open(report, f"#/episode/{episode_of(browser, report, 'three_storied')}")
    browser.wait("document.querySelector('.player')")
    assert time_shown(browser) == 0.0
    browser.click("#play")
    browser.wait("parseFloat(document.querySelector('.player').dataset.time) > 0.2")
    browser.value(
        "(() => { const s = document.querySelector('.controls select'); s.value = '16';"
        " s.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )
    # Told by the page itself; at speed 1 these eight seconds would be eight.
    assert browser.value(SECONDS_FOR_EIGHT) < 7.0
    browser.click("#play")
    stopped = time_shown(browser)
    time.sleep(0.2)
    assert time_shown(browser) == stopped


def episode_of(browser: Browser, report: Path, world: str) -> int:
    browser.open(report)
    link = f"document.querySelectorAll('#episodes tbody tr')[{number_of(browser, world)}].querySelector('a')"
    return int(browser.value(f"{link}.getAttribute('href').split('/')[2]"))


def test_keys_play_and_step(browser: Browser, report: Path) -> None:
    browser.open(report, f"#/episode/{episode_of(browser, report, 'three_storied')}/5")
    browser.wait("document.querySelector('.player')")
    browser.press("ArrowRight")
    assert time_shown(browser) == pytest.approx(6.0)
    browser.press("ArrowLeft")
    browser.press("ArrowLeft")
    assert time_shown(browser) == pytest.approx(4.0)
    browser.press(" ", " ")
    browser.wait("parseFloat(document.querySelector('.player').dataset.time) > 4.1")
    browser.press(" ", " ")
    browser.press("Home")
    assert time_shown(browser) == 0.0
    browser.press("End")
    assert time_shown(browser) == pytest.approx(float(browser.value("document.querySelector('#scrub').max")), abs=0.01)


def test_levels_are_chosen_by_hand_and_follow_the_robot(browser: Browser, report: Path) -> None:
    number = episode_of(browser, report, "three_storied")
    browser.open(report, f"#/episode/{number}")
    pressed = "document.querySelector('.levels [aria-pressed=true]').dataset.level"
    browser.wait("document.querySelector('.levels')")
    first = browser.value(pressed)
    other = next(name for name in ("1", "2", "3") if name != first)
    picture = "document.querySelector('canvas.map').toDataURL()"
    before = browser.value(picture)
    browser.click(f".levels [data-level='{other}']")
    assert browser.value(pressed) == other
    assert browser.value(picture) != before
    browser.press("Home")
    assert browser.value(pressed) == first

    run = ridden(report)
    times = np.arange(0.0, run.duration, 3.0)
    points = run.robot(run.robots[0])[np.searchsorted(run.times, times), :2]
    names = list(dict.fromkeys(area.level for area in run.areas))
    expected = [names[index] for index in run.levels.at(points)]
    assert len(set(expected)) > 1, "the robot rides"
    shown = []
    for seconds in times:
        browser.value(
            f"(() => {{ const s = document.querySelector('#scrub'); s.value = {seconds};"
            " s.dispatchEvent(new Event('input')); })()"
        )
        shown.append(browser.value(pressed))
    assert shown == expected


def test_everybody_is_where_the_recording_has_them(browser: Browser, report: Path) -> None:
    number = episode_of(browser, report, "three_storied")
    run = ridden(report)
    browser.open(report, f"#/episode/{number}")
    times = np.arange(0.0, run.duration, 1.0)
    rows = run.robot(run.robots[0])[np.searchsorted(run.times, times)]
    found: list[dict[str, Any]] = browser.value(
        f"(async () => {{ const e = await arenaReport.episodeOf({number});"
        f" return {times.tolist()}.map((time) => arenaReport.poseAt(e, e.agents[0], time)); }})()"
    )
    shown = np.array([[pose["x"], pose["y"]] for pose in found]) / 100
    assert np.abs(shown - rows[:, :2]).max() < 0.03
    turned = np.array([pose["angle"] for pose in found]) - rows[:, 2]
    assert np.abs(np.remainder(turned + np.pi, 2 * np.pi) - np.pi).max() < 0.1


def test_diagrams_have_axes_with_units_and_follow_the_choice(browser: Browser, report: Path) -> None:
    browser.open(report, "#/metrics")
    browser.wait("document.querySelector('#radar .polar') && document.querySelector('#distribution .boxlayer .box')")
    assert "[s]" in browser.value("document.querySelector('#distribution .ytitle').textContent")
    for kind, drawn in (("violin", ".violinlayer .violin"), ("histogram", ".barlayer .bars")):
        browser.value(
            "(() => { const s = document.querySelectorAll('.bar select')[1];"
            f" s.value = '{kind}'; s.dispatchEvent(new Event('change')); }})()"
        )
        browser.wait(f"document.querySelector('#distribution {drawn}')")
    assert browser.value("document.querySelector('#distribution .xtitle').textContent").endswith("[s]")
    bins = "document.querySelector('#distribution').data.map((trace) => [trace.xbins.start, trace.xbins.size])"
    assert len({tuple(found) for found in browser.value(bins)}) == 1


@pytest.mark.parametrize(
    ("values", "direction", "expected"),
    [
        ([1.0, 4.0], 1, [0.25, 1.0]),
        ([1.0, 4.0], -1, [1.0, 0.25]),
        ([0.0, 1.0, 4.0], -1, [1.0, 0.75, 0.0]),
        ([0.0, 0.0], -1, [1.0, 1.0]),
        ([0.0, 0.0], 1, [0.0, 0.0]),
        ([3.0, None], -1, [1.0, None]),
    ],
)
def test_the_radar_puts_the_best_at_one(
    browser: Browser, report: Path, values: list[float | None], direction: int, expected: list[float | None]
) -> None:
    browser.open(report)
    text = str(values).replace("None", "null")
    assert browser.value(f"arenaReport.normalised({text}, {direction})") == expected


def test_filters_and_heads_choose_and_sort_rows(browser: Browser, report: Path) -> None:
    browser.open(report)
    rows = "document.querySelectorAll('#episodes tbody tr').length"
    assert browser.value(rows) == 4
    browser.click("button.tile", 0)
    browser.wait(f"{rows} < 4")
    assert browser.value("document.querySelectorAll('#episodes tbody .warned').length") >= browser.value(rows)
    browser.click(".filters .plain")
    browser.wait(f"{rows} === 4")
    head = "[...document.querySelectorAll('#episodes th')].find((head) => head.textContent.startsWith('path length'))"
    browser.value(f"{head}.querySelector('button').click()")
    lengths = "[...document.querySelectorAll('#episodes tbody tr')].map((row) => row.lastChild.textContent)"
    assert browser.value(f"{head}.getAttribute('aria-sort')") == "descending"
    assert browser.value(lengths)[-1] == "–"


def test_authored_texts_are_shown_as_they_are(browser: Browser, report: Path) -> None:
    browser.open(report, f"#/episode/{episode_of(browser, report, 'hall')}")
    browser.wait("document.querySelector('.verdict b')")
    texts = browser.value("[...document.querySelectorAll('.verdict b')].map((part) => part.textContent)")
    assert "Stay <b>far</b> away." in texts


def test_hostile_names_are_text_and_a_contact_is_an_event(browser: Browser, tmp_path: Path) -> None:
    recorded(tmp_path / "runs", hostile_start())
    page = tmp_path / "r.html"
    assert main(["evaluation", "report", str(tmp_path / "runs"), "-o", str(page), "--title", NAME]) == 0
    for address in ("#/overview", "#/metrics", "#/trajectories", "#/episode/0"):
        browser.open(page, address)
        assert browser.value("document.querySelectorAll('img').length") == 0
    browser.open(page)
    assert NAME in browser.value("document.querySelector('#episodes tbody').textContent")
    assert browser.value("document.getElementById('title').textContent") == NAME
    assert browser.value("document.querySelector('.seed').textContent") == str(LARGEST_SEED)
    browser.open(page, "#/episode/0/1")
    browser.wait("document.querySelector('.scrub .contact')")
    assert NAME in browser.value("document.querySelector('.scrub .contact').title")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_window(browser: Browser, report: Path, width: int, scheme: str) -> None:
    browser.look(width, 844, scheme)
    for address in ("#/overview", "#/metrics", "#/trajectories", "#/episode/0/3"):
        browser.open(report, address)
        assert browser.value("document.documentElement.scrollWidth") <= width, address
    paper = browser.value("getComputedStyle(document.body).backgroundColor")
    brightness = sum(int(part) for part in paper[4:-1].split(",")) / 3
    assert (brightness > 128) == (scheme == "light")
