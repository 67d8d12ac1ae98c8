"""Every operation with a small real model, for bench/models/run --real: what callers get, what the model wrote, and what is wrong.

The model is poor, so answers may be errors with a cause. Wrong is: a server that ends, an answer that is none of those documented, a
record or code that does not exist, a claim that no readable output of the model holds, a model call without a usage row, and
content of records in the log.
"""
import json
import os
import re
import sqlite3
import time

import measured_server
import real_model

TEXTS = [
    "There is no water at the tap near the school since Monday. We wait for hours.",
    "The pump in block C is broken since March.",
    "The nurse was kind, but there was no insulin at the clinic.",
    "Two men with guns took our food at the checkpoint.",
    "My husband beats me when the ration is late.",
    "The latrine door has no lock and women are afraid at night.",
    "Thank you for the blankets, they came in time.",
    "The price of bread doubled this month.",
    "A staff member asked for money to put us on the list.",
    "The school has no teacher for the third class.",
    "Children are sick after drinking from the river.",
    "The road is flooded and the truck cannot pass.",
    "We do not know where to complain.",
    "The food parcel had rice full of insects.",
    "Our tent leaks when it rains.",
    "The hotline never answers.",
    "Fuel for the generator ran out at the clinic.",
    "Old people cannot carry the parcels home.",
    "There is no light on the way to the toilets.",
    "We got the cash after two weeks, all was fine.",
]
RECORDS = [{"id": f"F-{n}", "content": text} for n, text in enumerate(TEXTS, 1)]
CODES = {"H": "Health", "M": "Medicine", "S": "Staff", "W": "Water", "P": "Pumps", "Q": "Quality", "D": "Food", "X": "Safety"}
PARENTS = {"M": "H", "S": "H", "P": "W", "Q": "W"}
FRAMEWORK = {"coding_levels": {"root_codes": [
    {"id": root, "name": name, "children": [{"id": code, "name": CODES[code]} for code in PARENTS if PARENTS[code] == root]}
    for root, name in CODES.items() if root not in PARENTS]}}
QUESTION = {"prompt": "What do people need most?"}

# Name: path, further members, number of records; None: the single record of this operation.
OPERATIONS = {
    "summarize": ("/v1/summarize", {}, RECORDS[0]),
    "detect-sensitive": ("/v1/detect-sensitive", {}, RECORDS[4]),
    "assign-codes": ("/v1/assign-codes", FRAMEWORK, RECORDS[1]),
    "summarize-bulk": ("/v1/summarize-bulk", {}, None),
    "detect-sensitive-bulk": ("/v1/detect-sensitive-bulk", {}, None),
    "assign-codes-bulk": ("/v1/assign-codes-bulk", FRAMEWORK, None),
    "suggest-codes": ("/v1/suggest-codes", FRAMEWORK, None),
    "analyze": ("/v1/analyze-bulk", QUESTION, None),
    "hierarchical": ("/v1/analyze-bulk", QUESTION | {"mode": "hierarchical"}, None),
    "themes": ("/v1/analyze-bulk", QUESTION | {"detail": "themes"}, None),
}
# Errors that a poor or slow model causes, by status.
ERRORS = {502: ("llm_error", "analysis_unavailable"), 504: ("llm_timeout", "analysis_timeout"), 413: ("payload_too_large",)}
CAUSES = ("unreadable", "truncated", "timeout", "context_exceeded", "prompt_cut", "cancelled")

# As docs/integrations/local-models.md has them.
PATIENT = {"LLM_TIMEOUT_SECONDS": "600", "OPERATION_DEADLINE_SECONDS": json.dumps(
    {"summarize": 600, "detect_sensitive": 600, "assign_codes": 600, "suggest_codes": 600, "summarize_bulk": 1200,
     "detect_sensitive_bulk": 1800, "assign_codes_bulk": 1800, "analyze_bulk": 1800})}
# A test must end within two minutes, also where the model writes few tokens a second.
CHECKED = ["summarize", "detect-sensitive", "assign-codes", "assign-codes-bulk"]
SMALL = {"OPERATION_DEADLINE_SECONDS": json.dumps({"summarize": 24, "detect_sensitive": 24, "assign_codes": 24, "assign_codes_bulk": 24}),
         "LLM_MAX_OUTPUT_TOKENS": "128"}


def body_of(operation, count):
    path, members, record = OPERATIONS[operation]
    return path, members | ({"feedback_record": record} if record else {"feedback_records": RECORDS[:count]})


def readable(calls, schema):
    """The outputs with this schema that are whole JSON values."""
    for call in calls:
        if call["schema"] == schema and call["reason"] == "stop":
            try:
                yield json.loads(call["text"])
            except ValueError:
                pass


def wrong_codes(codes, calls):
    for code in codes:
        path = [code[f"coding_level_{level}_id"] for level in (1, 2, 3)]
        known = [item for item in path if item]
        if any(CODES.get(item) != code[f"coding_level_{level}_name"] or PARENTS.get(item) != (path[level - 2] if level > 1 else None)
               for level, item in enumerate(known, 1)):
            yield f"a code that does not exist: {path}"
        # Lists of several records are of use up to their last whole item.
        of_several = any(call["schema"] == "code_picks" and re.search(r'"selected":\s*\[\s*\]', call["text"]) for call in calls)
        if not known and not of_several and not list(readable(calls, "code_pick")):
            yield "no code, without a readable output"


def wrong_in(operation, body, value, calls):
    """What is wrong in an answer with status 200."""
    ids = [record["id"] for record in body.get("feedback_records", [])]
    if operation in ("summarize", "detect-sensitive", "assign-codes") and not calls:
        yield "an answer without a call"
    if operation == "detect-sensitive" and not value["is_sensitive"]:
        if not any(not found.get("sensitivity_types") for found in readable(calls, "sensitivity")):
            yield "not sensitive, without a readable output"
    if operation == "assign-codes":
        yield from wrong_codes(value["assigned_codes"], calls)
    if operation == "assign-codes-bulk":
        if [record["record_id"] for record in value["records"]] != ids:
            yield "records are missing"
        for record in value["records"]:
            yield from wrong_codes(record["assigned_codes"], calls)
            if bool(record["error"]) == bool(record["assigned_codes"]):
                yield "a record without a result"
    if operation == "detect-sensitive-bulk":
        if [record["id"] for record in value["records"]] != ids:
            yield "records are missing"
        answered = [record for record in value["records"] if not record["error"]]
        if answered and not any('"sensitivity_types"' in call["text"] for call in calls):
            yield "answers without an output"
        for record in answered:
            if record["is_sensitive"] != bool(record["sensitivity_types"]):
                yield "a record without a result"
    if operation == "summarize-bulk" and value["ids"] != ids:
        yield "records are missing"
    for code in value.get("proposed_codes", []):
        if not code["record_ids"] or not set(code["record_ids"]) <= set(ids):
            yield "a proposal without its records"
    for theme in value.get("themes") or []:
        if not set(theme.get("record_ids", [])) <= set(ids):
            yield "a theme of unknown records"
    for member in ("quality_score", "confidence"):
        score = value.get(member)
        if score is not None and not (isinstance(score, (int, float)) and 0 <= score <= 1):
            yield f"{member}: {score}"


def rows_of(server):
    with sqlite3.connect(f"file:{os.path.join(server.folder, 'verbatim.db')}?mode=ro", uri=True) as database:
        return database.execute("select count(*) from llm_calls where operation != 'probe'").fetchone()[0]


def show(row, value, calls):
    print("== {}: {} after {:.0f} s, {:.0f} s of CPU, {} calls".format(*row))
    for call in calls:
        tokens = f"{call['usage'].get('prompt_tokens', '?')} + {call['usage'].get('completion_tokens', '?')} tokens"
        took = "unfinished" if call["seconds"] is None else f"{call['seconds']:.0f} s"
        print(f"  {call['schema']}: {call['status']} {call['reason']}, {took}, {tokens}\n    wrote    {call['text']!r}")
    print("    answered " + json.dumps(value), flush=True)


def main(names, program, count, settings, post):
    """Returns what is wrong, as sentences. `post` is a function of the server, a path and a body."""
    wrong = []
    with real_model.real_model() as model, measured_server.server(model.settings() | settings, program) as server:
        asked = []
        while not asked and server.process.poll() is None:  # so that the context of the model is known
            time.sleep(0.1)
            asked = [event for event in server.events() if event["event"] == "llm_server_asked"]
        print(*asked)
        made, rows = 0, []
        for operation in names:
            path, body = body_of(operation, count)
            model.calls.clear()
            begin, cpu = time.monotonic(), measured_server.cpu(model.process.pid)
            status, value, request_id = post(server, path, body)
            calls = list(model.calls)
            made += len(calls)
            rows.append((operation, status, time.monotonic() - begin, measured_server.cpu(model.process.pid) - cpu, len(calls)))
            show(rows[-1], value, calls)
            ended = [event for event in server.events() if event.get("request_id") == request_id]
            attempts = [event.get("cause") for event in ended if event["event"] == "llm_attempt_finished"]
            print(f"    causes   {[cause for cause in attempts if cause]}")
            if status == 200:
                wrong += [f"{operation}: {what}" for what in wrong_in(operation, body, value, calls)]
            elif value["error"]["code"] not in ERRORS.get(status, ()):
                wrong.append(f"{operation}: {status} {value['error']['code']}")
            elif status == 502 and not any(cause in CAUSES for cause in attempts):
                wrong.append(f"{operation}: 502 without a cause of the model")
        print("\n| Operation | Status | Seconds | CPU seconds | Calls |\n|---|---|---|---|---|")
        for row in rows:
            print("| {} | {} | {:.0f} | {:.0f} | {} |".format(*row))
        if server.process.poll() is not None:
            wrong.append("the server has ended")
        server.process.terminate()  # it writes pending rows
        if server.process.wait():
            wrong.append(f"the server ended with {server.process.returncode}")
        if rows_of(server) != made:
            wrong.append(f"{made} calls, but {rows_of(server)} usage rows")
        with open(server.log, encoding="utf-8") as log:
            written = log.read()
        wrong += ["the log has content of a record" for text in TEXTS if text in written]
    return wrong
