// Reads files beside the page, so that the page stays responsive. Holds the table; the page asks for parts of it.
import { orderOfDates } from "./dates.js";
import { selectRecords } from "./filters.js";
import { readFramework } from "./framework.js";
import { guessRoles, guessSeparator, unreadDate } from "./guess.js";
import { readBytes, readPasted } from "./open.js";
import { FileProblem } from "./problems.js";
import { makeRecords, requestRecord, summarise } from "./records.js";
import { limits } from "./rules.js";
import { cut, makeTable } from "./table.js";

/** Records in a message; few enough for the page to receive them between two frames. */
const portion = 1000;

let source = null; // {bytes, name} or {pasted}
let sheet = null; // of readBytes() or readPasted()
let table = null; // of makeTable()
let made = null; // result of makeRecords
let selected = []; // those of its records that are sent

const valuesOf = (column) => table.rows.slice(0, limits.sampleRows).map((row) => (row[column] ?? "").trim()).filter(Boolean);

/** Reads the sheet as a table. A sheet that is none replaces no table. */
function describe(read, hasHeader) {
    table = makeTable(read, hasHeader);
    sheet = read;
    const samples = table.names.map((_, at) => valuesOf(at));
    const roles = guessRoles(table.names, table.rows);
    const unread = unreadDate(table.names, table.rows, roles);
    const date = roles.indexOf("date");
    const codes = roles.flatMap((role, at) => (role === "codes" ? samples[at] : []));
    return {
        names: table.names, rowCount: table.rows.length, hasHeader: table.hasHeader, roles, notes: [...table.notes, ...(unread ? [{ kind: "unreadDate", values: unread }] : [])],
        examples: samples.map((values) => [...new Set(values)].slice(0, 3).map((value) => cut(value, 160))),
        separator: guessSeparator(codes), ...(date < 0 ? orderOfDates([]) : orderOfColumn(date)),
        sheets: sheet.sheets ?? [], sheetName: sheet.sheetName ?? null, encoding: sheet.encoding ?? null, delimiter: sheet.delimiter ?? null,
    };
}

const orderOfColumn = (column) => orderOfDates(table.rows.map((row) => row[column] ?? ""));

const actions = {
    /** Reads a file: {file, encoding, delimiter, sheetName, hasHeader}. Without `file` it reads the last one again. */
    async open({ file, hasHeader = null, ...options }) {
        let next = source;
        if (file) {
            if (file.size > limits.file) throw new FileProblem("file.tooLarge");
            next = { bytes: new Uint8Array(await file.arrayBuffer()), name: file.name };
        }
        const description = describe(next.pasted === undefined ? readBytes(next.bytes, { name: next.name, ...options }) : readPasted(next.pasted), hasHeader);
        source = next; // a file that cannot be read replaces none
        return description;
    },

    /** Reads pasted text: {text}. */
    paste({ text }) {
        const description = describe(readPasted(text), null);
        source = { pasted: text };
        return description;
    },

    /** The coding framework in a file, as `coding_levels` of a request: {file}. The table stays. */
    async framework({ file }) {
        if (file.size > limits.file) throw new FileProblem("file.tooLarge");
        return readFramework(new Uint8Array(await file.arrayBuffer()), file.name);
    },

    /** The order of day and month in a column: {column}. */
    order: ({ column }) => orderOfColumn(column),

    /** Makes the records: {mapping}. Returns the first records, problems and a summary. */
    match({ mapping }) {
        made = makeRecords(table, mapping);
        selected = made.records;
        return { preview: made.records.slice(0, 5), problems: made.problems, summary: made.summary, groups: made.fields.all };
    },

    /** Chooses the records that are sent: {filters}. Returns their summary. The next match chooses all. */
    select({ filters }) {
        selected = selectRecords(made.records, filters);
        return summarise(selected, made.fields.all);
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
        const parts = [JSON.stringify({ ...request, feedback_records: [] }).slice(0, -2)];
        for (let at = 0; at < selected.length; at += portion)
            parts.push(at ? "," : "", selected.slice(at, at + portion).map((record) => JSON.stringify(requestRecord(record, made.fields))).join(","));
        return new Blob([...parts, "]}"], { type: "application/json" });
    },
};

/** The text that describes a failure, as its key and values. */
function problemOf(failure) {
    if (failure instanceof FileProblem) return { problem: failure.key, values: failure.values };
    return { problem: failure instanceof RangeError ? "file.tooLarge" : "file.broken" }; // a text longer than a browser can hold
}

async function run({ id, action, values }) {
    try {
        const result = await actions[action](values, (part) => self.postMessage({ id, part }));
        self.postMessage({ id, result });
    } catch (failure) {
        self.postMessage({ id, ...problemOf(failure) });
    }
}

// One action after the other: while the bytes of a file are awaited, no other action may change the table.
let last = Promise.resolve();
self.onmessage = ({ data }) => { last = last.then(() => run(data)); };
