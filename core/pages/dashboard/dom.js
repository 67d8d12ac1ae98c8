// Elements of the page.
import { element } from "../shared/dom.js";

/** A formatted number that also contains the exact value. */
export const number = (exact, formatted) => element("data", { value: String(exact) }, formatted);

/** A table with row names in its first column. `columns`: [{title, cell(row)}]. */
export function table(caption, columns, rows) {
    const head = element("tr", {}, ...columns.map(({ title }) => element("th", { scope: "col" }, title)));
    const body = rows.map((row) => element("tr", {}, ...columns.map(({ cell }, at) =>
        at === 0 ? element("th", { scope: "row" }, cell(row)) : element("td", {}, cell(row)))));
    return element("table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...body));
}

/** The value of the selected radio button of a group. */
export const selectedValue = (name) => document.querySelector(`input[name="${name}"]:checked`).value;
