// Creates elements from texts, so that data of files and of the server is never parsed as markup.

export const $ = (id) => document.getElementById(id);

function filled(created, attributes, children) {
    for (const [name, value] of Object.entries(attributes))
        if (value !== null && value !== false) created.setAttribute(name, value === true ? "" : value);
    created.append(...children);
    return created;
}

/** `attributes`: null and false leave an attribute out. Children are elements and texts. */
export const element = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);

/** An element of SVG. */
export const graphic = (tag, attributes = {}, ...children) => filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

export function button(label, action, attributes = {}) {
    const created = element("button", { type: "button", ...attributes }, label);
    created.addEventListener("click", action);
    return created;
}

/** A number as it is shown, which also contains the exact value. */
export const number = (exact, shown) => element("data", { value: String(exact) }, shown);

/** An area that scrolls by itself, and that the keyboard reaches. */
export const scrollable = (label, content) => element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, content);

/** A table that scrolls by itself. `columns`: [{title, cell(row), class?}]; the first one names the row. */
export function table(caption, columns, rows) {
    const head = element("tr", {}, ...columns.map(({ title, class: name = null }) => element("th", { scope: "col", class: name }, title)));
    const body = rows.map((row) => element("tr", {}, ...columns.map(({ cell, class: name = null }, at) =>
        (at === 0 ? element("th", { scope: "row", class: name }, cell(row)) : element("td", { class: name }, cell(row))))));
    return scrollable(caption, element("table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...body)));
}

/** An entry of a list of tiles. */
export const tile = (title, value, note = "") => element("div", {}, element("dt", {}, title), element("dd", {}, value, ...(note ? [element("p", { class: "hint" }, note)] : [])));

/** Shows a dialog until it is closed, and removes it then. Resolves with what it was closed with. */
export const showDialog = (dialog, container = document.body) => new Promise((resolve) => {
    dialog.addEventListener("close", () => {
        dialog.remove();
        resolve(dialog.returnValue);
    });
    container.append(dialog);
    dialog.showModal();
});

/** Offers a file to save. */
export function saveFile(blob, name) {
    const url = URL.createObjectURL(blob);
    element("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000); // browsers read it after the click
}

/** Places a shown tip beside a point of the area that holds it, and within the width of the area. Lengths are pixels. */
export function placeBeside(tip, [x, y], { width, height }) {
    const left = x < width / 2 ? x : x - tip.offsetWidth;
    Object.assign(tip.style, {
        ...(y < height / 2 ? { top: `${y + 14}px`, bottom: "auto" } : { top: "auto", bottom: `${height - y + 14}px` }),
        left: `${Math.max(0, Math.min(left, width - tip.offsetWidth))}px`,
    });
}
