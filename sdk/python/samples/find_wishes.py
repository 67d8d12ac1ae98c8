"""A model call for each record, with progress and a fact for the provenance."""

from __future__ import annotations

import json
from typing import Any

from verbatim_remote import Call, Operations, Part, Prompt

operations = Operations()

BATCH = 16


def offline(text: str) -> str:
    """The output without a provider: simple and deterministic."""
    if "need" not in text:
        return json.dumps({"kind": "NONE", "text": ""})
    return json.dumps({"kind": "SERVICE", "text": "The text holds the word need."})


@operations.serve("find_wishes")
def find_wishes(call: Call, request: dict[str, Any]) -> dict[str, Any]:
    records = [record for record in request["feedback_records"] if record["content"]]
    prompts = [
        Prompt("wish", [Part(record["content"], tag="feedback_record")], offline(record["content"])) for record in records
    ]
    outputs: list[dict[str, Any]] = []
    for begin in range(0, len(prompts), BATCH):
        outputs += [completion.json() for completion in call.complete_all(prompts[begin : begin + BATCH])]
        call.progress("read", len(outputs), len(prompts))
    call.note("wishes", sum(output["kind"] != "NONE" for output in outputs))
    return {"wishes": [{"id": record["id"], **output} for record, output in zip(records, outputs)]}


if __name__ == "__main__":
    operations.run()
