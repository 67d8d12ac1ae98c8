// Markdown from blocks: heading, paragraph, list, table as in result/markdown.js, and quote {runs}. Images are left out.

import { directionOf, isolated, passages } from "../../shared/direction.js";

const special = /[\\`*_[\]<>|#~]/g;
const escape = (text) => String(text).replace(special, "\\$&").replace(/\s*[\r\n]+\s*/g, " ").replace(/^(\s*)([-+]|\d+[.)])(\s)/, "$1\\$2$3");

/** Words of the other direction are isolated. */
const directed = (text, base) => passages(String(text), base).map((part) => (part.isOther ? isolated(part.text) : part.text)).join("");

/** Emphasis of a text; blanks around it stay outside, as Markdown requires. */
function emphasised(text, mark) {
    const core = text.trim();
    const at = text.indexOf(core);
    return `${text.slice(0, at)}${mark}${escape(core)}${mark}${text.slice(at + core.length)}`;
}

function run({ text: content, bold, italic, code, target }, base) {
    if (code) return `\`${content.replaceAll("`", "'").replace(/[\r\n]+/g, " ")}\``;
    const text = directed(content, base);
    if (target !== undefined && /^https?:/i.test(target)) return `[${escape(text)}](${target})`;
    if (!text.trim()) return text;
    if (bold) return emphasised(text, "**");
    return italic ? emphasised(text, "*") : escape(text);
}

const runs = (all, base) => all.map((own) => run(own, base)).join("");
const ownRuns = (all, base) => runs(all, directionOf(all.map(({ text }) => text).join(""), base));
const row = (cells, base) => `| ${cells.map((cell) => runs(cell, base)).join(" | ")} |`;

const shapes = {
    heading: (block, base) => `${"#".repeat(block.level)} ${ownRuns(block.runs, base)}`,
    paragraph: (block, base) => ownRuns(block.runs, base),
    quote: (block, base) => `> ${ownRuns(block.runs, base)}`,
    list: ({ ordered, items }, base) => {
        let number = 0;
        return items.map(({ depth, runs: own }) => `${depth ? "   - " : ordered ? `${++number}. ` : "- "}${runs(own, base)}`).join("\n");
    },
    table: ({ head, rows }, base) => [row(head, base), `|${head.map(() => " --- ").join("|")}|`, ...rows.map((cells) => row(cells, base))].join("\n"),
};

/** The text of a file. `right`: whether the language is written from the right. */
export const markdown = (blocks, { right = false } = {}) => `${blocks.filter(({ kind }) => shapes[kind]).map((block) => shapes[block.kind](block, right ? "rtl" : "ltr")).join("\n\n")}\n`;
