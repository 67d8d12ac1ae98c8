"""Parses and evaluates the part of EspoCRM's formula language that docs/integrations/espocrm.md uses.

Whatever the documentation of EspoCRM leaves to PHP, such as the sum of a text and a number, is an error here.
"""

import json
import re
from datetime import datetime, timedelta

TOKEN = re.compile(
    r"""\s*(?:
      (?P<comment>//[^\n]*)
    | (?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
    | (?P<number>\d+(?:\.\d+)?)
    | (?P<variable>\$[A-Za-z0-9_]+)
    | (?P<name>[A-Za-z][A-Za-z0-9_.]*(?:\\[A-Za-z0-9_]+)*)
    | (?P<sign>\[\]|\?\?|\|\||&&|[=!<>]=|[-=<>!+*/%(){},;])
    )""",
    re.VERBOSE | re.DOTALL,
)
ESCAPES = {"\\\\": "\\", '\\"': '"', "\\'": "'", "\\n": "\n", "\\t": "\t", "\\r": "\r"}
# From the weakest to the strongest.
OPERATORS = [["??"], ["||"], ["&&"], ["==", "!=", ">", "<", ">=", "<="], ["+", "-"], ["*", "/", "%"]]
DATE_TIME = "%Y-%m-%d %H:%M:%S"


class FormulaError(Exception):
    pass


def tokens_of(text):
    tokens, position = [], 0
    text = text.rstrip()
    while position < len(text):
        match = TOKEN.match(text, position)
        if not match:
            raise FormulaError(f"no formula: {text[position:position + 40]!r}")
        position = match.end()
        if match.lastgroup != "comment":
            tokens.append((match.lastgroup, match[match.lastgroup]))
    return tokens


class Parser:
    def __init__(self, text):
        self.tokens = tokens_of(text)
        self.position = 0

    def peek(self, offset=0):
        return self.tokens[self.position + offset] if self.position + offset < len(self.tokens) else ("end", "")

    def take(self, *signs):
        """The next token; if `signs` are given, it is one of them."""
        kind, text = self.peek()
        if signs and (kind not in ("sign", "name") or text not in signs):
            raise FormulaError(f"{text!r} instead of {' or '.join(signs)}")
        self.position += 1
        return kind, text

    def script(self, end="end"):
        """Statements up to the end or a closing brace."""
        statements = []
        while self.peek()[0] != "end" and self.peek()[1] != end:
            statements.append(self.statement())
        return ("block", statements)

    def braces(self):
        self.take("{")
        block = self.script("}")
        self.take("}")
        return block

    def statement(self):
        kind, text = self.peek()
        if kind == "name" and text in ("if", "while"):
            self.take()
            self.take("(")
            condition = self.expression()
            self.take(")")
            block = self.braces()
            if text == "while":
                return ("while", condition, block)
            if self.peek()[1] != "else":
                return ("if", condition, block, ("block", []))
            self.take()
            return ("if", condition, block, self.statement() if self.peek()[1] == "if" else self.braces())
        if kind in ("variable", "name") and self.peek(1)[1] in ("=", "[]"):
            self.take()
            append = self.take("=", "[]")[1] == "[]"
            if append:
                if kind != "variable":
                    raise FormulaError(f"{text}[] is no variable")
                self.take("=")
            value = self.expression()
            self.take(";")
            return ("append" if append else "assign" if kind == "variable" else "set", text, value)
        value = self.expression()
        self.take(";")
        return value

    def expression(self, level=0):
        if level == len(OPERATORS):
            return self.operand()
        left = self.expression(level + 1)
        while self.peek()[0] == "sign" and self.peek()[1] in OPERATORS[level]:
            left = ("operator", self.take()[1], left, self.expression(level + 1))
        return left

    def operand(self):
        kind, text = self.take()
        if kind == "string":
            return ("value", re.sub(r"\\.", lambda escape: ESCAPES.get(escape[0], escape[0]), text[1:-1], flags=re.DOTALL))
        if kind == "number":
            return ("value", float(text) if "." in text else int(text))
        if kind == "variable":
            return ("variable", text)
        if (kind, text) == ("sign", "!"):
            return ("not", self.operand())
        if (kind, text) == ("sign", "("):
            value = self.expression()
            self.take(")")
            return value
        if kind != "name":
            raise FormulaError(f"{text!r} is no operand")
        if text in ("true", "false", "null"):
            return ("value", {"true": True, "false": False, "null": None}[text])
        if self.peek()[1] != "(":
            if "\\" in text:
                raise FormulaError(f"{text} is a function without arguments")
            return ("attribute", text)
        self.take("(")
        arguments = []
        while self.peek()[1] != ")":
            arguments.append(self.expression())
            if self.peek()[1] != ")":
                self.take(",")
        self.take(")")
        return ("call", text, arguments)


def parse_script(text):
    """Statements, each with its semicolon."""
    parser = Parser(text)
    script = parser.script()
    if parser.peek()[0] != "end":
        raise FormulaError(f"{parser.peek()[1]!r} after the script")
    return script


def parse_expression(text):
    """A condition or the time of a timer: one expression without a semicolon."""
    parser = Parser(text)
    expression = parser.expression()
    if parser.peek()[0] != "end":
        raise FormulaError(f"{parser.peek()[1]!r} after the expression")
    return expression


def nodes(tree):
    """All nodes of a tree."""
    if isinstance(tree, tuple):
        yield tree
        for part in tree[1:]:
            yield from nodes(part)
    elif isinstance(tree, list):
        for part in tree:
            yield from nodes(part)


def expect(value, *types):
    if type(value) not in types:
        raise FormulaError(f"{value!r} has the type {type(value).__name__}")
    return value


def encode(value):
    """As json_encode of PHP: ASCII, and a backslash before each slash."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace("/", "\\/")
    return re.sub(r"[^\x00-\x7f]", lambda letter: json.dumps(letter[0])[1:-1], text)


def retrieve(text, path=""):
    """As json_decode of PHP, whose result for invalid JSON is null; then a step for each part of the path."""
    try:
        value = json.loads(expect(text, str))
    except ValueError:
        return None
    for key in path.split(".") if path else []:
        if isinstance(value, list):
            value = value[int(key)] if int(key) < len(value) else None
        else:
            value = value.get(key) if isinstance(value, dict) else None
    return value


def shifted(text, **interval):
    return (datetime.strptime(expect(text, str), DATE_TIME) + timedelta(**interval)).strftime(DATE_TIME)


FUNCTIONS = {
    "string\\concatenate": lambda *parts: "".join(expect(part, str) for part in parts),
    "string\\length": lambda text: len(expect(text, str)),
    "json\\encode": encode,
    "json\\retrieve": retrieve,
    "list": lambda *values: list(values),
    "array\\length": lambda values: len(expect(values, list)),
    "array\\at": lambda values, index: expect(values, list)[expect(index, int)],
    "array\\join": lambda values, separator: expect(separator, str).join(expect(value, str) for value in expect(values, list)),
    "array\\includes": lambda values, value: expect(value, str, type(None)) in expect(values, list),
    "object\\get": lambda values, key: expect(values, dict).get(expect(key, str)),
    "datetime\\addDays": lambda text, days: shifted(text, days=expect(days, int)),
    "datetime\\addMinutes": lambda text, minutes: shifted(text, minutes=expect(minutes, int)),
}
COMPARISONS = {
    ">": lambda left, right: left > right,
    "<": lambda left, right: left < right,
    ">=": lambda left, right: left >= right,
    "<=": lambda left, right: left <= right,
}
ARITHMETIC = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
}


class Formula:
    """Evaluates trees with the variables of a process and the attributes of its target record, both of which it changes.
    `functions` adds those that depend on the CRM."""

    def __init__(self, variables, target, functions):
        self.variables = variables
        self.target = target
        self.functions = {**FUNCTIONS, **functions}

    def __call__(self, tree):
        return getattr(self, "on_" + tree[0])(*tree[1:])

    def on_block(self, statements):
        value = None
        for statement in statements:
            value = self(statement)
        return value

    def on_if(self, condition, block, alternative):
        self(block if expect(self(condition), bool) else alternative)

    def on_while(self, condition, block):
        while expect(self(condition), bool):
            self(block)

    def on_assign(self, name, value):
        self.variables[name[1:]] = self(value)

    def on_append(self, name, value):
        expect(self.variables[name[1:]], list).append(self(value))

    def on_set(self, name, value):
        if name not in self.target:
            raise FormulaError(f"the record has no attribute {name}")
        self.target[name] = self(value)

    def on_value(self, value):
        return value

    def on_variable(self, name):
        return self.variables.get(name[1:])

    def on_attribute(self, name):
        if name not in self.target:
            raise FormulaError(f"the record has no attribute {name}")
        return self.target[name]

    def on_not(self, operand):
        return not expect(self(operand), bool)

    def on_operator(self, sign, left, right):
        value = self(left)
        if sign == "??":
            return self(right) if value is None else value
        if sign in ("&&", "||"):
            return expect(self(right), bool) if expect(value, bool) == (sign == "&&") else value
        other = self(right)
        if sign in ("==", "!="):  # strict
            return (type(value) is type(other) and value == other) == (sign == "==")
        return {**COMPARISONS, **ARITHMETIC}[sign](expect(value, int, float), expect(other, int, float))

    def on_call(self, name, arguments):
        if name == "ifThenElse":
            return self(arguments[1] if expect(self(arguments[0]), bool) else arguments[2])
        if name not in self.functions:
            raise FormulaError(f"unknown function {name}")
        return self.functions[name](*map(self, arguments))
