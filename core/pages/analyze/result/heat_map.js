// Themes or codes by period or by value of a column, as a table with coloured cells.
import { element } from "../../shared/dom.js";
import { text } from "../texts/texts.js";
import { strength } from "./charts/charts.js";
import { highestOf } from "./charts/scene.js";
import { heatMap } from "./model.js";
import { choice, countFigure, cutHint, foreign, hint, section, table } from "./parts.js";

const levels = 10; // colours of the style sheet

const columnTitle = ({ title }) => (title === null ? text("result.otherValues") : foreign(title));
const level = (value, highest) => (value ? Math.max(1, Math.round(strength(value, highest) / 0.75 * levels)) : 0);

function cell(view, row, column, at, highest) {
    const { value, records } = row.cells[at];
    const title = `${row.title}, ${column.title ?? text("result.otherValues")}`;
    return element("span", { class: `heat heat-${level(value, highest)}` }, countFigure(view, value, { title, records }));
}

/** The heat map as a table. */
export function heatTable(view, map, caption) {
    const highest = highestOf(map.rows.map(({ cells }) => cells.map(({ value }) => value)));
    return table(caption, [{ title: text("result.name"), cell: ({ title }) => foreign(title) },
        ...map.columns.map((column, at) => ({ title: columnTitle(column), class: "heat-cell", cell: (row) => cell(view, row, column, at, highest) }))], map.rows);
}

const whats = (answer) => [...(answer.themes?.length ? [{ value: "theme", title: text("result.themes") }] : []),
    ...(answer.coding_trends?.cells?.length || answer.breakdown?.some(({ values }) => values.some(({ counts }) => counts.some(({ kind }) => kind === "code")))
        ? [{ value: "code", title: text("result.codes") }] : [])];

const axes = ({ answer, periods }) => [...(periods.length ? [{ value: "period", title: text("result.period") }] : []),
    ...(answer.breakdown ?? []).map(({ key }) => ({ value: key, title: key }))];

/** The section of the heat map; nothing without dates and breakdown. `selected` keeps the choices for exports. */
export function heat(view, tools) {
    const [rows, columns] = [whats(view.answer), axes(view)];
    if (!rows.length || !columns.length) return [];
    view.selected = { what: rows[0].value, by: columns[0].value };
    const place = element("div", {});
    const show = (changed) => {
        Object.assign(view.selected, changed);
        const map = heatMap(view, view.selected.what, view.selected.by);
        const empty = hint(text("result.noCells"));
        place.replaceChildren(map.rows.length ? heatTable(view, map, text("result.heat")) : empty,
            ...cutHint(map.rows.length, heatMap(view, view.selected.what, view.selected.by, Infinity).rows.length));
    };
    show({});
    return [section("result-heat", text("result.heat"), tools, element("div", { class: "choices-line" },
        choice("result-rows", text("result.rows"), rows, view.selected.what, (what) => show({ what })),
        choice("result-columns", text("result.columns"), columns, view.selected.by, (by) => show({ by }))),
        hint(text("result.heatHint")), place)];
}
