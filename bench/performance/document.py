"""docs/performance.md from the results of all parts."""
import json
import os

import page
import sizing
from measured_server import ROOT
from parts import PARTS

PAGE = os.path.join(ROOT, "docs/performance.md")
RESULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "results")


def read_results(folder):
    results = {}
    for name in PARTS:
        path = os.path.join(folder, name + ".json")
        if os.path.exists(path):
            with open(path) as file:
                results[name] = json.load(file)
    return results


def render(results):
    """The files of the page, by path in docs."""
    with open(PAGE) as file:
        text = file.read()
    files = {}
    for name, result in results.items():
        text = page.replaced(text, name, page.section(PARTS[name], result))
        for metric in PARTS[name].metrics:
            if metric.chart and any(metric.key in values for x in result["points"].values() for values in x.values()):
                files[f"performance/{name}-{metric.key}.svg"] = page.chart(result, PARTS[name].axis, metric)
    return files | {"performance.md": page.replaced(text, "sizing", sizing.table(results))}


def write(results):
    for name, content in render(results).items():
        path = os.path.join(ROOT, "docs", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(content)
