"""A model call for each record, of which each may fail by itself, with progress and a fact for the provenance."""

from __future__ import annotations

import json
from typing import Any

from verbatim_remote import Call, HostError, Operations, Part, Prompt

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
    wishes: list[dict[str, Any]] = []
    errors: list[HostError] = []
    for begin in range(0, len(prompts), BATCH):
        for result in call.try_complete_all(prompts[begin : begin + BATCH]):
            wish = {"id": records[len(wishes)]["id"], "kind": "NONE", "text": "", "error": None}
            if isinstance(result, HostError):
                errors.append(result)
                wish["error"] = result.code
            else:
                wish |= result.json()
            wishes.append(wish)
        call.progress("read", len(wishes), len(prompts))
    if errors and len(errors) == len(prompts):  # no record has an answer: the caller gets the last error
        raise errors[-1]
    call.note("wishes", sum(wish["kind"] != "NONE" for wish in wishes))
    return {"wishes": wishes}


if __name__ == "__main__":
    operations.run()
