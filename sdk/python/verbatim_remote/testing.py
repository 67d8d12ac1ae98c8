"""Tests of operations without a server."""

from __future__ import annotations

from typing import Any

from ._call import Call, Completion, HostError, Prompt


class FakeCall(Call):
    """A call whose model replies by a script: `replies` has the outputs of each prompt, in order.

    An output that is a HostError is raised. A prompt without a reply gets its offline output.
    """

    def __init__(self, replies: dict[str, list[str | HostError]] | None = None) -> None:
        super().__init__("00000000-0000-4000-8000-000000000001", 120.0)
        self.replies = {name: list(texts) for name, texts in (replies or {}).items()}
        self.prompts: list[Prompt] = []
        self.reports: list[tuple[str, int, int]] = []
        self.notes: dict[str, int] = {}

    def complete(self, prompt: Prompt) -> Completion:
        self.prompts.append(prompt)
        replies = self.replies.get(prompt.name)
        reply = replies.pop(0) if replies else prompt.offline
        if isinstance(reply, HostError):
            raise reply
        if reply is None:
            raise AssertionError(f"the prompt {prompt.name} has no reply")
        return Completion(reply)

    #: Prompts are answered in their order.
    max_concurrency = 1

    def complete_all(self, prompts: Any) -> list[Completion]:
        return [self.complete(prompt) for prompt in prompts]

    def progress(self, phase: str, done: int, total: int) -> None:
        self.reports.append((phase, done, total))

    def note(self, fact: str, count: int) -> None:
        self.notes[fact] = self.notes.get(fact, 0) + count
