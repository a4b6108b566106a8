"""A headless Chromium with one page, driven over the DevTools protocol."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
OPTIONS += ["--disable-background-networking", "--disable-component-update", "--hide-scrollbars"]
# Far more than anything takes: only what never comes lets a test fail.
WITHIN_S = 60.0
LARGEST_MESSAGE = 64_000_000


class Browser:
    """One page of a browser.

    Args:
        socket: Connection to the page.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.complaints: list[str] = []
        self.requests: list[str] = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **values: Any) -> dict[str, Any]:
        """Ask for something and wait for the answer; what the page says meanwhile is kept."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": values}))
        while True:
            message = json.loads(self._socket.recv(timeout=WITHIN_S))
            if message.get("id") == self._number:
                assert "error" not in message, f"{method}: {message['error']}"
                return dict(message["result"])
            self._keep(message)

    def _keep(self, message: dict[str, Any]) -> None:
        values = message.get("params", {})
        match message.get("method"):
            case "Runtime.exceptionThrown":
                details = values["exceptionDetails"]
                self.complaints.append(details.get("exception", {}).get("description") or details["text"])
            case "Runtime.consoleAPICalled" if values["type"] in ("error", "warning", "assert"):
                self.complaints.append(str([part.get("value") for part in values["args"]]))
            case "Log.entryAdded" if values["entry"]["level"] in ("error", "warning"):
                self.complaints.append(values["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requests.append(values["request"]["url"])

    def value(self, expression: str) -> Any:
        """What an expression gives, in the page; a promise is waited for."""
        answer = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, f"{expression}: {answer['exceptionDetails']}"
        return answer["result"].get("value")

    def wait(self, expression: str, seconds: float = WITHIN_S) -> None:
        """Wait until an expression is true."""
        until = time.monotonic() + seconds
        while not self.value(f"Boolean({expression})"):
            assert time.monotonic() < until, f"never true: {expression}; {self.complaints}"
            time.sleep(0.02)

    def open(self, page: Path, address: str = "") -> None:
        """Open a page from disk and wait until it shows what its address names."""
        self.ask("Page.navigate", url="about:blank")
        self.ask("Page.navigate", url=page.resolve().as_uri() + address)
        self.wait("document.body && document.body.dataset.ready")

    def click(self, selector: str, number: int = 0) -> None:
        """Press and release the mouse in the middle of an element, which must be what lies there."""
        found = f"document.querySelectorAll({json.dumps(selector)})[{number}]"
        self.wait(found)
        self.value(f"{found}.scrollIntoView({{block: 'center', inline: 'center'}})")
        x, y, hit = self.value(
            f"(() => {{ const e = {found}, r = e.getBoundingClientRect();"
            " const x = r.x + r.width / 2, y = r.y + r.height / 2;"
            " const at = document.elementFromPoint(x, y); return [x, y, at === e || e.contains(at)]; })()"
        )
        assert hit, f"{selector} is covered by something"
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key: str, text: str = "") -> None:
        """Press and release a key."""
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, text=text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    def look(self, width: int, height: int, scheme: str = "light") -> None:
        """Give the window a size (pixels) and the reader a preference of ``light`` or ``dark``."""
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, path: Path, whole: bool = False) -> None:
        """Save what is shown, or the whole page, as PNG."""
        values: dict[str, Any] = {"format": "png"}
        if whole:
            size = self.ask("Page.getLayoutMetrics")["cssContentSize"]
            values |= {"captureBeyondViewport": True, "clip": {**size, "x": 0, "y": 0, "scale": 1}}
        path.write_bytes(b64decode(self.ask("Page.captureScreenshot", **values)["data"]))


@contextmanager
def opened_browser(folder: Path) -> Iterator[Browser]:
    """A browser with its profile in a folder; skips where none is installed."""
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("no Chromium (apt-get install chromium)")
    profile = folder / "browser"
    (profile / "DevToolsActivePort").unlink(missing_ok=True)
    words = [program, *OPTIONS, f"--user-data-dir={profile}", "--remote-debugging-port=0", "about:blank"]
    with (folder / "browser.log").open("w") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log)
        try:
            with connect(_page_address(profile), max_size=LARGEST_MESSAGE, open_timeout=WITHIN_S) as socket:
                yield Browser(socket)
        finally:
            process.terminate()
            process.wait(WITHIN_S)


def _page_address(profile: Path) -> str:
    from urllib.request import urlopen

    said = profile / "DevToolsActivePort"
    until = time.monotonic() + WITHIN_S
    while time.monotonic() < until:
        if said.is_file() and said.read_text().strip():
            port = said.read_text().split()[0]
            with urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [target for target in json.load(answer) if target["type"] == "page"]
            if pages:
                return str(pages[0]["webSocketDebuggerUrl"])
        time.sleep(0.05)
    raise AssertionError("the browser did not start")
