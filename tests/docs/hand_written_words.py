#!/usr/bin/env python3
"""hand_written_words.py SOURCE [MOST]: counts the words that people write in documents, by page, and fails above MOST. Generated pages
and blocks, rows that tests compare with data, and code do not count."""
import os
import re
import sys

GENERATED = "docs/reference/generated/"
DATA = ("docs/reference/provider-failures.md", "docs/reference/prices.md")


def hand_written(name, text):
    """The text of a page without what a program writes, and without code."""
    if name.startswith(GENERATED):
        return ""
    text = re.sub(r"<!-- begin (\w+) -->.*?<!-- end \1 -->", "", text, flags=re.DOTALL)
    if name in DATA:
        text = re.sub(r"^\|.*$", "", text, flags=re.MULTILINE)
    return re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)


def main():
    root, counts = sys.argv[1], {}
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in (".git", "node_modules", "var") and not name.startswith("build")]
        for file in files:
            if file.endswith(".md"):
                name = os.path.relpath(os.path.join(folder, file), root)
                with open(os.path.join(root, name), encoding="utf-8") as page:
                    counts[name] = sum(bool(re.search(r"\w", word)) for word in hand_written(name, page.read()).split())
    for name, count in sorted(counts.items(), key=lambda entry: -entry[1]):
        print(f"{count:7} {name}")
    total = sum(counts.values())
    print(f"{total:7} hand-written words")
    if len(sys.argv) > 2 and total > int(sys.argv[2]):
        sys.exit(f"more than {sys.argv[2]} words: say each rule once, where its reader looks, and link to it")


main()
