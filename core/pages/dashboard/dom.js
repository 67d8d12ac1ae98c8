// Elements made of texts: nothing that came from a server is ever read as markup.

export const $ = (id) => document.getElementById(id);

export function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
}

/** A figure as people read it, with the exact one behind it. */
export const figure = (exact, shown) => element("data", { value: String(exact) }, shown);

/** A table whose first column names the row. `columns`: [{title, cell(row)}]. */
export function table(caption, columns, rows) {
    const head = element("tr", {}, ...columns.map(({ title }) => element("th", { scope: "col" }, title)));
    const lines = rows.map((row) => element("tr", {}, ...columns.map(({ cell }, at) =>
        at === 0 ? element("th", { scope: "row" }, cell(row)) : element("td", {}, cell(row)))));
    return element("table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...lines));
}

/** The chosen radio button of a group. */
export const chosen = (name) => document.querySelector(`input[name="${name}"]:checked`).value;
