#!/usr/bin/env python3
"""hand_written_words.py SOURCE [MOST]: counts the words that people write in documents, without generated pages and blocks and without
the lines that tests compare with data, and fails above MOST."""
import os
import re
import sys

GENERATED = "docs/reference/generated/"


def hand_written(name, text):
    """The text of a page without what a program writes."""
    if name.startswith(GENERATED):
        return ""
    text = re.sub(r"<!-- begin (\w+) -->.*?<!-- end \1 -->", "", text, flags=re.DOTALL)
    if name in ("docs/reference/provider-failures.md", "docs/reference/prices.md"):
        text = re.sub(r"^\|.*$", "", text, flags=re.MULTILINE)
    return text


def main():
    root = sys.argv[1]
    counts = {}
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in (".git", "node_modules", "build", "var")]
        for file in files:
            if file.endswith(".md"):
                name = os.path.relpath(os.path.join(folder, file), root)
                with open(os.path.join(root, name), encoding="utf-8") as page:
                    counts[name] = len(hand_written(name, page.read()).split())
    for name, count in sorted(counts.items(), key=lambda entry: -entry[1]):
        print(f"{count:7} {name}")
    print(f"{sum(counts.values()):7} words of hand-written text")
    if len(sys.argv) > 2 and sum(counts.values()) > int(sys.argv[2]):
        sys.exit(f"more than {sys.argv[2]} words: say each rule once, and link to it")


if __name__ == "__main__":
    main()
