"""Reads a workbook or document from standard input without any of our code, and writes what it holds as JSON."""

import io
import json
import sys
import zipfile
from xml.etree import ElementTree

SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
PACKAGE = "{http://schemas.openxmlformats.org/package/2006/relationships}"


def column(reference):
    number = 0
    for letter in reference.rstrip("0123456789"):
        number = number * 26 + ord(letter) - 64
    return number - 1


def value(cell):
    if cell.find(SHEET + "f") is not None:
        return {"formula": cell.find(SHEET + "f").text}
    if cell.get("t") == "inlineStr":
        return "".join(node.text or "" for node in cell.iter(SHEET + "t"))
    return float(cell.find(SHEET + "v").text)


def rows(sheet):
    for row in sheet.iter(SHEET + "row"):
        cells = {column(cell.get("r")): value(cell) for cell in row}
        yield [cells.get(at) for at in range(max(cells, default=-1) + 1)]


def targets(archive, part):
    folder, name = part.rsplit("/", 1)
    tree = ElementTree.fromstring(archive.read(f"{folder}/_rels/{name}.rels"))
    return {node.get("Id"): f"{folder}/{node.get('Target')}" for node in tree.iter(PACKAGE + "Relationship")}


def workbook(archive):
    tree = ElementTree.fromstring(archive.read("xl/workbook.xml"))
    paths = targets(archive, "xl/workbook.xml")
    return [{"name": node.get("name"), "rows": list(rows(ElementTree.fromstring(archive.read(paths[node.get(RELATION + "id")]))))}
            for node in tree.iter(SHEET + "sheet")]


def document(archive):
    tree = ElementTree.fromstring(archive.read("word/document.xml"))
    paths = targets(archive, "word/document.xml")
    blips = [node.get(RELATION + "embed") for node in tree.iter("{http://schemas.openxmlformats.org/drawingml/2006/main}blip")]
    return {
        "paragraphs": ["".join("\n" if node.tag == WORD + "br" else node.text or "" for node in paragraph.iter() if node.tag in (WORD + "t", WORD + "br"))
                       for paragraph in tree.iter(WORD + "p")],
        "styles": [node.get(WORD + "val") for node in tree.iter(WORD + "pStyle")],
        "images": [archive.read(paths[blip])[:8].hex() for blip in blips],
        "tables": [[["".join(text.text or "" for text in cell.iter(WORD + "t")) for cell in row.iter(WORD + "tc")] for row in table.iter(WORD + "tr")]
                   for table in tree.iter(WORD + "tbl")],
    }


with zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())) as package:
    assert package.testzip() is None
    for part in package.namelist():
        if part.endswith((".xml", ".rels")):
            ElementTree.fromstring(package.read(part))
    json.dump(workbook(package) if "xl/workbook.xml" in package.namelist() else document(package), sys.stdout)
