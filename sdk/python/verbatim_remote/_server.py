"""The server of a process: one thread for each call."""

from __future__ import annotations

import json
import os
import signal
import socketserver
import sys
import threading
import traceback
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from typing import Any

from ._call import Call, OperationError

Operation = Callable[[Call, dict[str, Any]], dict[str, Any]]


class Operations:
    """The operations of a process, by the names of its document."""

    def __init__(self) -> None:
        self.by_name: dict[str, Operation] = {}

    def serve(self, name: str) -> Callable[[Operation], Operation]:
        """Decorates the function of the operation `name`: it gets the call and the request, and returns the response.

        The request is valid, and personal data in it are placeholders. The response may contain placeholders. Calls
        run at the same time, each in a thread.
        """

        def add(operation: Operation) -> Operation:
            if name in self.by_name:
                raise ValueError(f"{name} is served twice")
            self.by_name[name] = operation
            return operation

        return add

    def run(self) -> None:
        """Serves at the address in VERBATIM_SOCKET, or in the first argument: `unix:/path` or `127.0.0.1:port`.

        Ends on SIGTERM, when the calls in progress have been answered.
        """
        address = "unix:" + os.environ["VERBATIM_SOCKET"] if "VERBATIM_SOCKET" in os.environ else sys.argv[1]
        with self.listen(address) as server:

            def stop(*_: object) -> None:
                threading.Thread(target=server.shutdown).start()  # it waits for the loop of this thread

            signal.signal(signal.SIGTERM, stop)
            server.serve_forever(poll_interval=0.1)

    def listen(self, address: str) -> socketserver.BaseServer:
        """A server at the address, for `serve_forever`."""
        operations = self.by_name

        class Handler(_Handler):
            by_name = operations

        if not address.startswith("unix:"):
            host, port = address.rsplit(":", 1)
            return _TcpServer((host, int(port)), Handler)
        path = address.removeprefix("unix:")
        if os.path.exists(path):
            os.unlink(path)
        return _UnixServer(path, Handler)


class _TcpServer(socketserver.ThreadingMixIn, socketserver.TCPServer):
    allow_reuse_address = True
    request_queue_size = 128


class _UnixServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    request_queue_size = 128


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60  # seconds without a byte, so that no silent connection keeps a process from its end
    by_name: dict[str, Operation] = {}

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        operation = self.by_name.get(self.path.removeprefix("/operations/"))
        if operation is None:
            self._answer(404, _error("not_found"))
            return
        call = Call(
            self.headers.get("X-Request-ID", ""),
            float(self.headers.get("Verbatim-Seconds", "120")),
            self.headers.get("Verbatim-Call-Back", ""),
            self.headers.get("Verbatim-Token", ""),
        )
        try:
            status, answer = 200, json.dumps(operation(call, json.loads(body)))
        except OperationError as error:
            status, answer = 422, _error(error.code)
        except Exception:  # noqa: BLE001: one call fails, the process goes on
            traceback.print_exc()
            status, answer = 500, _error("exception")
        self._answer(status, answer)

    def _answer(self, status: int, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Requests are logged by the server of Verbatim."""


def _error(code: str) -> str:
    return json.dumps({"error": {"code": code}})
