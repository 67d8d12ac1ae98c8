// The reader for the command, which runs this file in an engine of its own (docs/architecture.md#one-reader). Values go in and out as JSON.
import { serve } from "./engine.js";
import { certainDate, orderOfDates, readDate } from "./dates.js";
import { readFramework } from "./framework.js";
import { columnsOf, guessRoles, guessSeparator, idByName, unreadDate } from "./guess.js";
import { readBytes } from "./open.js";
import { FileProblem } from "./problems.js";
import { autoMode, makeRecords, requestRecord } from "./records.js";
import { limits } from "./rules.js";
import { makeTable } from "./table.js";
import reader from "../texts/reader.js";

const fail = (sentence) => { throw new FileProblem(sentence); };

/** What the page shows by its controls, in English. */
const own = {
    "file.codebook": "{name} is a coding framework, not feedback. To suggest codes with it, use code --framework.",
    "note.encoding": "The file is read as windows-1252, because it is not UTF-8. Name another encoding with --encoding.",
    "note.sheets": "Sheet {sheet} is read. Others: {others}. Name one of them with --sheet.",
};

/** Ways out that only the command has. */
const hints = {
    "file.noSheet": " Name one of them with --sheet.",
    "note.unreadDate": ' Use it with --date "{name}".',
};
const way = " To read the rows as they are, use --as-is.";

/** The English text of a key. */
function text(key, values = {}) {
    const entry = own[key] ?? reader[key].en;
    const form = typeof entry === "string" ? entry : (values.count === 1 && entry.one) || entry.other;
    return (form + (hints[key] ?? "")).replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? values[name].toLocaleString("en") : values[name]));
}

let table = null;
let made = null; // of makeRecords()
let fileName = "";

/** Remembers the name of a file for messages. Returns its bytes, which may be absent. */
function bytesOf(name, bytes) {
    fileName = name === "-" ? "standard input" : name;
    return new Uint8Array(bytes ?? 0);
}

/** The column with this name, else with its letters and digits in any case. */
function columnNamed(name, option) {
    const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "");
    const exact = table.names.indexOf(name);
    const at = exact < 0 && plain(name) ? table.names.findIndex((other) => plain(other) === plain(name)) : exact;
    return at < 0 ? fail(`${option}: there is no column ${name}. The columns are: ${table.names.join(", ")}`) : at;
}

/** Columns by [name, option], each once. */
const columnsNamed = (pairs) => [...new Set(pairs.filter(([name]) => name !== "none").map(([name, option]) => columnNamed(name, option)))];

function requireEncoding(encoding) {
    try {
        new TextDecoder(encoding).decode(new Uint8Array(0));
    } catch {
        throw new FileProblem("--encoding: unknown encoding; use for example windows-1252 or UTF-16", { isOption: true });
    }
}

/** In a command nobody looks at the rows, so that it ends where text could be lost. */
function requireWholeRows({ names, rows, numbers, brokenQuotes: [broken], firstTooLong: long }) {
    if (broken) fail(`${fileName}: row ${broken.row}, column ${broken.column}: text follows the closing quote of a cell. A quote inside a quoted cell is written twice.${way}`);
    if (long < 0) return;
    const cells = rows[long].findLastIndex((cell) => cell.trim()) + 1;
    fail(`${fileName}: row ${numbers[long]} has ${cells} cells, but the header names ${names.length === 1 ? "1 column" : `${names.length} columns`}. `
        + `Put a cell with a delimiter or a line break between quotes, or name the delimiter with --delimiter.${way}`);
}

/** What is wrong with rows. Their cells are not quoted: a message can reach a log. */
const problemTexts = (problems) => problems.map(({ kind, count, rows: [{ row }] }) => `${text(`wrong.${kind}`, { count })}; the first in ${table.placeWord} ${row}`);

/** The columns in a few words, and doubts about them. */
function describe({ id, text: texts, date, codes, group }) {
    const names = (columns) => columns.map((at) => table.names[at]).join(" + ") || "none";
    return `text: ${names(texts)}, id: ${names(id)}, date: ${names(date)}, codes: ${names(codes)}${group.map((at) => `, also: ${table.names[at]}`).join("")}`;
}

/** Items from an index on, which are then forgotten, so that the memory is free for the next ones. */
function take(list, from, count, convert) {
    const items = [];
    for (let at = from; at < Math.min(list.length, from + count); at += 1) {
        items.push(convert(list[at], at));
        list[at] = null;
    }
    return items;
}

const actions = {
    /** Reads a file: {name, format, encoding, delimiter, sheetName, hasHeader, first, asIs}. */
    open({ name, hasHeader = null, first = 0, asIs = false, ...options }, bytes) {
        if (options.encoding) requireEncoding(options.encoding);
        const sheet = readBytes(bytesOf(name, bytes), { name, ...options });
        table = makeTable(sheet, hasHeader);
        if (!asIs) requireWholeRows(table);
        if (first) table.rows.length = table.numbers.length = Math.min(first, table.rows.length);
        const notes = table.notes.map(({ kind, values }) => text(`note.${kind}`, values));
        if (sheet.encoding === "windows-1252" && !options.encoding) notes.push(text("note.encoding"));
        if (sheet.sheets?.length > 1) notes.push(text("note.sheets", { sheet: sheet.sheetName, others: sheet.sheets.filter((other) => other !== sheet.sheetName).join(", ") }));
        return { columns: table.names, count: table.rows.length, placeWord: table.placeWord, id: idByName(table.names), notes };
    },

    column: ({ name, option }) => columnNamed(name, option),

    /**
     * Makes the records: {options: {text: [name], date: [], …}, metadata: [[name, option]], order, separator, apart, asIs}. Roles that no option
     * names are guessed, except groups: a person names the columns that are sent.
     */
    match({ options, metadata, order = null, separator = null, apart, asIs = false }) {
        const { names, rows } = table;
        const group = columnsNamed(metadata);
        const chosen = Object.fromEntries(Object.entries(options).map(([option, named]) => [option.replace("-id", ""), columnsNamed(named.map((name) => [name, `--${option}`]))]));
        const roles = guessRoles(names, rows, chosen);
        const of = (role) => chosen[role] ?? columnsOf(names, roles, role);
        const columns = { ...Object.fromEntries(["text", "id", "date", "url", "codes"].map((role) => [role, of(role)])), group };
        columns.codes = columns.codes.filter((at) => !columns.text.includes(at));
        if (!columns.text.length) fail("no column looks like the text of the feedback. Name it with --text COLUMN");
        if (columns.codes.length > limits.codes) fail(`--codes: at most ${limits.codes} columns`);
        const dates = orderOfDates(columns.date.length ? rows.map((row) => row[columns.date[0]] ?? "") : []);
        if (!order && !dates.certain) fail(`column ${names[columns.date[0]]}: day and month of its dates can be exchanged. Say which comes first: --date-order dmy or --date-order mdy`);
        const codes = rows.slice(0, limits.sampleRows).flatMap((row) => columns.codes.map((at) => (row[at] ?? "").trim()).filter(Boolean));
        made = makeRecords(table, { roles, columns, order: order ?? dates.order, separator: separator ?? guessSeparator(codes), apart, screened: false });
        const { problems, summary } = made;
        if (!summary.count) fail(`column ${columns.text.map((at) => names[at]).join(", ")}: has no text in any row. Name the column with --text`);
        const long = problems.find(({ kind }) => kind === "textLong");
        if (long && !asIs) fail(`${table.placeWord} ${long.rows[0].row}: ${text("wrong.textLong", { count: 1 })}. Shorten or divide it.${way}`);
        const unread = chosen.date ? null : unreadDate(names, rows, roles);
        const notes = [...(unread ? [text("note.unreadDate", unread)] : []),
            ...(!order && dates.matters ? [text(`note.${dates.order}`, { count: dates.evidence[dates.order], of: dates.evidence.of })] : [])];
        return {
            count: summary.count, mode: autoMode(summary), description: describe(columns), notes: [...notes, ...problemTexts(problems)],
            hasIds: columns.id.length > 0 && !apart, fields: Object.fromEntries(metadata.filter(([name]) => name !== "none").map(([name, option]) => [name, made.fields.groups[group.indexOf(columnNamed(name, option))]])),
        };
    },

    /** Records, each once: [row, id, date, question, JSON]. Without `metadata` the JSON has none. */
    records({ from, count, metadata }) {
        return take(made.records, from, count, (record) => {
            const { metadata: sent, ...others } = requestRecord(record, made.fields);
            return [record.row, record.id, record.date, record.metadata[made.fields.question] ?? "", JSON.stringify(metadata ? { ...others, metadata: sent } : others)];
        });
    },

    /** Rows, each once, with its number first. */
    rows: ({ from, count }) => take(table.rows, from, count, (row, at) => [table.numbers[at], ...row.slice(0, table.names.length)]),

    /** A coding framework: {name}. */
    framework: ({ name }, bytes) => readFramework(bytesOf(name, bytes), name),

    /** A date that means the same day in both orders, or "". */
    certainDate: ({ date }) => certainDate(date),
    isDate: ({ date }) => readDate(date) !== "",
};

function problemText(failure) {
    if (!(failure instanceof FileProblem)) return text(failure instanceof RangeError ? "file.tooLarge" : "file.broken", { name: fileName });
    return failure.key in reader ? text(failure.key, { ...failure.values, name: fileName }) : failure.message;
}

serve(actions, problemText);
