// Themes or codes by period or by value of a column, as a table with coloured cells.
import { element, table } from "../../shared/dom.js";
import { text } from "../texts/texts.js";
import { strength } from "./charts/charts.js";
import { highestOf } from "../../shared/charts/scene.js";
import { count, percent } from "../format.js";
import { byTime, heatMap, measuresOf } from "./model.js";
import { choice, cutHint, foreign, hint, leftHint, section, visibleCount } from "./parts.js";

const levels = 10; // colours of the style sheet

const level = (value, highest) => Math.round(strength(value, highest) / strength(highest, highest) * levels);

export const titleOf = ({ title }) => title ?? text("result.otherValues");

/** The base of a column, in brackets; "" if it is not known. */
export const baseOf = ({ base }) => (base === null ? "" : `(${count(base)})`);

/** The number by which a cell is coloured. */
export const weightOf = ({ value, share }, measure) => (measure === "count" ? value : share);

/** What a cell shows: a count, its share of the base, or both with the base. A share that is not known is a dash. */
export function cellWords({ value, share }, { base }, measure) {
    if (value === null) return text("result.hiddenShort");
    if (measure === "count") return count(value);
    if (share === null) return "–";
    return measure === "share" ? percent(share) : text("result.countOf", { count: value, total: base ?? text("result.hiddenShort"), share: percent(share) });
}

function columnTitle(column) {
    const base = baseOf(column);
    return element("span", {}, column.title === null ? text("result.otherValues") : foreign(column.title), ...(base ? [" ", element("span", { class: "base" }, base)] : []));
}

function cell(view, row, column, at, { highest, measure }) {
    const own = row.cells[at];
    const title = `${row.title}, ${titleOf(column)}`;
    return element("span", { class: `heat heat-${level(weightOf(own, measure), highest)}` },
        visibleCount(view, own.value, { title, records: own.records, exact: measure === "share" ? own.share : own.value, shown: cellWords(own, column, measure) }));
}

/** The heat map as a table. */
export function heatTable(view, map, caption, measure) {
    const highest = highestWeight(map, measure);
    return table(caption, [{ title: text("result.name"), cell: ({ title }) => foreign(title) },
        ...map.columns.map((column, at) => ({ title: columnTitle(column), class: "heat-cell", cell: (row) => cell(view, row, column, at, { highest, measure }) }))], map.rows);
}

/** Shares are at most 1: their colours are those of the highest one. */
export function highestWeight({ rows }, measure) {
    const weights = rows.map(({ cells }) => cells.map((own) => weightOf(own, measure)));
    return measure === "count" ? highestOf(weights) : weights.reduce((highest, values) => Math.max(highest, ...values), 0) || 1;
}

/** The rows that a map can have, the default first. */
const rowChoices = (answer) => [...(answer.themes?.length ? [{ value: "theme", title: text("result.themes") }] : []),
    ...(answer.dimensions?.length && answer.breakdown?.length ? [{ value: "value", title: text("dimension.rows") }] : []),
    ...(answer.coding_trends?.cells?.length || answer.breakdown?.some(({ values }) => values.some(({ counts }) => counts.some(({ kind }) => kind === "code")))
        ? [{ value: "code", title: text("result.codes") }] : [])];

/** The columns that a map of `what` can have, the default first: values of dimensions have no counts over time. */
const columnChoices = ({ answer, periods }, what) => [...(periods.length && what !== "value" ? [{ value: byTime, title: text("result.period") }] : []),
    ...(answer.breakdown ?? []).map(({ key }) => ({ value: key, title: key }))];

/** The map that `view.selected` chooses, with its measure: the chosen one, or the default of the map. */
export function selectedMap(view) {
    const { what, by, measure: wanted } = view.selected;
    const map = heatMap(view, what, by);
    const measures = measuresOf(map);
    return { map, measures, measure: measures.includes(wanted) ? wanted : measures[0] };
}

/** The map with at most `most` columns: of periods the last ones, of values the first, which are the most frequent. */
export function withColumns({ columns, rows }, by, most) {
    const from = by === byTime ? Math.max(0, columns.length - most) : 0;
    const part = (list) => list.slice(from, from + most);
    return { columns: part(columns), rows: rows.map((row) => ({ ...row, cells: part(row.cells) })) };
}

/** The map that is shown first; null without dates and breakdown. */
export function firstMap(view) {
    const [row] = rowChoices(view.answer);
    const [column] = columnChoices(view, row?.value);
    return row && column ? { what: row.value, by: column.value, measure: null } : null;
}

/** The section of the heat map; nothing without dates and breakdown. `selected` keeps the choices for exports. */
export function heat(view, tools) {
    const rows = rowChoices(view.answer);
    view.selected = firstMap(view);
    if (!view.selected) return [];
    const [place, columnsPlace, measurePlace] = [element("div", {}), element("span", {}), element("span", {})];
    const showMap = () => {
        const { map, measures, measure } = selectedMap(view);
        place.replaceChildren(map.rows.length ? heatTable(view, map, text("result.heat"), measure) : hint(text("result.noCells")),
            ...cutHint(map.rows.length, map.rowCount),
            ...(measures.length > 1 ? [hint(text("result.baseHint"))] : []), ...(view.selected.by === byTime ? [] : leftHint(view)));
        return { measures, measure };
    };
    const show = (changed) => {
        Object.assign(view.selected, changed);
        const columns = columnChoices(view, view.selected.what);
        if (!columns.some(({ value }) => value === view.selected.by)) view.selected.by = columns[0].value;
        if (changed.what) columnsPlace.replaceChildren(choice("result-columns", text("columns.title"), columns, view.selected.by, (by) => show({ by })));
        const { measures, measure } = showMap();
        const options = ["count", "share", "both"].filter((name) => measures.includes(name)).map((value) => ({ value, title: text(`result.measure.${value}`) }));
        measurePlace.replaceChildren(choice("result-measure", text("result.measure"), options, measure, (chosen) => {
            view.selected.measure = chosen;
            showMap();
        }));
    };
    show({ what: view.selected.what });
    return [section("result-heat", text("result.heat"), tools, element("div", { class: "choices-line" },
        choice("result-rows", text("result.rows"), rows, view.selected.what, (what) => show({ what })),
        columnsPlace, measurePlace),
        hint(text("result.heatHint")), place)];
}
