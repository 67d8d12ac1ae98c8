"""Tables and curves of results, and their place in docs/performance.md."""
import dataclasses
import html
import math
import re
import statistics
from typing import Callable

SUBJECTS = {"verbatim": "this version", "before": "version before", "nginx": "nginx"}
COLORS = {"verbatim": "#0a5fb4", "before": "#b45f0a", "nginx": "#5a5a5a"}
DASHES = {"verbatim": "", "before": "7 4", "nginx": "2 4"}


@dataclasses.dataclass
class metric:
    """One measured value. `growth` adds the exponent between a point and the one before: 1 is linear."""
    key: str
    title: str
    unit: str
    chart: bool = False
    growth: bool = False


@dataclasses.dataclass
class part:
    name: str
    title: str
    axis: str
    measure: Callable
    what: str
    metrics: list


def rounded(value):
    """Three significant digits."""
    if value == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    if digits == 0:
        step = 10 ** max(0, math.floor(math.log10(abs(value))) - 2)
        return f"{round(value / step) * step:,}"
    return f"{value:.{digits}f}"


def number(value):
    return f"{value:,.0f}" if value >= 1 else f"{value:.2g}"


def median(result, x, subject, key):
    """None if it was not measured."""
    values = result["points"].get(str(x), {}).get(subject, {}).get(key)
    return statistics.median(values) if values else None


def points(result):
    return sorted(map(float, result["points"]))


def label_of(x):
    return str(int(x)) if x == int(x) else str(x)


def cell(values):
    low, middle, high = rounded(min(values)), rounded(statistics.median(values)), rounded(max(values))
    return middle if low == high else f"{middle} ({low} to {high})"


def rows_of(result):
    """Points by their key in the file, in order."""
    return sorted(result["points"], key=float)


def exponent(x, y, last_x, last_y):
    return math.log(y / last_y) / math.log(x / last_x) if min(y, last_y) > 0 else math.nan


def table(result, axis, metric):
    keys = rows_of(result)
    subjects = [name for name in SUBJECTS if any(metric.key in result["points"][x].get(name, {}) for x in keys)]
    ratios = [name for name in subjects[1:] if not metric.growth or name != "nginx"] if subjects[:1] == ["verbatim"] else []
    head = [axis, *(SUBJECTS[name] for name in subjects), *(f"× {SUBJECTS[name]}" for name in ratios), *(["growth"] if metric.growth else [])]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    last = None
    for x in keys:
        own = median(result, x, "verbatim", metric.key)
        cells = [number(float(x))]
        for name in subjects:
            values = result["points"][x].get(name, {}).get(metric.key)
            cells.append(cell(values) if values else "")
        for name in ratios:
            other = median(result, x, name, metric.key)
            cells.append(f"{own / other:.2f}" if own is not None and other else "")
        if metric.growth:
            cells.append(f"{exponent(float(x), own, *last):.2f}" if last and own and last[1] else "")
            last = float(x), own
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def ticks(low, high):
    """Powers of ten; their doubles and fives as well on a short axis."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    factors = (1,) if last - first > 2 else (1, 2, 5)
    return [factor * 10.0 ** power for power in range(first, last + 1) for factor in factors
            if low * 0.999 <= factor * 10.0 ** power <= high * 1.001]


def short(value):
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.2g}{letter}"
    return f"{value:.3g}" if value >= 1 else f"{value:.1g}"


def chart(result, axis, metric):
    """SVG with logarithmic axes: a line through medians, and a bar from the lowest to the highest value."""
    series = {}
    for name in SUBJECTS:
        for x in rows_of(result):
            if values := [value for value in result["points"][x].get(name, {}).get(metric.key, []) if value > 0]:
                series.setdefault(name, []).append((float(x), min(values), statistics.median(values), max(values)))
    xs = [point[0] for line in series.values() for point in line]
    ys = [value for line in series.values() for point in line for value in point[1:]]
    width, height, left, right, top, bottom = 640, 300, 62, 150, 28, 42
    low_x, high_x, low_y, high_y = min(xs), max(xs), min(ys) / 1.15, max(ys) * 1.15
    place_x = lambda x: left + (width - left - right) * (math.log(x / low_x) / math.log(high_x / low_x) if high_x > low_x else 0.5)
    place_y = lambda y: height - bottom - (height - top - bottom) * math.log(y / low_y) / math.log(high_y / low_y)
    title = f"{metric.title}{', ' + metric.unit if metric.unit else ''}"
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="#fff"/>', f'<text x="{left}" y="16" fill="#222">{html.escape(title)}</text>']
    for y in ticks(low_y, high_y):
        out.append(f'<path d="M{left} {place_y(y):.1f}H{width - right}" stroke="#ddd"/>'
                   f'<text x="{left - 6}" y="{place_y(y) + 4:.1f}" text-anchor="end" fill="#444">{short(y)}</text>')
    for x in sorted(set(xs)):
        out.append(f'<path d="M{place_x(x):.1f} {top}V{height - bottom}" stroke="#eee"/>'
                   f'<text x="{place_x(x):.1f}" y="{height - bottom + 16}" text-anchor="middle" fill="#444">{short(x)}</text>')
    out.append(f'<text x="{(left + width - right) / 2}" y="{height - 8}" text-anchor="middle" fill="#222">{html.escape(axis)}</text>')
    for position, (name, line) in enumerate(series.items()):
        style = f'stroke="{COLORS[name]}" stroke-dasharray="{DASHES[name]}" stroke-width="2" fill="none"'
        path = "L".join(f"{place_x(x):.1f} {place_y(y):.1f}" for x, _, y, _ in line)
        out.append(f'<path d="M{path}" {style}/>')
        for x, low, y, high in line:
            out.append(f'<path d="M{place_x(x):.1f} {place_y(low):.1f}V{place_y(high):.1f}" stroke="{COLORS[name]}" stroke-width="1.5"/>'
                       f'<circle cx="{place_x(x):.1f}" cy="{place_y(y):.1f}" r="2.5" fill="{COLORS[name]}"/>')
        y = top + 14 + 20 * position
        out.append(f'<path d="M{width - right + 12} {y}h26" {style}/><text x="{width - right + 44}" y="{y + 4}" fill="#222">{SUBJECTS[name]}</text>')
    return "\n".join([*out, "</svg>", ""])


def provenance(result):
    machine, subjects = result["machine"], result["subjects"]
    names = ", ".join(f"{SUBJECTS[name]}: {text}" for name, text in subjects.items())
    return (f"`{result['command']}` on {result['date']}: {result['rounds']} rounds, {result['seconds']:.0f} s; {machine['cores']} cores "
            f"({machine['model']}), {machine['memory_gib']} GiB, Linux {machine['kernel']}; load average {result['load'][0]:.1f} before and "
            f"{result['load'][1]:.1f} after. Subjects: {names}.")


def section(part, result):
    """The generated text of a part."""
    lines = [part.what[0].upper() + part.what[1:] + ".", "", provenance(result)]
    for metric in part.metrics:
        if not any(metric.key in values for subjects in result["points"].values() for values in subjects.values()):
            continue  # a result of an earlier version of the part
        unit = f" ({metric.unit})" if metric.unit else ""
        lines += ["", f"**{metric.title}{unit}**", ""]
        if metric.chart:
            lines += [f"![{metric.title} by {part.axis.lower()}](performance/{part.name}-{metric.key}.svg)", ""]
        lines.append(table(result, part.axis, metric))
    return "\n".join(lines)


def replaced(page, name, text):
    """The page with `text` between the markers of `name`."""
    pattern = re.compile(rf"(<!-- begin {name} -->\n).*?(<!-- end {name} -->)", re.DOTALL)
    if not pattern.search(page):
        raise SystemExit(f"docs/performance.md has no markers of {name}")
    return pattern.sub(lambda found: found[1] + "\n" + text + "\n\n" + found[2], page)
