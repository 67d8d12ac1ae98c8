// Pasted text as rows: a table of a spreadsheet, separated values, or a text for each line or paragraph.
import { readCsv } from "./csv.js";
import { roleByName } from "./guess.js";

/** Cells that were copied from a spreadsheet are separated by tabs. */
const isTable = (lines) => lines.length > 1 && lines.slice(0, 20).every((line) => line.includes("\t"));

/** Separated values begin with names of columns. */
function isCsv(text) {
    const { rows: [first = []] } = readCsv(text.slice(0, 2000));
    return first.length > 1 && first.filter((name) => roleByName(name)).length > 1;
}

/** Returns what readCsv returns, and `hasHeader`. */
export function readPasted(text) {
    const lines = text.trim().split(/\r?\n/).filter((line) => line.trim());
    if (isTable(lines)) return { ...readCsv(text.trim(), "\t"), hasHeader: null };
    if (isCsv(text.trim())) return { ...readCsv(text.trim()), hasHeader: true };
    const paragraphs = text.trim().split(/\r?\n\s*\r?\n/).map((part) => part.trim()).filter(Boolean);
    const texts = paragraphs.length > 1 ? paragraphs : lines;
    return { rows: texts.map((part) => [part.trim()]), numbers: texts.map((_, at) => at + 1), delimiter: null, brokenQuotes: [], hasHeader: false };
}
