"""Compares requests with the OpenAPI document of a server."""

import json
import re


class Document:
    def __init__(self, document):
        self.document = document

    def operation(self, method, path):
        """The operation of a method and a path, whose parameters may be of any form."""
        for template, verbs in self.document["paths"].items():
            pattern = re.escape(template)
            pattern = re.sub(r"\\{\w+\\}", "[^/]+", pattern)
            if re.fullmatch(pattern, path) and method.lower() in verbs:
                return verbs[method.lower()]
        raise AssertionError(f"{method} {path} is not documented")

    def resolved(self, schema):
        if "$ref" in schema:
            node = self.document
            for part in schema["$ref"].removeprefix("#/").split("/"):
                node = node[part]
            return node
        return schema

    def check_request(self, method, path, headers, body):
        """Raises AssertionError unless all parts are documented. Members that the schema does not list are errors, although the
        server ignores them: they are misspelt."""
        operation = self.operation(method, path)
        parameters = {parameter["name"]: parameter["schema"] for parameter in operation.get("parameters", []) if parameter["in"] == "header"}
        for name, value in headers.items():
            if name in parameters:
                self.check(value, parameters[name], name)
            else:
                assert name in ("Authorization", "Content-Type"), f"{method} {path} has no header {name}"
        content = operation.get("requestBody", {}).get("content", {})
        assert (body is not None) == bool(content), f"{method} {path} with the body {body!r}"
        if content:
            assert headers["Content-Type"] in content
            self.check(json.loads(body), content[headers["Content-Type"]]["schema"], "body")

    def check(self, value, schema, where):
        schema = self.resolved(schema)
        if "anyOf" in schema:
            problems = []
            for choice in schema["anyOf"]:
                try:
                    return self.check(value, choice, where)
                except AssertionError as problem:
                    problems.append(str(problem))
            raise AssertionError("; ".join(problems))
        if "enum" in schema:
            assert value in schema["enum"], f"{where}: {value!r}"
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        names = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
        name = names[type(value)]
        assert not types or name in types or (name == "integer" and "number" in types), f"{where}: {value!r} is no {types}"
        if name == "string":
            assert schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)), f"{where}: length {len(value)}"
        if name in ("integer", "number"):
            assert schema.get("minimum", value) <= value <= schema.get("maximum", value), f"{where}: {value}"
        if name == "array":
            assert schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)), f"{where}: {len(value)} items"
            for index, item in enumerate(value):
                self.check(item, schema["items"], f"{where}[{index}]")
        if name == "object":
            for member in schema.get("required", []):
                assert member in value, f"{where} lacks {member}"
            for member, item in value.items():
                if member in schema.get("properties", {}):
                    self.check(item, schema["properties"][member], f"{where}.{member}")
                else:
                    assert schema.get("additionalProperties"), f"{where}.{member} is not documented"
