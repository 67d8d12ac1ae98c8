"""POST /v1/hello: the topic of a feedback record."""

from __future__ import annotations

import json
from typing import Any

from verbatim_remote import Call, Operations, Part, Prompt

operations = Operations()


@operations.serve("hello")
def hello(call: Call, request: dict[str, Any]) -> dict[str, Any]:
    record = request["feedback_record"]
    if not record["content"]:  # needs no model call
        return {"id": record["id"], "topic": ""}
    offline = json.dumps({"topic": " ".join(record["content"].split()[:5])})  # without a provider
    prompt = Prompt("topic", [Part(record["content"], tag="feedback_record")], offline)
    return {"id": record["id"], "topic": call.complete(prompt).json()["topic"]}


if __name__ == "__main__":
    operations.run()
