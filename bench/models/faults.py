"""A model of middling quality: a good answer to each call of the server, and the faults that such models put into it."""
import json
import re


def schema_of(request):
    form = request.get("response_format") or {}
    return (form.get("json_schema") or {}).get("name", "")


def good_answer(request):
    """A readable answer to a call, as text. It chooses the first option, theme or code for every record."""
    user = request["messages"][1]["content"]
    numbers = [int(n) for n in re.findall(r'<(?:feedback_record|record|item) number="(\d+)"', user)]
    answers = {
        "record_summary": lambda: {"title": "Water is short", "summary": "- The tap is dry\n- Since Monday"},
        "bulk_summary": lambda: {"title": "Water is short", "summary": "- Dry taps (F-1, F-2)\n- Long queues (F-3)"},
        "summary_judge": lambda: {"faithfulness": 0.9, "coverage": 0.8, "clarity": 1.0},
        "analysis_judge": lambda: {"quality_score": 0.8, "uncertainty_explanation": "The records support it."},
        "sensitivities": lambda: {"records": [{"record": n, "sensitivity_types": ["THEFT"], "explanation": "It names a threat."}
                                              for n in numbers]},
        "sensitivity": lambda: {"sensitivity_types": ["THEFT"], "explanation": "It names a threat."},
        "code_pick": lambda: {"selected": [0]},
        "code_judge": lambda: {"score": 0.9, "explanation": "The message says so."},
        "code_picks": lambda: {"records": [{"record": n, "selected": [0]} for n in numbers]},
        "code_judges": lambda: {"scores": [{"item": n, "levels": [{"score": 0.9, "explanation": "It says so."}] * 3} for n in numbers]},
        "code_proposals": lambda: {"codes": [{"name": "Dry taps", "definition": "Taps without water.",
                                              "inclusion": "Any dry tap.", "parent": -1, "records": numbers, "similar": []}]},
        "theme_candidates": lambda: {"themes": [{"title": "Dry taps", "definition": "No water.", "records": numbers[:3]}]},
        "theme_list": lambda: {"themes": [{"title": "Dry taps", "definition": "No water.", "inclusion": "Any dry tap.",
                                           "sub_themes": []}]},
        "theme_assignments": lambda: {"assignments": [{"record": n, "themes": ["T1"]} for n in numbers],
                                      "quotes": [{"theme": "T1", "record": numbers[0], "sentence": 1}]},
    }
    name = schema_of(request)
    if name:
        return json.dumps(answers[name]())
    if user.endswith("<task>\nscore\n</task>"):
        return json.dumps({"quality_score": 0.8})
    return "Water is short at most taps (F-1, F-2)."


def _is_json(text):
    return text.startswith("{")


def _in_values(change):
    """Applies a function to every value of a JSON answer."""
    def apply(value, key=""):
        if isinstance(value, dict):
            return {k: apply(v, k) for k, v in value.items()}
        if isinstance(value, list):
            return [apply(v, key) for v in value]
        return change(key, value)
    return lambda text: json.dumps(apply(json.loads(text))) if _is_json(text) else text


def _on_json(change):
    return lambda text: change(text) if _is_json(text) else text


def _renamed(text):
    def apply(value):
        if isinstance(value, dict):
            return {k.title().replace("_", " "): apply(v) for k, v in value.items()}
        return [apply(v) for v in value] if isinstance(value, list) else value
    return json.dumps(apply(json.loads(text)))


def _half(text):
    value = json.loads(text)
    for key, entries in value.items():
        if isinstance(entries, list) and len(entries) > 1:
            value[key] = entries[: len(entries) // 2]
    return json.dumps(value)


def _bare_list(text):
    value = json.loads(text)
    return json.dumps(next(iter(value.values()))) if len(value) == 1 and isinstance(next(iter(value.values())), list) else text


def _number_as_text(key, value):
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def _fraction(key, value):
    return f"{value * 10:g}/10" if isinstance(value, float) else value


def _reference(key, value):
    return f"#{value}" if key in ("record", "records", "item", "selected") and isinstance(value, int) else value


def _invented(key, value):
    return 9999 if key in ("record", "records", "item", "selected") and isinstance(value, int) else value


# Name, and what it makes of a good answer: a text, or (text, finish_reason). The first 21 are read or repaired, the others
# are of no use.
FAULTS = {
    "fence and prose": _on_json(lambda t: f"Sure! Here it is:\n```json\n{t}\n```\nI hope this helps."),
    "two values": _on_json(lambda t: '{"draft": true}\n' + t),
    "single quotes": _on_json(lambda t: str(json.loads(t))),
    "comments": _on_json(lambda t: "{ // the answer\n" + t[1:]),
    "trailing commas": _on_json(lambda t: re.sub(r"([\]}])", r",\1", t).replace("[,]", "[]")),
    "raw line breaks": _on_json(lambda t: t.replace("\\n", "\n")),
    "smart quotes": _on_json(lambda t: re.sub(r'"([^"]*)"', r"“\1”", t)),
    "names without quotes": _on_json(lambda t: re.sub(r'"([a-z_]+)":', r"\1:", t)),
    "wrapper": _on_json(lambda t: '{"result": ' + t + "}"),
    "bare list": _on_json(_bare_list),
    "other names": _on_json(_renamed),
    "further members": _on_json(lambda t: '{"reasoning": "because", ' + t[1:]),
    "numbers as texts": _in_values(_number_as_text),
    "scores of ten": _in_values(_fraction),
    "references": _in_values(_reference),
    "last brace missing": _on_json(lambda t: t[:-1]),
    "reasoning": lambda t: "<think>The user wants an answer.</think>\n" + t,
    "reasoning without a beginning": lambda t: "The user wants an answer.\n</think>\n\n" + t,
    "channels": lambda t: f"<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>{t}",
    "control tokens": lambda t: t + "<|im_end|>",
    "half of a list": _on_json(_half),
    "ends early": _on_json(lambda t: t[: len(t) // 2]),
    "prose": _on_json(lambda t: "I am sorry, but I cannot answer in this form."),
    "empty": lambda t: "",
    "other members": _on_json(lambda t: '{"status": "done"}'),
    "invented numbers": _in_values(_invented),
    "output limit": _on_json(lambda t: (t[: len(t) // 2], "length")),
}
