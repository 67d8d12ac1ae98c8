// Reads files beside the page, so that the page stays responsive. Holds the table; the page asks for parts of it.
import { readCsv } from "./csv.js";
import { orderOfDates } from "./dates.js";
import { decode } from "./encoding.js";
import { selectRecords } from "./filters.js";
import { guessHeader, guessRoles, guessSeparator } from "./guess.js";
import { readPasted } from "./pasted.js";
import { cut, distinct, makeRecords, requestRecord, summarise } from "./records.js";
import { FileProblem, readSheet, readWorkbook } from "./xlsx.js";

const maxFile = 300 * 1024 * 1024;
const maxColumns = 200;
/** Rows that a guess reads. */
const sampleRows = 2000;
/** Records in a message; few enough for the page to receive them between two frames. */
const portion = 1000;

let source = null; // {bytes, name} or {pasted}
let sheet = null; // {rows, numbers, brokenQuotes}
let table = null; // {names, rows, numbers, brokenQuotes}
let made = null; // result of makeRecords
let selected = []; // those of its records that are sent

const startsWith = (bytes, ...values) => values.every((value, at) => bytes[at] === value);

function readBytes({ bytes }, { encoding = null, delimiter = "", sheetName = null }) {
    if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new FileProblem("file.oldExcel");
    if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new FileProblem("file.noTable");
    if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
        const { sheets, from1904 } = readWorkbook(bytes);
        const chosen = sheets.find(({ name }) => name === sheetName) ?? sheets[0];
        return { ...readSheet(bytes, { ...chosen, from1904 }), sheets: sheets.map(({ name }) => name), sheetName: chosen.name };
    }
    const decoded = decode(bytes, encoding);
    if (decoded.text.slice(0, 4000).includes("\0")) throw new FileProblem("file.noTable");
    return { ...readCsv(decoded.text, delimiter), encoding: decoded.encoding };
}

const isFilled = (row) => row.some((cell) => cell?.trim());

/** Names of columns, all different. */
function columnNames(first, width, hasHeader) {
    const seen = new Set();
    return Array.from({ length: width }, (_, at) => {
        const name = cut(((hasHeader && first[at]) || "").trim(), 100) || `#${at + 1}`;
        const unique = distinct(name, seen, ` #${at + 1}`);
        seen.add(unique);
        return unique;
    });
}

/** Skips blank rows, takes the first row as header if it is one, and guesses the role of each column. */
function makeTable(hasHeader) {
    const start = sheet.rows.findIndex(isFilled);
    if (start < 0) throw new FileProblem("file.empty");
    const filled = sheet.rows.slice(start, start + sampleRows);
    const header = hasHeader ?? guessHeader(filled);
    const skipped = start + (header ? 1 : 0);
    const rows = sheet.rows.slice(skipped);
    if (!rows.some(isFilled)) throw new FileProblem("file.empty");
    const width = Math.min(maxColumns, header ? Math.max(1, filled[0].length) : Math.max(...filled.map((row) => row.length)));
    const names = columnNames(filled[0], width, header);
    table = { names, rows, numbers: sheet.numbers.slice(skipped), brokenQuotes: sheet.brokenQuotes };
    return header;
}

const valuesOf = (column) => table.rows.slice(0, sampleRows).map((row) => (row[column] ?? "").trim()).filter(Boolean);

function describe(header) {
    const samples = table.names.map((_, at) => valuesOf(at));
    const roles = guessRoles(table.names, samples);
    const date = roles.indexOf("date");
    const codes = roles.flatMap((role, at) => (role === "codes" ? samples[at] : []));
    return {
        names: table.names, rowCount: table.rows.filter(isFilled).length, hasHeader: header, roles,
        examples: samples.map((values) => [...new Set(values)].slice(0, 3).map((value) => value.slice(0, 160))),
        separator: guessSeparator(codes), ...(date < 0 ? { order: "dmy", certain: true, matters: false } : orderOfColumn(date)),
        sheets: sheet.sheets ?? [], sheetName: sheet.sheetName ?? null, encoding: sheet.encoding ?? null, delimiter: sheet.delimiter ?? null,
    };
}

const orderOfColumn = (column) => orderOfDates(table.rows.map((row) => row[column] ?? ""));

const actions = {
    /** Reads a file: {file, encoding, delimiter, sheetName, hasHeader}. Without `file` it reads the last one again. */
    async open({ file, hasHeader = null, ...options }) {
        let next = source;
        if (file) {
            if (file.size > maxFile) throw new FileProblem("file.tooLarge");
            next = { bytes: new Uint8Array(await file.arrayBuffer()) };
        }
        sheet = next.pasted === undefined ? readBytes(next, options) : readPasted(next.pasted);
        const description = describe(makeTable(hasHeader ?? sheet.hasHeader ?? null));
        source = next; // a file that cannot be read replaces none
        return description;
    },

    /** Reads pasted text: {text}. */
    paste({ text }) {
        source = { pasted: text.replace(/\p{Surrogate}/gu, "\ufffd") }; // halves of pairs are no text
        sheet = readPasted(source.pasted);
        return describe(makeTable(sheet.hasHeader));
    },

    /** The order of day and month in a column: {column}. */
    order: ({ column }) => orderOfColumn(column),

    /** Makes the records: {mapping}. Returns the first records, problems and a summary. */
    match({ mapping }) {
        made = makeRecords(table, mapping);
        selected = made.records;
        const groups = made.summary.groups.map(({ name }) => name);
        return { preview: made.records.slice(0, 5), problems: made.problems, summary: made.summary, groups };
    },

    /** Chooses the records that are sent: {filters}. Returns their summary. The next match chooses all. */
    select({ filters }) {
        selected = selectRecords(made.records, filters);
        return summarise(selected, made.fields.groups);
    },

    /** The rows of records in the file: {at} are indexes of records that are sent. */
    rows: ({ at }) => at.map((index) => selected[index]?.row ?? null),

    /** The records that are sent, in portions. */
    records(_, send) {
        for (let at = 0; at < selected.length; at += portion) send(selected.slice(at, at + portion));
        return selected.length;
    },

    /** The body of a request as a Blob: {request} is the body without records. */
    body({ request }) {
        const parts = [`${JSON.stringify(request).slice(0, -1)},"feedback_records":[`];
        for (let at = 0; at < selected.length; at += portion)
            parts.push(at ? "," : "", selected.slice(at, at + portion).map((record) => JSON.stringify(requestRecord(record, made.fields))).join(","));
        return new Blob([...parts, "]}"], { type: "application/json" });
    },
};

/** The key of the text that describes a failure. */
function problemKey(failure) {
    if (failure instanceof FileProblem) return failure.key;
    if (failure instanceof RangeError) return "file.tooLarge"; // a text longer than a browser can hold
    return "file.broken";
}

async function run({ id, action, values }) {
    try {
        const result = await actions[action](values, (part) => self.postMessage({ id, part }));
        self.postMessage({ id, result });
    } catch (failure) {
        self.postMessage({ id, problem: problemKey(failure) });
    }
}

// One action after the other: while the bytes of a file are awaited, no other action may change the table.
let last = Promise.resolve();
self.onmessage = ({ data }) => { last = last.then(() => run(data)); };
