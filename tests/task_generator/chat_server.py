"""A small endpoint that speaks chat completions, on loopback; it answers what a test put in."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[["BaseHTTPRequestHandler"], None]


class ChatServer:
    """Replies in the order in which they were given; the last one is repeated.

    Attributes:
        requests: Bodies of the requests so far.
        url: Base address for a client.
    """

    def __init__(self, port: int, replies: list[Reply]) -> None:
        self.requests: list[dict[str, Any]] = []
        self.url = f"http://127.0.0.1:{port}/v1"
        self._replies = replies

    def next_reply(self) -> Reply:
        return self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]


@contextmanager
def chat_server(*replies: Reply) -> Iterator[ChatServer]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            chat.requests.append(json.loads(self.rfile.read(length)))
            chat.next_reply()(self)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    chat = ChatServer(server.server_address[1], list(replies))
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield chat
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def raw(body: str, status: int = 200, content_type: str = "application/json") -> Reply:
    """Anything."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Type", content_type)
        handler.send_header("Content-Length", str(len(body.encode())))
        handler.end_headers()
        handler.wfile.write(body.encode())

    return reply


def says(content: str | None) -> Reply:
    """A completion with one message."""
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    completion = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    return raw(json.dumps(completion))


def silent(release: threading.Event) -> Reply:
    """Nothing until a test is over."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        release.wait(20.0)

    return reply
