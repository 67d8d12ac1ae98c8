"""One model call about all records, and a fallback without the model."""

from __future__ import annotations

import json
from typing import Any

from verbatim_remote import Call, HostError, Operations, Part, Prompt

operations = Operations()


@operations.serve("order_by_urgency")
def order_by_urgency(call: Call, request: dict[str, Any]) -> dict[str, Any]:
    records = [record for record in request["feedback_records"] if record["content"]]
    if not records:
        return {"ids": [], "reason": None}
    numbered = "\n".join(f"{n}: {record['content']}" for n, record in enumerate(records))
    parts = [Part(numbered, tag="feedback_records")]
    if request["concern"]:
        parts.append(Part(request["concern"], tag="concern"))
    offline = json.dumps({"numbers": [str(n) for n in range(len(records))], "reason": "The order of the request."})
    try:
        output = call.complete(Prompt("urgency", parts, offline)).json()
    except HostError as error:
        if error.code != "llm_error":  # a budget or a deadline that ended is not for us to hide
            raise
        return {"ids": [record["id"] for record in records], "reason": None}
    wanted = [int(number) for number in output["numbers"] if number.isdecimal() and int(number) < len(records)]
    order = list(dict.fromkeys(wanted + list(range(len(records)))))  # each once, also those that the model left out
    return {"ids": [records[n]["id"] for n in order], "reason": output["reason"]}


if __name__ == "__main__":
    operations.run()
