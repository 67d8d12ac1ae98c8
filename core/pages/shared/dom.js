// Creates elements from texts, so that data of files and of the server is never parsed as markup.

export const $ = (id) => document.getElementById(id);

/** `attributes`: null and false leave an attribute out. Children are elements and texts. */
export function element(tag, attributes = {}, ...children) {
    const created = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
        if (value !== null && value !== false) created.setAttribute(name, value === true ? "" : value);
    created.append(...children);
    return created;
}

/** Offers a file to save. */
export function saveFile(blob, name) {
    const url = URL.createObjectURL(blob);
    element("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000); // browsers read it after the click
}

/** Places a tip near a point of the area that holds it, where it has room. Lengths are pixels. */
export function placeBeside(tip, [x, y], { width, height }) {
    Object.assign(tip.style, {
        ...(y < height / 2 ? { top: `${y + 14}px`, bottom: "auto" } : { top: "auto", bottom: `${height - y + 14}px` }),
        ...(x < width / 2 ? { left: `${Math.max(4, x)}px`, right: "auto" } : { left: "auto", right: `${Math.max(4, width - x)}px` }),
    });
}
