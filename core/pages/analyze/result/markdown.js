// Reads the Markdown of answers into blocks: {kind, ...}. Texts in them are plain; nothing is parsed as HTML. Only links to the CRM
// have a target.

const heading = /^(#{1,6})\s+(.*)$/;
const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const rule = /^\s*([-*_])(\s*\1){2,}\s*$/;
const row = /^\s*\|(.*)\|\s*$/;
const maxLine = 8_000; // characters of a line that is read for emphasis and links

const span = /\\([\\`*_[\]<>|#~.()+-])|\*\*([^*]+)\*\*|__([^_]+)__|\*([^*\s][^*]*)\*|`([^`]+)`|\[((?:\\.|[^\]\\])*)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)/g;

/** Whether a target is the address of the CRM or below it, as in docs/reference/output.md#links-and-images-of-a-model. */
function leadsBelow(target, base) {
    const address = (base ?? "").trim().replace(/\/+$/, "");
    if (!/^https?:\/\//i.test(address) || !target.startsWith(address)) return false;
    const rest = target.slice(address.length);
    return /^($|[/?#])/.test(rest) && !/\.\.|%2e|[\\<>"`[\]\s]/i.test(rest) && !(rest.includes("&") && rest.includes(";"));
}

const unescape = (text) => text.replace(/\\([\\`*_[\]<>|#~.()+-])/g, "$1");

function spanOf([, escaped, bold, underlined, italic, code, label, target], base) {
    if (escaped !== undefined) return { text: escaped };
    if (code !== undefined) return { text: code, code: true };
    if (label !== undefined) return leadsBelow(target, base) ? { text: unescape(label), target } : { text: unescape(label) };
    return italic !== undefined ? { text: unescape(italic), italic: true } : { text: unescape(bold ?? underlined), bold: true };
}

const isPlain = (run) => run && Object.keys(run).length === 1;

/** Adjacent plain runs as one. */
function joined(all) {
    const found = [];
    for (const run of all)
        if (isPlain(run) && isPlain(found.at(-1))) found.at(-1).text += run.text;
        else found.push(run);
    return found;
}

/** Runs of a line: {text, bold?, italic?, code?, target?}. */
export function runs(line, base) {
    if (line.length > maxLine) return [{ text: line }];
    const found = [];
    let from = 0;
    for (const match of line.matchAll(span)) {
        if (match.index > from) found.push({ text: line.slice(from, match.index) });
        found.push(spanOf(match, base));
        from = match.index + match[0].length;
    }
    if (from < line.length) found.push({ text: line.slice(from) });
    return joined(found);
}

const cells = (line, base) => line.match(row)[1].split(/(?<!\\)\|/).map((cell) => runs(cell.trim(), base));
const isDivider = (line) => /^\s*\|[\s:|-]+\|\s*$/.test(line);

function takeTable(lines, at, base) {
    const rows = [];
    for (; at < lines.length && row.test(lines[at]); ++at) if (!isDivider(lines[at])) rows.push(cells(lines[at], base));
    return [{ kind: "table", head: rows[0] ?? [], rows: rows.slice(1) }, at];
}

function takeList(lines, at, base) {
    const ordered = /\d/.test(lines[at].match(item)[2]);
    const items = [];
    for (; at < lines.length; ++at) {
        const match = lines[at].match(item);
        if (match && !rule.test(lines[at])) items.push({ depth: match[1].length >= 2 ? 1 : 0, runs: runs(match[3], base) });
        else if (items.length && /^\s{2,}\S/.test(lines[at])) items.at(-1).runs.push({ text: " " }, ...runs(lines[at].trim(), base));
        else break;
    }
    return [{ kind: "list", ordered, items }, at];
}

function takeParagraph(lines, at, base) {
    const own = [];
    for (; at < lines.length && lines[at].trim() && !heading.test(lines[at]) && !item.test(lines[at]) && !row.test(lines[at]); ++at) own.push(lines[at].trim());
    return [{ kind: "paragraph", runs: runs(own.join(" "), base) }, at];
}

function take(lines, at, base) {
    const title = lines[at].match(heading);
    if (title) return [{ kind: "heading", level: title[1].length, runs: runs(title[2].trim().replace(/ #+$/, ""), base) }, at + 1];
    if (rule.test(lines[at])) return [null, at + 1];
    if (item.test(lines[at])) return takeList(lines, at, base);
    if (row.test(lines[at])) return takeTable(lines, at, base);
    return takeParagraph(lines, at, base);
}

/** Blocks: heading {level, runs}, paragraph {runs}, list {ordered, items: [{depth, runs}]}, table {head, rows} of runs. Only links
 * below `base`, the address of the CRM, have a target. */
export function parse(text, base) {
    const lines = text.replaceAll("\r\n", "\n").split("\n");
    const blocks = [];
    for (let at = 0; at < lines.length;) {
        if (!lines[at].trim()) {
            ++at;
            continue;
        }
        const [block, after] = take(lines, at, base);
        if (block) blocks.push(block);
        at = Math.max(after, at + 1);
    }
    return blocks;
}
