// Two groups of records, theme by theme, with intervals of the differences.
import { element, graphic, table } from "../../shared/dom.js";
import { inSentence, text } from "../texts/texts.js";
import { count, percent, points } from "../format.js";
import { comparisonRows } from "./model.js";
import { cutHint, foreign, hint, leftHint, section, visibleCount } from "./parts.js";

/** The interval of a difference within -reach to reach, for the cell of a table that has the numbers. */
function intervalOf({ low, high, difference, significant }, reach) {
    const place = (value) => 100 + (value / reach) * 96;
    return graphic("svg", { viewBox: "0 0 200 20", "aria-hidden": "true", class: significant ? "interval significant" : "interval" },
        graphic("line", { class: "zero", x1: 100, x2: 100, y1: 0, y2: 20 }), graphic("line", { x1: place(low), x2: place(high), y1: 10, y2: 10 }),
        graphic("circle", { cx: place(difference), cy: 10, r: 4.5 }));
}

const groupCell = (view, row, group, name) => element("span", {},
    visibleCount(view, row.counts[group], { title: `${row.title}, ${name}`, records: row.records && (() => row.records(group)) }),
    ...(row.shares[group] === null ? [] : [" ", element("span", { class: "muted" }, percent(row.shares[group]))]));

const differenceCell = (row) => element("span", {}, element("data", { value: String(row.difference) }, points(row.difference)), " ",
    element("span", { class: "muted" }, text("result.interval", { low: points(row.low), high: points(row.high) })));

/** The name of a group; windows are named `from/to`. */
export const groupTitle = ({ name }) => name.replace(/^(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)$/, "$1 – $2");

/** The name of a group with its base. */
export const groupName = (group) => `${inSentence(groupTitle(group))} (${group.record_count === null ? text("result.hiddenShort") : count(group.record_count)})`;

/** The title of the comparison, with the key whose values are compared, if this tab knows it. */
export const comparisonTitle = ({ request }) => (request?.compare?.key ? `${text("result.comparison")}: ${inSentence(request.compare.key)}` : text("result.comparison"));

function comparisonTable(view, rows, groups) {
    const reach = Math.max(0.05, ...rows.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]));
    return table(text("result.comparison"), [
        { title: text("result.name"), cell: ({ title }) => foreign(title) },
        ...groups.map((group, at) => ({ title: groupName(group), class: "group-cell", cell: (row) => groupCell(view, row, at, groupTitle(group)) })),
        { title: text("result.difference"), class: "difference-cell", cell: differenceCell },
        { title: text("result.intervalTitle"), class: "interval-cell", cell: (row) => intervalOf(row, reach) },
        { title: text("result.verdict"), cell: ({ significant }) => text(significant ? "result.significant" : "result.notSignificant") },
    ], rows);
}

/** The section of the comparison; a hint without one. */
export function comparison(view, tools) {
    if (!view.answer.comparison) return section("result-comparison", text("result.comparison"), hint(text("result.noComparison")));
    const { groups, differences } = view.answer.comparison;
    const rows = comparisonRows(view);
    const hidden = differences.filter(({ difference }) => difference === null).length;
    return section("result-comparison", comparisonTitle(view), ...(rows.length ? [tools, hint(text("result.comparisonHint")), comparisonTable(view, rows, groups), ...cutHint(rows.length, differences.length - hidden)]
        : [hint(text("result.noCells"))]), ...(hidden ? [hint(text("result.notCompared", { count: hidden }))] : []), ...leftHint(view));
}
