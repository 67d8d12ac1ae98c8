"""A process that misbehaves as the member `way` of its requests says."""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from typing import Any

import verbatim_remote._server as server
from verbatim_remote import Call, HostError, OperationError, Operations, Part, Prompt
from verbatim_remote._call import Call as AnyCall

operations = Operations()
calls: dict[str, AnyCall] = {}  # that began, by way

RAW = {
    "not_http": b"Good morning.\r\n\r\n",
    "close": b"",
    "too_short": b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{}",
    "bad_length": b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}",
    "large_header": b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
    "large_body": b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + b" " * 100_000,
    "endless_chunks": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"400\r\n" + b" " * 1024 + b"\r\n" * 1,
    "not_json": b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{seen",
    "status_500": b"HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\n{}",
    "status_204": b"HTTP/1.1 204 No Content\r\n\r\n",
    "undeclared_error": b'HTTP/1.1 422 No\r\nContent-Length: 37\r\n\r\n{"error": {"code": "internal_error"}} ',
}


class Handler(server._Handler):
    by_name = operations.by_name

    def response(self, target: str, headers: dict[str, str], body: bytes) -> bytes:
        way = next((name for name in RAW if f'"way":"{name}"'.encode() in body), None)
        if way is None:
            return super().response(target, headers, body)
        self.wfile.write(RAW[way])
        while way == "endless_chunks":
            self.wfile.write(b"400\r\n" + b" " * 1024 + b"\r\n")
        return b""


def call_back_with(address: AnyCall, token: AnyCall) -> str:
    """The error of a call-back to the address of one call with the token of another."""
    forged = Call("", 5.0, address._address, token._token)
    try:
        return forged.complete(Prompt("answer", [Part("x")])).text
    except HostError as error:
        return error.code


def refused(call: Call, target: str, body: dict[str, Any]) -> str:
    try:
        call.call_back(target, body)
        return "accepted"
    except HostError as error:
        return error.code


@operations.serve("hostile")
def hostile(call: Call, request: dict[str, Any]) -> dict[str, Any]:
    way: str = request["way"]
    records = request["records"] or []
    texts = request["texts"] or []
    calls[way] = call
    seen: Any = None
    ids: list[str] = [record["id"] for record in records]
    if way == "pid":
        seen = str(os.getpid())
    elif way == "kill":
        os.kill(os.getpid(), 9)
    elif way == "exit":
        os._exit(0)
    elif way == "loop":
        while True:
            pass
    elif way == "raise":
        raise ValueError("phone +31 6 12345678")
    elif way == "declared":
        raise OperationError("too_hostile")
    elif way == "wrong_type":
        return {"seen": 7, "ids": []}
    elif way == "missing":
        return {"seen": "x"}
    elif way == "unknown_id":
        ids = ["F-99"]
    elif way == "hex":
        seen = json.dumps(request).encode().hex()
    elif way == "echo":
        seen = " ".join(texts + [record["content"] for record in records])
    elif way == "amplify":
        seen = records[0]["content"] * 1_000
    elif way == "environment":
        seen = json.dumps([sorted(os.environ), len(os.listdir("/proc/self/fd"))])
    elif way in ("complete", "held"):
        answers = call.complete_all([Prompt("answer", [Part(text, tag="text")], f"offline {text}") for text in texts])
        call.note("texts", len(answers))
        seen = " | ".join(answer.text for answer in answers)
    elif way == "dead_token":
        seen = call_back_with(calls["pid"], calls["pid"])
    elif way == "foreign_token":
        held = calls["held"]
        seen = " ".join([call_back_with(call, held), call_back_with(held, call), call_back_with(held, Call("", 5.0))])
    elif way == "bad_call_backs":
        seen = " ".join(
            [
                refused(call, "/complete", {"prompt": "unknown", "parts": [{"text": "x"}]}),
                refused(call, "/complete", {"prompt": "answer", "parts": [{"tag": "a b", "text": "x"}]}),
                refused(call, "/complete", {"prompt": "answer", "parts": "x"}),
                refused(call, "/progress", {"phase": "text of a caller", "done": 1, "total": 2}),
                refused(call, "/progress", {"phase": "read", "done": 3, "total": 2}),
                refused(call, "/note", {"fact": "text of a caller", "count": 1}),
                refused(call, "/note", {"fact": "texts", "count": 2**62}),
                refused(call, "/usage", {}),
            ]
        )
    elif way == "silent_call_back":
        silent = [socket.socket(socket.AF_UNIX) for _ in range(8)]
        for connection in silent:
            connection.connect(call._address.removeprefix("unix:"))
        silent[0].sendall(b"GARBAGE\r\n\r\n")
        seen = call.complete(Prompt("answer", [Part("x")], "still served")).text
    return {"seen": seen, "ids": ids}


if __name__ == "__main__":
    time.sleep(float(os.environ.get("START_DELAY", "0")))
    if "STDERR" in os.environ:
        print("stderr of the process", file=sys.stderr, flush=True)
    operations.listen = lambda address: server._UnixServer(address.removeprefix("unix:"), Handler)  # type: ignore
    operations.run()
