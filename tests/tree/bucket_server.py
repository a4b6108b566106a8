"""A bucket behind a real web server on this machine, and the means to misbehave."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from arena_simulation_setup.tree.buckets import bucket
from arena_simulation_setup.tree.network import Network
from arena_simulation_setup.tree.publish import packed, publish

MEBIBYTE = 1024 * 1024
HELD_S = 60.0
FLOOD = 128 * MEBIBYTE
CHAIR = "Common/Object/chair"
ROOM = "zones: [{name: room, corners: [[0, 0], [4, 0], [4, 3]]}]\n"
ANNOTATION = "name: chair\ndescription: {}\nbounding_box: [[-0.2, 0.2], [-0.2, 0.2], [0, 0.9]]\nprimitives: []\n"


class BucketServer:
    """Serves a folder; counts what it is asked for."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.requests: list[str] = []
        self.hold = threading.Event()
        self.hold.set()
        self.drip = False
        self.flood = False
        self.sent = 0
        handler = partial(_Handler, self, directory=str(root))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        self.hold.set()
        self._server.shutdown()
        self._server.server_close()


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, owner: BucketServer, *arguments: Any, **options: Any) -> None:
        self._owner = owner
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        self._owner.requests.append(self.path)
        if self._owner.drip:
            return self._drip()
        if self._owner.flood:
            return self._flood()
        self._owner.hold.wait(HELD_S)
        return super().do_GET()

    def _drip(self) -> None:
        """Never silent for long, never done."""
        self.send_response(200)
        self.end_headers()
        while self._owner.drip and not threading.Event().wait(0.05):
            self.wfile.write(b" ")
            self.wfile.flush()

    def _flood(self) -> None:
        """Far more than anybody asked for."""
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):
            while self._owner.sent < FLOOD:
                self.wfile.write(b" " * MEBIBYTE)
                self._owner.sent += MEBIBYTE

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serving(root: Path) -> Iterator[BucketServer]:
    server = BucketServer(root)
    try:
        yield server
    finally:
        server.drip = False
        server.stop()


class Warnings(list[str]):
    """Sentences that were said."""

    def network(self, now: float = 1000.0, answer_s: float = 5.0, transfer_s: float = 10.0) -> Network:
        return Network(lambda: now, self.append, answer_s, transfer_s)


def put(root: Path, relative: str, files: dict[str, str]) -> None:
    """Publish a thing made of files in the bucket that is the folder."""
    source = root.parent / "source" / relative
    for name, text in files.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    publish(packed(source, relative), bucket(f"file://{root}", {}), Network(), replace=True)


def put_chair(root: Path, description: str = "a chair") -> None:
    put(root, CHAIR, {"annotation.yaml": ANNOTATION.format(description)})


def archive_of(root: Path, relative: str) -> Path:
    (archive,) = (root / relative).glob("*.tar.gz")
    return archive
