// Markdown from blocks: heading, paragraph, list, table as in result/markdown.js, and quote {runs}. Images are left out.

const special = /[\\`*_[\]<>|#~]/g;
const escape = (text) => String(text).replace(special, "\\$&").replace(/\s*[\r\n]+\s*/g, " ").replace(/^(\s*)([-+]|\d+[.)])(\s)/, "$1\\$2$3");

/** Emphasis of a text; blanks around it stay outside, as Markdown requires. */
function emphasised(text, mark) {
    const core = text.trim();
    const at = text.indexOf(core);
    return `${text.slice(0, at)}${mark}${escape(core)}${mark}${text.slice(at + core.length)}`;
}

function run({ text, bold, italic, code, target }) {
    if (code) return `\`${text.replaceAll("`", "'").replace(/[\r\n]+/g, " ")}\``;
    if (target !== undefined && /^https?:/i.test(target)) return `[${escape(text)}](${target})`;
    if (!text.trim()) return text;
    if (bold) return emphasised(text, "**");
    return italic ? emphasised(text, "*") : escape(text);
}

const runs = (all) => all.map(run).join("");
const row = (cells) => `| ${cells.map(runs).join(" | ")} |`;

const shapes = {
    heading: (block) => `${"#".repeat(block.level)} ${runs(block.runs)}`,
    paragraph: (block) => runs(block.runs),
    quote: (block) => `> ${runs(block.runs)}`,
    list: ({ ordered, items }) => {
        let number = 0;
        return items.map(({ depth, runs: own }) => `${depth ? "   - " : ordered ? `${++number}. ` : "- "}${runs(own)}`).join("\n");
    },
    table: ({ head, rows }) => [row(head), `|${head.map(() => " --- ").join("|")}|`, ...rows.map(row)].join("\n"),
};

/** The text of a file. */
export const markdown = (blocks) => `${blocks.filter(({ kind }) => shapes[kind]).map((block) => shapes[block.kind](block)).join("\n\n")}\n`;
