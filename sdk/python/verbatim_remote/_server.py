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
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ._call import Call, OperationError

_MAX_LINE = 65_536

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


class _Threads(socketserver.ThreadingMixIn):
    """Serves each connection in a thread, and uses threads again."""

    request_queue_size = 128

    def __init__(self, *arguments: Any) -> None:
        self._pool = ThreadPoolExecutor(1024)  # as many as `max_calls` may be
        super().__init__(*arguments)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._pool.submit(self.process_request_thread, request, client_address)

    def server_close(self) -> None:
        super().server_close()
        self._pool.shutdown()  # waits for the calls in progress


class _TcpServer(_Threads, socketserver.TCPServer):
    allow_reuse_address = True


class _UnixServer(_Threads, socketserver.UnixStreamServer):
    pass


class _Handler(socketserver.StreamRequestHandler):
    """One request of HTTP/1.1. The server sends it whole, and opens a connection for each."""

    timeout = 60  # seconds without a byte, so that no silent connection keeps a process from its end
    by_name: dict[str, Operation] = {}

    def handle(self) -> None:
        target = self.rfile.readline(_MAX_LINE).decode("latin-1").split(" ")[1]
        headers: dict[str, str] = {}
        while (line := self.rfile.readline(_MAX_LINE).decode("latin-1").strip()) and len(headers) < 100:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        self.wfile.write(self.response(target, headers, self.rfile.read(int(headers["content-length"]))))

    def response(self, target: str, headers: dict[str, str], body: bytes) -> bytes:
        status, text = self.answer(target, headers, body)
        content = text.encode()
        head = f"HTTP/1.1 {status} \r\nContent-Type: application/json\r\nConnection: close\r\n"
        head += f"Content-Length: {len(content)}\r\n\r\n"
        return head.encode() + content  # in one write

    def answer(self, target: str, headers: dict[str, str], body: bytes) -> tuple[int, str]:
        operation = self.by_name.get(target.removeprefix("/operations/"))
        if operation is None:
            return 404, _error("not_found")
        call = Call(
            headers.get("x-request-id", ""),
            float(headers.get("verbatim-seconds", "120")),
            headers.get("verbatim-call-back", ""),
            headers.get("verbatim-token", ""),
        )
        try:
            return 200, json.dumps(operation(call, json.loads(body)))
        except OperationError as error:
            return 422, _error(error.code)
        except Exception:  # noqa: BLE001: one call fails, the process goes on
            traceback.print_exc()
            return 500, _error("exception")


def _error(code: str) -> str:
    return json.dumps({"error": {"code": code}})
