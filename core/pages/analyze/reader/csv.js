// Text with separated values as rows (RFC 4180, with line ends of any system). Row numbers are those that a spreadsheet shows.
import { FileProblem } from "./problems.js";
import { delimiters, limits } from "./rules.js";

const quote = 34;
const lineFeed = 10;
const carriageReturn = 13;

/** Whether a cell ends at this place: at a separator, a line end or the end of the text. */
function endsAt(text, at, separator) {
    const code = at < text.length ? text.charCodeAt(at) : lineFeed;
    return code === separator || code === lineFeed || code === carriageReturn;
}

/** Reads a quoted cell: {cell, end, broken}. A quote that no separator follows belongs to the cell, which is then broken. Null without an end. */
function quotedCell(text, start, separator) {
    let broken = false;
    for (let from = start + 1; ;) {
        const at = text.indexOf('"', from);
        if (at < 0) return null;
        from = at + 1;
        if (text.charCodeAt(from) === quote) {
            from += 1;
            continue;
        }
        while (text.charCodeAt(from) === 32 && separator !== 32) from += 1;
        if (!endsAt(text, from, separator)) {
            broken = true;
            continue;
        }
        return { cell: text.slice(start + 1, at).replaceAll('""', '"'), end: from, broken };
    }
}

/** Reads up to `limit` rows: {rows, brokenQuotes}, with the row and column of each cell in which a quote is not doubled. */
function parse(text, delimiter, limit = Infinity) {
    const separator = delimiter.charCodeAt(0);
    const rows = [];
    const brokenQuotes = [];
    let row = [];
    let cells = 0;
    for (let at = 0; at < text.length && rows.length < limit;) {
        if (text.charCodeAt(at) === quote) {
            const read = quotedCell(text, at, separator);
            if (!read) throw new FileProblem("file.openQuote", { row: rows.length + 1, column: row.length + 1 });
            if (read.broken && brokenQuotes.at(-1)?.row !== rows.length + 1) brokenQuotes.push({ row: rows.length + 1, column: row.length + 1 });
            row.push(read.cell);
            at = read.end;
        } else {
            const start = at;
            while (!endsAt(text, at, separator)) at += 1;
            row.push(text.slice(start, at));
        }
        const end = text.charCodeAt(at);
        at += end === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? 2 : 1;
        if (end === separator) {
            if (at < text.length) continue;
            row.push("");
        }
        cells += row.length;
        if (cells > limits.cells) throw new FileProblem("file.tooLarge");
        rows.push(row);
        row = [];
    }
    return { rows, brokenQuotes };
}

const sampleRows = 20;

/** How evenly a separator divides the first rows: [share of rows with the most frequent number of cells, that number]. */
function evenness(text, delimiter) {
    let rows = [];
    try {
        ({ rows } = parse(text, delimiter, sampleRows));
    } catch (failure) {
        if (!(failure instanceof FileProblem)) throw failure;
        return [0, 0];
    }
    const counts = new Map();
    const filled = rows.filter((row) => row.some((cell) => cell.trim()));
    for (const { length } of filled) counts.set(length, (counts.get(length) ?? 0) + 1);
    const [cells, most] = [...counts].sort(([left, a], [right, b]) => b - a || right - left)[0] ?? [0, 0];
    return cells > 1 ? [most / filled.length, cells] : [0, 0];
}

/** The separator that divides the first rows into the most cells of equal number, else the one that the first line has most of. */
function guessDelimiter(text) {
    const rated = delimiters.map((delimiter) => [delimiter, ...evenness(text, delimiter)]).sort(([, a, left], [, b, right]) => b - a || right - left);
    if (rated[0][1] >= 0.6) return rated[0][0];
    const [first] = text.trimStart().split(/\r?\n/, 1);
    const counts = delimiters.map((delimiter) => first.split(delimiter).length);
    return delimiters[counts.indexOf(Math.max(...counts))];
}

/** Files that were put together end their lines in several ways; cells get one of them. */
const sameLineEnds = (text) => (text.includes("\r\n") && /(^|[^\r])\n/.test(text) ? text.replaceAll("\r\n", "\n") : text);

/** A first line `sep=;`, which spreadsheets write to name the separator. */
const named = /^sep=(.)(?:\r\n|\n|\r|$)/;

/** Returns {rows, numbers, delimiter, brokenQuotes}. Throws a FileProblem for a quoted cell without an end. */
export function readCsv(text, delimiter = "") {
    const [line = "", name = ""] = named.exec(text) ?? [];
    const body = sameLineEnds(text.slice(line.length));
    const chosen = delimiter || name || guessDelimiter(body);
    const above = line ? 1 : 0;
    try {
        const { rows, brokenQuotes } = parse(body, chosen);
        return { rows, numbers: rows.map((_, at) => at + 1 + above), delimiter: chosen, brokenQuotes: brokenQuotes.map(({ row, column }) => ({ row: row + above, column })) };
    } catch (failure) {
        if (failure instanceof FileProblem && failure.values.row) failure.values.row += above;
        throw failure;
    }
}
