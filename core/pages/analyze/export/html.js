// A report as one HTML file. It holds no script and loads nothing: filters are boxes that its style reads, and a policy forbids the rest.
import { count, percent } from "../format.js";
import { svgText, xml } from "../../shared/charts/svg.js";
import { directionOf, joined } from "../../shared/direction.js";
import { direction, language, text } from "../texts/texts.js";
import { pickRules, style } from "./html_style.js";
import { short } from "./report.js";

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const leasts = [2, 5, 10]; // percent

const attribute = (name, value) => (value ? ` ${name}="${xml(value)}"` : "");
const tag = (name, attributes, content) => `<${name}${Object.entries(attributes).map(([key, value]) => attribute(key, value)).join("")}>${content}</${name}>`;

/** The direction of runs, if it differs from the one of the report. */
function ownDirection(runs) {
    const own = directionOf(runs.map(({ text: content }) => content).join(""), direction());
    return own === direction() ? "" : own;
}

/** A block of texts in its own direction. A browser isolates blocks, so that signs of direction in a text end with it. */
const texts = (name, runs, attributes = {}) => tag(name, { ...attributes, dir: ownDirection(runs) }, runs.map(run).join(""));

/** Items of depth 1 belong to the one before them. */
function listOf({ ordered, items }) {
    const nested = [];
    for (const { depth, runs } of items)
        if (depth && nested.length) nested.at(-1).inner.push(runs);
        else nested.push({ runs, inner: [] });
    const item = ({ runs, inner }) => tag("li", {}, runs.map(run).join("") + (inner.length ? tag("ul", {}, inner.map((own) => tag("li", {}, own.map(run).join(""))).join("")) : ""));
    return tag(ordered ? "ol" : "ul", { dir: ownDirection(items.flatMap(({ runs }) => runs)) }, nested.map(item).join(""));
}

function run({ text: content, bold, italic, code, target }) {
    const name = bold ? "strong" : italic ? "em" : code ? "code" : "";
    const shown = name ? tag(name, {}, xml(content)) : xml(content);
    return target !== undefined && /^https?:/i.test(target) ? tag("a", { href: target, rel: "noreferrer noopener" }, shown) : shown;
}

const beyond = (isBeyond) => (isBeyond ? " beyond" : "");

/** The classes of what belongs to themes: filters show and hide it. */
const ofThemes = (positions) => ` ${["of", ...positions.map((at) => `t${at}`)].join(" ")}`;
const below = ({ share }) => leasts.filter((least) => 100 * share < least).map((least) => ` below-${least}`).join("");
const ofTheme = (themes, at) => (at === null || at === undefined ? "" : `${ofThemes([at])}${below(themes[at])}`);

function rows({ rows: all, themes = [], shortRows = short.rows }, known) {
    return all.map((cells, at) => tag("tr", { class: `${ofTheme(known, themes[at])}${beyond(at >= shortRows)}`.trim() },
        cells.map((runs, column) => (column ? texts("td", runs) : texts("th", runs, { scope: "row" }))).join(""))).join("");
}

/** Writes blocks below a heading; `place` knows the title of the section and the themes. */
const shapes = {
    heading: ({ level, runs }) => texts(`h${Math.min(level, 3)}`, runs),
    paragraph: ({ runs }) => texts("p", runs),
    quote: ({ runs }, _, at = 0) => texts("blockquote", runs, { class: `of-theme${beyond(at >= short.quotes)}` }),
    list: listOf,
    table: (block, { title, themes }) => tag("div", { class: `scroll${beyond(block.isLong)}`, tabindex: "0", role: "group", "aria-label": title },
        tag("table", {}, `<thead><tr>${block.head.map((runs) => texts("th", runs, { scope: "col" })).join("")}</tr></thead><tbody>${rows(block, themes)}</tbody>`)),
    image: ({ scene, isLong }) => tag("figure", { class: `scroll${beyond(isLong)}`, tabindex: "0", role: "group", "aria-label": joined(scene.title) }, svgText(scene)),
    group({ theme, blocks }, place) {
        let quotes = 0;
        const content = blocks.map((block) => (block.kind === "quote" ? shapes.quote(block, place, quotes++) : shapes[block.kind](block, place))).join("");
        return tag("article", { class: `theme${ofTheme(place.themes, theme)}${beyond(theme >= short.details)}` }, content);
    },
    record: ({ id, facts, content, themes }) => tag("article", { class: `record beyond${ofThemes(themes)}` },
        `${tag("h3", {}, tag("bdi", {}, xml(id)))}${facts ? texts("p", [{ text: facts }], { class: "muted" }) : ""}${texts("p", [{ text: content }])}`),
};

/** Blocks in sections, each with the heading that begins it. */
function sectionsOf(blocks) {
    const sections = [];
    for (const block of blocks)
        if (block.kind === "heading" && block.level === 2) sections.push({ heading: block, blocks: [] });
        else sections.at(-1)?.blocks.push(block);
    return sections;
}

const plainText = ({ runs }) => joined(runs.map(({ text: content }) => content).join(""));

function section({ heading, blocks }, at, themes) {
    const place = { title: plainText(heading), themes };
    return tag("section", { "aria-labelledby": `s${at}` }, texts("h2", heading.runs, { id: `s${at}` }) + blocks.map((block) => shapes[block.kind](block, place)).join("\n"));
}

const box = (type, attributes, label) => `<label><input type="${type}"${Object.entries(attributes).map(([name, value]) => attribute(name, value)).join("")}>${label}</label>`;

/** A form that is never sent: its method has no meaning outside a dialog. */
function filters(themes) {
    if (!themes.length) return "";
    const picks = themes.map(({ title, record_count }, at) => box("checkbox", { class: "pick", id: `pick-${at}` }, `<span><bdi>${xml(title)}</bdi> (${xml(count(record_count))})</span>`)).join("");
    const least = [box("radio", { name: "least", id: "least-0", checked: "checked" }, xml(text("report.all"))),
        ...leasts.map((own) => box("radio", { name: "least", class: "least", id: `least-${own}` }, xml(percent(own / 100))))].join("");
    return `<form class="filters" method="dialog"><details><summary>${xml(text("report.filters"))}</summary>`
        + `<fieldset><legend>${xml(text("result.themes"))}</legend><div class="picks" tabindex="0" role="group" aria-label="${xml(text("result.themes"))}">${picks}</div></fieldset>`
        + `<fieldset><legend>${xml(text("report.least"))}</legend>${least}</fieldset>`
        + `<fieldset><legend>${xml(text("report.show"))}</legend>${box("checkbox", { id: "show-quotes", checked: "checked" }, xml(text("result.quotes")))}`
        + `${box("checkbox", { id: "print-all" }, xml(text("report.printAll")))}</fieldset><button type="reset">${xml(text("report.reset"))}</button></details></form>`;
}

const dataName = "verbatim-report";

/** The data of a report for a later comparison: written by htmlReport(). Null for another text. */
export function dataOf(file) {
    const found = new RegExp(`<meta name="${dataName}" content="([^"]*)">`).exec(file);
    if (!found) return null;
    return JSON.parse(found[1].replace(/&(lt|gt|quot|amp);/g, (_, name) => ({ lt: "<", gt: ">", quot: '"', amp: "&" })[name]));
}

/**
 * The text of a file. `blocks`: as in report.js, the first a heading of level 1; an image has a `scene`. `themes`: {title, record_count,
 * share} of the positions in blocks. `data`: what dataOf() returns.
 */
export function htmlReport(blocks, { themes = [], data }) {
    const [title, ...rest] = blocks;
    const from = rest.findIndex((block) => block.kind === "heading" && block.level === 2);
    const sections = sectionsOf(rest);
    const contents = sections.map(({ heading }, at) => tag("li", {}, tag("a", { href: `#s${at}` }, xml(plainText(heading))))).join("");
    const place = { title: plainText(title), themes };
    return `<!doctype html>\n<html lang="${language()}" dir="${direction()}">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n`
        + `<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="referrer" content="no-referrer">\n<meta name="generator" content="Verbatim">\n`
        + `<meta name="${dataName}" content="${xml(JSON.stringify(data))}">\n<title>${xml(plainText(title))}</title>\n<style>${style}${pickRules(themes.length)}\n</style>\n</head>\n<body>\n`
        + `<header>${texts("h1", title.runs)}${rest.slice(0, Math.max(0, from)).map((block) => shapes[block.kind](block, place)).join("\n")}`
        + `<p class="filter-note">${xml(text("report.filtered"))}</p><p class="print-note">${xml(text("report.shortPrint"))}</p>${filters(themes)}`
        + `<nav aria-label="${xml(text("report.contents"))}"><ul>${contents}</ul></nav></header>\n<main>\n`
        + `${sections.map((own, at) => section(own, at, themes)).join("\n")}\n</main>\n<footer class="muted">${xml(text("report.made"))}</footer>\n</body>\n</html>\n`;
}
