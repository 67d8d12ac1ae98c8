"""The tokenizers cl100k_base and o200k_base, from the npm package gpt-tokenizer, which contains their vocabularies."""
import contextlib
import json
import pathlib
import subprocess
import tempfile

PACKAGE = "gpt-tokenizer@4.0.0"
NAMES = ("o200k", "cl100k")

COUNT = """
const plain = {disallowedSpecial: new Set()};
const encoders = ["o200k", "cl100k"].map(name => [name, require(`gpt-tokenizer/encoding/${name}_base`).encode]);
const result = input.map(text => Object.fromEntries(encoders.map(([name, encode]) => [name, encode(text, plain).length])));
"""


@contextlib.contextmanager
def node(script):
    """A function that runs the script, which makes `result` of `input`. Both are values of JSON."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--silent", PACKAGE], check=True)
        program, values = pathlib.Path(folder, "script.js"), pathlib.Path(folder, "input.json")
        program.write_text('const input = JSON.parse(require("fs").readFileSync(process.argv[2]));\n' + script +
                           "\nconsole.log(JSON.stringify(result));\n")

        def run(value):
            values.write_text(json.dumps(value))
            return json.loads(subprocess.run(["node", program, values], check=True, capture_output=True).stdout)

        yield run


def count_tokens(texts):
    """The tokens of each text with each tokenizer."""
    with node(COUNT) as count:
        return count(texts)
