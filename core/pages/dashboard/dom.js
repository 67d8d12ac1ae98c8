// Creates elements from texts, so that data of the server is never parsed as markup.

export const $ = (id) => document.getElementById(id);

export function element(tag, attributes = {}, ...children) {
    const created = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
    created.append(...children);
    return created;
}

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

/** Offers a file to save. */
export function save(blob, name) {
    const url = URL.createObjectURL(blob);
    element("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000); // browsers read it after the click
}
