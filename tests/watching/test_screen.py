"""Windows on a screen and videos in a browser, with the programs that people use for that."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest
from lit_room import room_simulation, room_site

from arena_lab.video import EpisodeVideo, VideoOptions
from arena_lab.video_caption import HEIGHT

CHROMIUM = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
CHROMIUM += ["--disable-background-networking", "--disable-component-update"]
CHROMIUM += ["--autoplay-policy=no-user-gesture-required"]
WITHIN_S = 60.0
PAGE = b"""<video id=v muted autoplay src=/video.mp4></video><script>
const say = what => fetch(`/said?what=${what}&seconds=${v.duration}&width=${v.videoWidth}&height=${v.videoHeight}`);
v.onplaying = () => say("playing"); v.onerror = () => say("error"); v.onended = () => say("ended");
</script>"""


@contextmanager
def screen(tmp_path: Path) -> Iterator[str]:
    """A screen that nobody sees; gives its name."""
    if shutil.which("Xvfb") is None:
        pytest.skip("no Xvfb (apt-get install xvfb)")
    read, write = os.pipe()
    words = ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x600x24", "-nolisten", "tcp"]
    with (tmp_path / "xvfb.log").open("w") as log:
        server = subprocess.Popen(words, pass_fds=(write,), stdout=log, stderr=log)
    os.close(write)
    try:
        with os.fdopen(read) as said:
            number = said.readline().strip()
        assert number, (tmp_path / "xvfb.log").read_text()
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(WITHIN_S)


@pytest.mark.slow
def test_the_window_opens_on_a_screen_and_closes_with_the_episode(tmp_path: Path) -> None:
    words = ["run", "world:=map_empty", "viewer:=true", "rtf:=2", "task.episode.timeout:=2", "record.auto:=false"]
    with screen(tmp_path) as display:
        run = subprocess.run(
            [sys.executable, "-m", "arena_cli.main", *words, "scenario:=default", "--json"],
            env={**os.environ, "DISPLAY": display},
            capture_output=True,
            text=True,
            timeout=2.0 * WITHIN_S,
        )
    assert run.returncode == 0, run.stderr
    assert '"outcome": "FAILED", "info": "timeout"' in run.stdout
    assert "display" not in run.stderr


class Page(BaseHTTPRequestHandler):
    """A page with a video, and an address where the page says how it goes."""

    video: bytes
    said: Queue[dict[str, str]]

    def do_GET(self) -> None:
        where = urlsplit(self.path)
        if where.path == "/said":
            self.said.put({key: values[0] for key, values in parse_qs(where.query).items()})
        kind, body = ("video/mp4", self.video) if where.path == "/video.mp4" else ("text/html", PAGE)
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the test says what it saw."""


@pytest.mark.slow
def test_a_browser_plays_the_video_to_its_end(tmp_path: Path) -> None:
    browser = shutil.which("chromium")
    if browser is None:
        pytest.skip("no Chromium (apt-get install chromium)")
    path = tmp_path / "x.mp4"
    site = room_site(tmp_path / "worlds")
    simulation = room_simulation(site)
    video = EpisodeVideo(site, simulation, VideoOptions(path, fps=10, size=(160, 120)))
    video.take(simulation.first)
    while simulation.outcome is None:
        video.take(simulation.step())
    video.finish()
    said_by_page: Queue[dict[str, str]] = Queue()
    page = type("PageOfVideo", (Page,), {"video": path.read_bytes(), "said": said_by_page})
    with ThreadingHTTPServer(("127.0.0.1", 0), page) as server, (tmp_path / "browser.log").open("w") as log:
        Thread(target=server.serve_forever, daemon=True).start()
        words = [browser, *CHROMIUM, f"--user-data-dir={tmp_path / 'browser'}", "--remote-debugging-port=0"]
        shown = subprocess.Popen(
            [*words, f"http://127.0.0.1:{server.server_port}/"], stdout=log, stderr=log, start_new_session=True
        )
        try:
            said = [said_by_page.get(timeout=WITHIN_S)]
            # A page that has not got enough of the video yet begins to play more than once.
            while said[-1]["what"] == "playing":
                said.append(said_by_page.get(timeout=WITHIN_S))
        finally:
            shown.terminate()
            shown.wait(WITHIN_S)
            server.shutdown()
    assert {entry["what"] for entry in said[:-1]} == {"playing"}, (tmp_path / "browser.log").read_text()
    assert said[-1]["what"] == "ended", (tmp_path / "browser.log").read_text()
    # Two seconds, frame 0, and the last picture for one more second.
    assert float(said[0]["seconds"]) == pytest.approx(3.1, abs=0.11)
    assert (int(said[0]["width"]), int(said[0]["height"])) == (320, 120 + HEIGHT)
