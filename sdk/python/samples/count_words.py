"""An operation without a model: a choice and an error of its own."""

from __future__ import annotations

from typing import Any

from verbatim_remote import Call, OperationError, Operations

operations = Operations()


@operations.serve("count_words")
def count_words(call: Call, request: dict[str, Any]) -> dict[str, Any]:
    text: str = request["text"]
    if not text.strip():
        raise OperationError("blank_text")
    return {"count": len(text.splitlines() if request["unit"] == "lines" else text.split())}


if __name__ == "__main__":
    operations.run()
