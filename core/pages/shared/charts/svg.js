// Draws scenes as SVG: elements of the page in the colours of its style, and texts of files in fixed colours.

import { graphic } from "../dom.js";

const font = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', Arial, sans-serif";

const attributes = {
    rect: ({ x, y, width, height, round, fill, opacity }) => ["rect", { x, y, width, height, rx: round, fill, "fill-opacity": opacity }],
    line: ({ x1, y1, x2, y2, stroke, width }) => ["line", { x1, y1, x2, y2, stroke, "stroke-width": width, "stroke-linecap": "round" }],
    path: ({ points, stroke, width }) => ["polyline", { points: points.map(([x, y]) => `${round(x)},${round(y)}`).join(" "), fill: "none", stroke, "stroke-width": width, "stroke-linejoin": "round" }],
    dot: ({ x, y, radius, fill }) => ["circle", { cx: x, cy: y, r: radius, fill }],
    text: ({ x, y, size, anchor, fill, weight }) => ["text", { x, y, "font-size": size, "text-anchor": anchor, fill, "font-weight": weight }],
};

const round = (number) => Math.round(number * 100) / 100;
const shown = (value) => String(typeof value === "number" ? round(value) : value);

function describe(mark, colour) {
    const [tag, own] = attributes[mark.kind](mark);
    for (const name of ["fill", "stroke"]) if (own[name] && own[name] !== "none") own[name] = colour(own[name]);
    return [tag, own];
}

const create = (tag, own) => graphic(tag, Object.fromEntries(Object.entries(own).map(([name, value]) => [name, shown(value)])));

function drawn(mark) {
    const created = create(...describe(mark, (role) => (role in paper ? `var(--${role})` : role)));
    if (mark.kind === "text") created.textContent = mark.text;
    if (mark.tip) created.dataset.tip = mark.tip.join("\n");
    if (mark.open) {
        created.classList.add("opens");
        created.addEventListener("click", mark.open);
    }
    return created;
}

/** An element of the page. Its marks open records by the pointer; the table beside it does so by the keyboard. */
export function draw(scene, name) {
    return graphic("svg", { viewBox: `0 0 ${scene.width} ${scene.height}`, direction: "ltr", role: "img", class: "chart", "aria-label": name }, ...scene.marks.map(drawn));
}

/** Colours of files: those of the light style, on white. */
const paper = {
    ink: "#171a2b", muted: "#596079", line: "#d5d9e6", accent: "#2f5bea", "accent-soft": "#b9c8fa", failed: "#b8400a", heat: "#2f5bea", raised: "#eef1f8",
};

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text in XML, without characters that XML does not have. */
export const xml = (text) => String(text).replace(forbidden, "").replace(/[&<>"]/g, (character) => escapes[character]);

function written(mark, colour) {
    const [tag, own] = describe(mark, colour);
    const list = Object.entries(own).map(([name, value]) => ` ${name}="${xml(shown(value))}"`).join("");
    return mark.kind === "text" ? `<text${list}>${xml(mark.text)}</text>` : `<${tag}${list}/>`;
}

/** The text of an element, in the colours that the style of its document has for roles. */
export const svgText = ({ width, height, title, marks }) => `<svg class="chart" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" direction="ltr" role="img" aria-label="${xml(title)}">`
    + `${marks.map((mark) => written(mark, (role) => (role in paper ? `var(--${role})` : role))).join("")}</svg>`;

/** The text of an SVG file with a margin. */
export function svgFile({ width, height, title, marks }) {
    const margin = 16;
    const [outerWidth, outerHeight] = [Math.ceil(width + 2 * margin), Math.ceil(height + 2 * margin)];
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${outerWidth}" height="${outerHeight}" viewBox="0 0 ${outerWidth} ${outerHeight}" direction="ltr" font-family="${font}">`
        + `<title>${xml(title)}</title><rect width="100%" height="100%" fill="#ffffff"/>`
        + `<g transform="translate(${margin} ${margin})">${marks.map((mark) => written(mark, (role) => paper[role] ?? role)).join("")}</g></svg>\n`;
}
