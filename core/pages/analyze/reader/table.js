// Rows of a file as a table: which row is the header, and which rows are no records.
import { idByName, isHeader, roleByName } from "./guess.js";
import { plainText } from "./markup.js";
import { FileProblem } from "./problems.js";
import { answerHeads, frameworkColumn, hashtag, importId, limits, totalWords } from "./rules.js";

const filledCells = (row) => row.reduce((sum, cell) => sum + (cell?.trim() ? 1 : 0), 0);
const isFilled = (row) => row.some((cell) => cell?.trim());

/** At most `limit` characters (code points). */
export function cut(text, limit) {
    if (text.length <= limit) return text;
    const characters = [...text];
    return characters.length <= limit ? text : characters.slice(0, limit).join("");
}

/** The name, with the addition as often as it is needed to differ from those that were seen. */
export function distinct(name, seen, addition) {
    while (seen.has(name)) name += addition;
    return name;
}

/** Names of columns, all different. */
function columnNames(first, width) {
    const seen = new Set();
    return Array.from({ length: width }, (_, at) => {
        const name = cut(plainText(first[at] ?? "").replace(/\s+/g, " ").trim(), 250) || `#${at + 1}`;
        const unique = distinct(name, seen, ` #${at + 1}`);
        seen.add(unique);
        return unique;
    });
}

/** A row of hashtags of the Humanitarian Exchange Language. */
const isHashtags = (row) => {
    const cells = row.filter((cell) => cell?.trim());
    return cells.length > 0 && cells.filter((cell) => hashtag.test(cell.trim())).length >= Math.max(1, cells.length * 0.5) && cells.some((cell) => hashtag.test(cell.trim()));
};

/** The index of the header below the titles of a sheet: the first row that has most of the columns and looks like one. */
function belowTitles(rows) {
    const counts = rows.slice(0, limits.headRows).map(filledCells);
    const first = counts.findIndex((count) => count > 0);
    const widest = Math.max(...counts);
    const isTitle = (at) => counts[at] <= Math.max(1, Math.min(2, widest / 3)) && !rows[at].some((cell) => roleByName((cell ?? "").trim()) && (cell ?? "").trim().length < 25);
    let at = first;
    while (at < counts.length && (counts[at] === 0 || isTitle(at))) at += 1;
    if (at === first || at >= counts.length || counts[at] < 2 || counts[at] < 0.6 * widest || !isHeader(rows[at])) return first;
    return at;
}

const isImportIds = (row) => row.some((cell) => importId.test(cell ?? ""));

/** The second of two header rows: blank below the columns about the answer, kinds of answers or their parts below the questions. */
const isAnswerHeads = (row, header) => row.some((cell) => answerHeads.test((cell ?? "").trim())) && !(row[0] ?? "").trim() && header.some((cell, at) => cell?.trim() && !(row[at] ?? "").trim());

function joinHeads(header, heads) {
    let question = "";
    return Array.from({ length: Math.max(header.length, heads.length) }, (_, at) => {
        question = (header[at] ?? "").trim() || question;
        const part = (heads[at] ?? "").trim();
        if (!part) return header[at] ?? "";
        return answerHeads.test(part) && (header[at] ?? "").trim() ? question : `${question}/${part}`;
    });
}

/** Where the header is and where the records begin: {header (names or null), start, notes}. */
function findHead(sheet, hasHeader) {
    const { rows, numbers } = sheet;
    const notes = [];
    const note = (kind, values) => notes.push({ kind, values });
    const first = rows.findIndex(isFilled);
    if (first < 0) throw new FileProblem("file.empty");
    if (hasHeader === false) return { header: null, start: first, notes };
    const tags = rows.slice(0, limits.headRows).findIndex(isHashtags);
    if (tags >= 0) {
        const names = tags > first && isFilled(rows[tags - 1]) ? rows[tags - 1] : [];
        note("hashtags", { row: numbers[tags] });
        if (names.length && tags - 1 > first) note("title", { row: numbers[tags - 1] });
        const header = Array.from({ length: Math.max(names.length, rows[tags].length) }, (_, at) => names[at]?.trim() || (rows[tags][at] ?? ""));
        return { header, start: tags + 1, notes };
    }
    const at = hasHeader ? first : belowTitles(rows);
    if (at > first) note("title", { row: numbers[at] });
    if (!(hasHeader ?? isHeader(rows[at]))) {
        note("noHeader", {});
        return { header: null, start: at, notes };
    }
    const ids = rows.slice(at + 1, at + 4).findIndex(isImportIds);
    if (ids >= 0) {
        note("headRows", { first: numbers[at + 1], last: numbers[at + 1 + ids] });
        return { header: rows[at], start: at + 2 + ids, notes };
    }
    if (rows[at + 1] && isAnswerHeads(rows[at + 1], rows[at])) {
        note("headRows", { first: numbers[at + 1], last: numbers[at + 1] });
        return { header: joinHeads(rows[at], rows[at + 1]), start: at + 2, notes };
    }
    return { header: rows[at], start: at + 1, notes };
}

/** Whether a row at the end sums up those above it: a word for it, and numbers. */
function isTotal(row) {
    const cells = row.map((cell) => (cell ?? "").trim()).filter(Boolean);
    return cells.length > 0 && totalWords.test(cells[0]) && cells.slice(1).every((cell) => /^[\d.,\s%()-]+$/.test(cell));
}

/** Rows that say what belongs to a code are those of a coding framework. */
function requireFeedback(names) {
    const columns = names.map(frameworkColumn);
    if (columns.includes("type") && (columns.includes("include") || columns.includes("exclude"))) throw new FileProblem("file.codebook");
}

/** Ids that a spreadsheet wrote as 1.23E+15: their digits are lost. */
function lostDigits(names, rows, numbers) {
    const at = idByName(names);
    if (at < 0) return [];
    const row = rows.findIndex((cells) => /^\d([.,]\d+)?e\+?\d{2}$/i.test((cells[at] ?? "").trim()));
    return row < 0 ? [] : [{ kind: "lostDigits", values: { name: names[at], row: numbers[row], value: rows[row][at].trim() } }];
}

/**
 * A table: {names, rows, numbers, placeWord, hasHeader, brokenQuotes, notes: [{kind, values}]}. `hasHeader` true or false replaces the guess. Blank
 * rows, titles, rows of hashtags and sums are no records. Cells are texts without markup.
 */
export function makeTable(sheet, hasHeader = null) {
    const head = sheet.names ? { header: sheet.names, start: 0, notes: [] } : findHead(sheet, hasHeader ?? sheet.hasHeader ?? null);
    const rows = [];
    const numbers = [];
    const notes = [...(sheet.notes ?? []), ...head.notes];
    for (let at = head.start; at < sheet.rows.length; at += 1) {
        const row = sheet.rows[at];
        if (!isFilled(row)) continue;
        for (let column = 0; column < row.length; column += 1) row[column] = plainText(row[column]);
        rows.push(row);
        numbers.push(sheet.numbers[at]);
    }
    for (let left = 3; left > 0 && rows.length > 1 && !sheet.names && isTotal(rows.at(-1)); left -= 1) {
        notes.push({ kind: "total", values: { row: numbers.pop() } });
        rows.pop();
    }
    if (!rows.length) throw new FileProblem(head.header ? "file.onlyHeader" : "file.empty");
    const header = head.header ? [...head.header] : null;
    while (header?.length > 1 && !header.at(-1)?.trim()) header.pop();
    const widest = header ? header.length : rows.reduce((most, row) => Math.max(most, row.length), 1);
    if (widest > limits.columns) notes.push({ kind: "columnsLeftOut", values: { count: widest - limits.columns } });
    const names = columnNames(header ?? [], Math.min(widest, limits.columns));
    requireFeedback(names);
    const tooLong = rows.findIndex((row) => row.length > widest && row.slice(widest).some((cell) => cell.trim()));
    return { names, rows, numbers, placeWord: sheet.placeWord ?? "row", hasHeader: Boolean(header), brokenQuotes: sheet.brokenQuotes ?? [], notes: [...notes, ...lostDigits(names, rows, numbers)], firstTooLong: tooLong };
}
