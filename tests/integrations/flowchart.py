"""Reads the flowcharts of docs/integrations/espocrm.md, and walks through them as EspoCRM's documentation describes."""

import re
from dataclasses import dataclass, field
from datetime import datetime

from formula import DATE_TIME, Formula, nodes, parse_expression, parse_script

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACEHOLDER = re.compile(r"\{(?:\$\$(\w+)|\$(\w+)|#secrets\.(\w+))\}")
ACTIONS = ("Update Target Record", "Execute Formula Script", "Send HTTP Request")


class PageError(Exception):
    pass


@dataclass
class Request:
    """An action Send HTTP Request."""

    method: str
    url: str
    headers: dict
    payload: str | None  # name of a variable


@dataclass
class Element:
    name: str
    type: str
    next: str
    returns: list | None = None  # the variables of a task with Isolate Variables
    actions: list = field(default_factory=list)  # of a task: (name, tree or Request)
    script: tuple | None = None  # of a script task; the condition or time of an event
    branches: list = field(default_factory=list)  # of a gateway: (condition, element)
    otherwise: str | None = None


def request_of(text):
    head, _, payload = text.partition("\n\n")
    first, *lines = head.rstrip().split("\n")
    method, url = first.split(" ")
    headers = dict(line.split(": ", 1) for line in lines)
    if len(headers) != len(lines):
        raise PageError(f"{url} repeats a header")
    return Request(method, url, headers, payload.strip().removeprefix("$") or None)


def sections(text):
    """The texts below headings of level 4, by heading."""
    parts = re.split(r"^#{1,4} (.*)$", text, flags=re.MULTILINE)
    levels = re.findall(r"^(#{1,4}) ", text, flags=re.MULTILINE)
    return {name: body for level, name, body in zip(levels, parts[1::2], parts[2::2]) if level == "####"}


def chapter(page, name):
    return re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)[1]


def read_flowchart(page, name):
    """The elements of a chapter by name, with those that the chapter Errors has for both flowcharts."""
    own = chapter(page, name)
    texts = {**sections(chapter(page, "Errors")), **sections(own)}
    rows = re.findall(r"^\| `([^|]*?) \| (.*?) \| (.*?) ?\|$", own, re.MULTILINE)
    elements = {}
    for title, kind, following in rows:
        title = title.replace("`", "")
        element = Element(title, kind, following.strip("`"))
        if title in elements:
            raise PageError(f"{title} stands twice in {name}")
        elements[title] = element
        if title in texts:
            read_element(element, texts.pop(title), name.lower())
    for title in sections(own):
        if title not in elements:
            raise PageError(f"the table of {name} lacks {title}")
    for element in elements.values():
        for target in [element.next, element.otherwise, *(branch[1] for branch in element.branches)]:
            if target and not target.startswith("see ") and target not in elements:
                raise PageError(f"{element.name} leads to {target}")
    return elements


def read_element(element, text, flow):
    returned = re.search(r"\*Return Variables\*: (.*?)\.(?:\s|$)", text)
    if returned:
        element.returns = re.findall(r"`(\w+)`", returned[1])
    position = 0
    for fence in FENCE.finditer(text):
        label = text[position:fence.start()].strip().split("\n")[-1]
        position = fence.end()
        language, code = fence.groups()
        branch = re.match(r"To `(.*)` if:$", label)
        action = next((name for name in ACTIONS if re.search(rf"(?:^|\. ){name}(?:, in the .*)?:$", label)), None)
        only = re.search(r", in the (.* flow):$", label)
        if only and only[1] != flow:
            continue
        if branch:
            element.branches.append((parse_expression(code), branch[1]))
        elif action == "Send HTTP Request" and language == "http":
            element.actions.append((action, request_of(code)))
        elif action and language == "formula":
            element.actions.append((action, parse_script(code)))
        elif language == "formula" and label in ("Condition:", "Timer, as formula:"):
            element.script = parse_expression(code)
        elif language == "formula" and element.type == "Script Task":
            element.script = parse_script(code)
        else:
            raise PageError(f"{element.name}: {label!r} before a block of {language}")
    otherwise = re.search(r"^Otherwise to `(.*)`\.$", text, re.MULTILINE)
    element.otherwise = otherwise[1] if otherwise else None
    allowed = {"Task": "actions", "Exclusive Gateway": "branches"}.get(element.type, "script")
    for part in ("actions", "branches", "script"):
        if part != allowed and getattr(element, part):
            raise PageError(f"{element.name} is a {element.type} and has {part}")


def requests_of(elements):
    return [action for element in elements.values() for name, action in element.actions if name == "Send HTTP Request"]


def answer_paths(elements):
    """All paths that scripts read from answers."""
    trees = [tree for element in elements.values() for name, tree in element.actions if name != "Send HTTP Request"]
    return {call[2][1][1] for tree in trees for call in nodes(tree) if call[0] == "call" and call[1] == "json\\retrieve"}


class RequestFailed(Exception):
    """`code` is the status of the response, or None without a response."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


class Process:
    """A process of a flowchart. `crm` has the functions of the CRM, its secrets, and `send(request)`, which returns a status and
    a body, or raises RequestFailed. `on_timer(element, minutes)` returns when the wait is over."""

    def __init__(self, elements, target, crm, on_timer, process_id):
        self.elements, self.target, self.crm, self.on_timer = elements, target, crm, on_timer
        self.process_id = process_id
        self.variables = {}
        self.visited = []
        self.caught = None
        self.answer = None

    def functions(self):
        return {
            **self.crm.functions,
            "workflow\\lastHttpResponseBody": lambda: self.answer,
            "bpm\\processEntity\\attribute": lambda name: {"id": self.process_id}[name],
            "bpm\\caughtErrorCode": lambda: self.caught,
        }

    def evaluate(self, tree, variables=None):
        variables = self.variables if variables is None else variables
        return Formula(variables, self.target, self.functions())(tree)

    def starts(self, event):
        """Whether the condition of a start event holds."""
        return self.evaluate(self.elements[event].script) is True

    def run(self, start):
        name = self.elements[start].next
        while self.elements[name].type != "End Event":
            self.visited.append(name)
            if len(self.visited) > 5000:
                raise PageError("the process does not end")
            name = self.step(self.elements[name])

    def step(self, element):
        kind = element.type
        if kind == "Exclusive Gateway":
            return next((name for condition, name in element.branches if self.evaluate(condition) is True), element.otherwise)
        if kind == "Timer Intermediate Event":
            now = self.crm.now
            until = self.evaluate(element.script) if element.script else now
            self.on_timer(element.name, (datetime.strptime(until, DATE_TIME) - datetime.strptime(now, DATE_TIME)).seconds / 60)
            self.crm.now = until
            return element.next
        if kind == "Script Task":
            self.evaluate(element.script)
            return element.next
        if kind != "Task":
            raise PageError(f"{element.name} is a {kind}")
        try:
            self.task(element)
        except RequestFailed as failed:
            # The variables of a task that fails are lost.
            boundary = self.elements.get(element.name + " fails")
            if not boundary:
                raise
            self.caught = None if failed.code is None else str(failed.code)
            return boundary.next
        return element.next

    def task(self, element):
        variables, self.answer = dict(self.variables), None
        for name, action in element.actions:
            if name == "Send HTTP Request":
                self.answer = self.send(action, variables)
            else:
                # Variables of a formula that updates a record exist in it only.
                self.evaluate(action, dict(variables) if name == "Update Target Record" else variables)
        self.answer = None
        kept = variables if element.returns is None else {key: variables[key] for key in element.returns}
        self.variables.update(kept)

    def send(self, request, variables):
        def value(match):
            variable, attribute, secret = match.groups()
            if secret:
                return self.crm.secrets[secret]
            return str(self.target[attribute] if attribute else variables[variable])

        def plain(match):
            if match[3]:
                raise PageError(f"{match[0]} outside of a header")
            return value(match)

        body = variables[request.payload] if request.payload else None
        status, answer = self.crm.send(request, PLACEHOLDER.sub(plain, request.url),
            {name: PLACEHOLDER.sub(value, text) for name, text in request.headers.items()}, body)
        if not 200 <= status < 300:
            raise RequestFailed(status)
        return answer

