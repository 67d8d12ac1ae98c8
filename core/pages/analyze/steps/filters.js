// The controls that choose which records are analysed: values of columns, and a period.
import { $, button, element } from "../../shared/dom.js";
import { count } from "../format.js";
import { isFiltered, noFilters } from "../reader/filters.js";
import { ask, succeeded } from "../reader/reader.js";
import { state } from "../state.js";
import { text } from "../texts/texts.js";
import { field } from "./fields.js";

const maxRows = 10;

let selecting = Promise.resolve(); // until the worker has chosen the records
let changed = () => {};

const groups = () => state.matched.summary.groups.filter(({ top }) => top.length);

/** Drops what the columns no longer have. */
function prune({ values, from, to, ids }) {
    const known = new Map(groups().map(({ name, top }) => [name, new Set(top.map(({ value }) => value))]));
    const isDated = state.matched.summary.dated > 0;
    return { values: values.filter(({ key, value }) => known.get(key)?.has(value)), from: isDated ? from : "", to: isDated ? to : "", ids };
}

/** Chooses the records by `state.filters`. */
export function applyFilters() {
    state.filters = prune(state.filters);
    selecting = ask("select", { filters: state.filters }).then((summary) => { state.selection = summary; });
    return selecting;
}

export function dropFilters() {
    state.filters = noFilters();
    state.selection = state.matched?.summary ?? null;
}

/** Resolves when `state.selection` is that of the filters shown. */
export const selected = () => selecting;

const option = (value, title, chosen) => element("option", { value, selected: value === chosen, dir: "auto" }, title);

function valueOptions(key, chosen) {
    const { top = [] } = groups().find(({ name }) => name === key) ?? {};
    return [option("", text("filter.anyValue"), chosen), ...top.map(({ value, count: own }) => option(value, text("filter.option", { value, shown: count(own) }), chosen))];
}

/** Two controls for one value. A further row appears when the last one is used. */
function row(at, { key = "", value = "" } = {}) {
    const keys = element("select", { id: `filter-key-${at}` }, option("", text("filter.noColumn"), key), ...groups().map(({ name }) => option(name, name, key)));
    const values = element("select", { id: `filter-value-${at}`, disabled: !key }, ...valueOptions(key, value));
    keys.addEventListener("change", () => {
        values.replaceChildren(...valueOptions(keys.value, ""));
        values.disabled = !keys.value;
        update();
    });
    values.addEventListener("change", () => {
        const rows = $("filter-rows");
        const last = rows.lastElementChild;
        if (values.value && last.contains(values) && at + 1 < maxRows) rows.append(row(at + 1));
        update();
    });
    return element("div", { class: "fields filter-row", role: "group", "aria-label": text("filter.row", { number: at + 1 }) },
        field(text("columns.column"), keys), field(text("columns.value"), values));
}

function dateField(id, value) {
    const input = element("input", { id, type: "date", value });
    input.addEventListener("change", update);
    return field(text(id === "filter-from" ? "filter.from" : "filter.to"), input);
}

function read() {
    const rows = [...$("filter-rows").children].map((line) => [...line.querySelectorAll("select")].map(({ value }) => value));
    return { values: rows.filter(([key, value]) => key && value).map(([key, value]) => ({ key, value })), from: $("filter-from")?.value ?? "", to: $("filter-to")?.value ?? "", ids: state.filters.ids };
}

const status = () => text("filter.count", { count: state.selection.count, total: state.matched.summary.count });

async function update() {
    await choose(read());
}

async function choose(filters) {
    state.filters = filters;
    if (!await succeeded(applyFilters())) return;
    if (!$("filter-status")) return; // the step is gone
    $("filter-status").textContent = status();
    changed();
}

/** The records that were selected on a map, and a button that drops this filter; nothing without them. */
function selectedOnMap() {
    const { ids } = state.filters;
    if (!ids) return [];
    const line = element("p", { class: "line", id: "filter-map" }, text("map.filter", { count: ids.length }));
    line.append(button(text("map.dropFilter"), () => {
        line.remove();
        $("filters").querySelector("summary").focus();
        return choose({ ...state.filters, ids: null });
    }, { class: "small-button" }));
    return [line];
}

/** The controls, or nothing if no column and no date can be chosen by. `then` runs when other records are chosen. */
export function filterFields(then) {
    changed = then;
    const { summary } = state.matched;
    const { values, from, to } = state.filters;
    if (!groups().length && !summary.dated && !state.filters.ids) return [];
    const rows = [...values, ...(values.length < maxRows ? [{}] : [])];
    return [element("details", { class: "options", id: "filters", open: isFiltered(state.filters) }, element("summary", {}, text("filter.title")), ...selectedOnMap(),
        element("div", { class: "fields" },
            element("div", { id: "filter-rows" }, ...(groups().length ? rows.map((value, at) => row(at, value)) : [])),
            ...(summary.dated ? [element("div", { class: "fields", role: "group", "aria-label": text("filter.period") }, dateField("filter-from", from), dateField("filter-to", to))] : [])),
        element("p", { class: "hint" }, text("filter.hint")), element("p", { id: "filter-status", role: "status" }, status()))];
}
