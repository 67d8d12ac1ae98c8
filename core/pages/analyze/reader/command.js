// The reader for the command, which runs this file in an engine of its own (docs/architecture.md#one-reader). Values go in and out as JSON.
/* global decodeText: a function of the command, bytes and encoding as text, or an exception */
import en from "../texts/en.js";
import { certainDate, orderOfDates, readDate } from "./dates.js";
import { columnsOf, guessRoles, idByName, unreadDate } from "./guess.js";
import { readValue } from "./json.js";
import { readBytes } from "./open.js";
import { FileProblem, maxFile } from "./problems.js";
import { makeTable } from "./table.js";

globalThis.TextDecoder = class {
    constructor(encoding = "utf-8", { fatal = false } = {}) {
        Object.assign(this, { encoding, fatal });
    }

    decode(bytes) { return decodeText(bytes, this.encoding, this.fatal); }
};

/** The English text of a key. */
function text(key, values = {}) {
    const entry = texts[key];
    const form = typeof entry === "string" ? entry : (values.count === 1 && entry.one) || entry.other;
    return form.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? values[name].toLocaleString("en") : values[name]));
}

/** What the page shows by its controls. */
const texts = {
    ...en,
    "note.encoding": "The file is read as windows-1252, because it is not UTF-8. Name another encoding with --encoding.",
    "note.sheets": "Sheet {sheet} is read. Others: {others}. Name one of them with --sheet.",
    "note.dmy": "Dates have the day first: {count} of {of} can only be read so.",
    "note.mdy": "Dates have the month first: {count} of {of} can only be read so.",
};

/** Ways out that only the command has. */
const hints = { "file.codebook": " To suggest codes with it, use code --framework.", "file.noSheet": " Name one of them with --sheet." };

let table = null;
let fileName = "";

/** Rows whose quotes or number of cells do not fit: in a command nobody can look at them, so that they end it. */
function requireWholeRows({ names, rows, numbers, brokenQuotes, firstTooLong }) {
    if (brokenQuotes.length) throw new FileProblem(`${fileName}: row ${brokenQuotes[0]}: text follows the closing quote of a cell. A quote inside a quoted cell is written twice`);
    if (firstTooLong < 0) return;
    const cells = rows[firstTooLong].findLastIndex((cell) => cell.trim()) + 1;
    throw new FileProblem(`${fileName}: row ${numbers[firstTooLong]} has ${cells} cells, but the header names ${names.length === 1 ? "1 column" : `${names.length} columns`}. `
        + "Put a cell with a delimiter or a line break between quotes, or name the delimiter with --delimiter");
}

const noteTexts = (notes) => notes.map(({ kind, values }) => text(`note.${kind}`, values));

const actions = {
    /** Reads a file: {name, format, encoding, delimiter, sheetName, hasHeader, first, value}; `value` is JSON in place of bytes. */
    open({ name, value, hasHeader = null, first = 0, ...options }, bytes) {
        fileName = name === "-" ? "standard input" : name;
        if (bytes?.byteLength > maxFile) throw new FileProblem("file.tooLarge");
        const sheet = value === undefined ? readBytes(new Uint8Array(bytes), { name, ...options }) : readValue(value);
        table = makeTable(sheet, hasHeader);
        requireWholeRows(table);
        if (first) table.rows.length = table.numbers.length = Math.min(first, table.rows.length);
        const notes = noteTexts(table.notes);
        if (sheet.encoding === "windows-1252" && !options.encoding) notes.push(text("note.encoding"));
        if (sheet.sheets?.length > 1) notes.push(text("note.sheets", { sheet: sheet.sheetName, others: sheet.sheets.filter((other) => other !== sheet.sheetName).join(", ") }));
        return { columns: table.names, count: table.rows.length, placeWord: table.placeWord, id: idByName(table.names), notes };
    },

    /** Rows from an index on, each with its number first. */
    rows: ({ from, count }) => table.rows.slice(from, from + count).map((row, at) => [table.numbers[from + at], ...row.slice(0, table.names.length)]),

    /** Chooses columns: {chosen: {text: [2], date: [], …}, order}. Absent roles are guessed. */
    choose({ chosen, order = null }) {
        const roles = guessRoles(table.names, table.rows, chosen);
        const found = Object.fromEntries(["text", "id", "date", "url", "codes"].map((role) => [role, chosen[role] ?? columnsOf(table.names, roles, role)]));
        const notes = [];
        const unread = chosen.date ? null : unreadDate(table.names, table.rows, roles);
        if (unread) notes.push(`${text("note.unreadDate", unread)} Use it with --date "${unread.name}".`);
        const [date] = found.date;
        if (date === undefined) return { ...found, certain: true, days: [], notes };
        const dates = table.rows.map((row) => row[date] ?? "");
        const own = orderOfDates(dates);
        if (!order && own.certain && own.matters) notes.push(text(`note.${own.order}`, { count: own.evidence[own.order], of: own.evidence.of }));
        return { ...found, certain: own.certain || order !== null, days: dates.map((day) => readDate(day, order ?? own.order)), notes };
    },

    /** A date that means the same day in both orders, or "". */
    certainDate: ({ date }) => certainDate(date),
    isDate: ({ date }) => readDate(date) !== "",
};

function problemText(failure) {
    if (!(failure instanceof FileProblem)) return text(failure instanceof RangeError ? "file.tooLarge" : "file.broken", { name: fileName });
    return failure.key in en ? text(failure.key, { ...failure.values, name: fileName }) + (hints[failure.key] ?? "") : failure.message;
}

/** Runs an action with JSON. Returns JSON: {result} or {problem}, a sentence. */
globalThis.run = (action, values, bytes) => {
    try {
        return JSON.stringify({ result: actions[action](JSON.parse(values), bytes) });
    } catch (failure) {
        return JSON.stringify({ problem: problemText(failure) });
    }
};
