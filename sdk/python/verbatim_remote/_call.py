"""One call, as an operation sees it."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any


class OperationError(Exception):
    """Ends the call with an error that the document declares under `errors`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class HostError(OperationError):
    """The server refused a call-back: `llm_error`, `payload_too_large`, `tenant_limit_exceeded`, …

    An operation may catch it and continue without the model. Otherwise the caller gets this error.
    """


@dataclass(frozen=True)
class Part:
    """A part of a user message. With a tag the text stands between `<tag>` and `</tag>`.

    The server escapes `& < >` of the text, except in placeholders such as `<PERSON_0>`.
    """

    text: str
    tag: str = ""


@dataclass(frozen=True)
class Prompt:
    """A model call: the name of a prompt of the document, and the parts of the user message.

    `offline` is the output without a provider, and the one that a dry run expects.
    """

    name: str
    parts: Sequence[Part]
    offline: str | None = None


@dataclass(frozen=True)
class Completion:
    """The output of a model. It fits the `output` of its prompt, and has placeholders for personal data."""

    text: str
    truncated: bool = False

    def json(self) -> Any:
        return json.loads(self.text)


class _Connection(http.client.HTTPConnection):
    """A connection to `unix:/path` or `http://127.0.0.1:port`."""

    def __init__(self, address: str, timeout: float) -> None:
        self._path = address.removeprefix("unix:") if address.startswith("unix:") else None
        super().__init__(address.removeprefix("http://") if self._path is None else "localhost", timeout=timeout)

    def connect(self) -> None:
        if self._path is None:
            super().connect()
            return
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Call:
    """One call, and the services of the server for it. Its methods may be called from several threads."""

    #: Model calls of `complete_all` at a time, as many as the server answers.
    max_concurrency = 16

    def __init__(self, request_id: str, seconds: float, address: str = "", token: str = "") -> None:
        self.request_id = request_id
        self._end = time.monotonic() + seconds
        self._address = address
        self._token = token

    @property
    def seconds_left(self) -> float:
        """The time until the server ends the call."""
        return max(self._end - time.monotonic(), 0.0)

    def complete(self, prompt: Prompt) -> Completion:
        """Calls the model. Raises HostError."""
        body: dict[str, Any] = {
            "prompt": prompt.name,
            "parts": [{"tag": part.tag, "text": part.text} for part in prompt.parts],
        }
        if prompt.offline is not None:
            body["offline"] = prompt.offline
        answer = self.call_back("/complete", body)
        return Completion(answer["text"], answer["truncated"])  # a later server may send further members

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """The outputs in the order of the prompts, with several calls at a time. Raises the first HostError."""
        if not prompts:
            return []
        with ThreadPoolExecutor(min(len(prompts), self.max_concurrency)) as pool:
            futures = [pool.submit(self.complete, prompt) for prompt in prompts]
            try:
                return [future.result() for future in futures]
            except BaseException:
                for future in futures:
                    future.cancel()
                raise

    def try_complete_all(self, prompts: Sequence[Prompt]) -> list[Completion | HostError]:
        """The output or the error of each prompt, in their order: a failed call costs its own prompt alone."""

        def attempt(prompt: Prompt) -> Completion | HostError:
            try:
                return self.complete(prompt)
            except HostError as error:
                return error

        with ThreadPoolExecutor(self.max_concurrency) as pool:
            return list(pool.map(attempt, prompts))

    def progress(self, phase: str, done: int, total: int) -> None:
        """Reports that `done` of `total` steps of a phase of the document are done."""
        self.call_back("/progress", {"phase": phase, "done": done, "total": total})

    def note(self, fact: str, count: int) -> None:
        """Adds to a fact of the document, which the caller sees in `provenance`."""
        self.call_back("/note", {"fact": fact, "count": count})

    def call_back(self, target: str, body: dict[str, Any]) -> dict[str, Any]:
        """Sends a call-back. Raises HostError; `call_ended` if the server does not listen any more."""
        connection = _Connection(self._address, self.seconds_left + 10)
        try:
            headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
            connection.request("POST", target, json.dumps(body), headers)
            response = connection.getresponse()
            answer: dict[str, Any] = json.loads(response.read())
        except (OSError, http.client.HTTPException) as error:
            raise HostError("call_ended") from error
        finally:
            connection.close()
        if response.status != 200:
            raise HostError(str(answer["error"]["code"]))
        return answer
