// Elements made of texts: data of the server is never parsed as markup.

export const $ = (id) => document.getElementById(id);

export function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
}

/** A formatted number with the exact value. */
export const figure = (exact, shown) => element("data", { value: String(exact) }, shown);

/** A table with row names in its first column. `columns`: [{title, cell(row)}]. */
export function table(caption, columns, rows) {
    const head = element("tr", {}, ...columns.map(({ title }) => element("th", { scope: "col" }, title)));
    const lines = rows.map((row) => element("tr", {}, ...columns.map(({ cell }, at) =>
        at === 0 ? element("th", { scope: "row" }, cell(row)) : element("td", {}, cell(row)))));
    return element("table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...lines));
}

/** The value of the selected radio button of a group. */
export const chosen = (name) => document.querySelector(`input[name="${name}"]:checked`).value;
