// Rows of a table as feedback records, and what is wrong with them.
import { blindColumn } from "./choices.js";
import { readDate } from "./dates.js";
import { columnsOf } from "./guess.js";
import { Problems } from "./problems.js";
import { cut, distinct } from "./table.js";

export { cut, distinct };

/** Limits of the server: docs/reference/http.md#limits. */
export const limits = { id: 256, text: 100_000, url: 1024 };

/** Texts for which the server refuses the whole request: docs/reference/screening.md. */
const isRefused = (content) => content.includes("\0") || /^\s*(system|assistant|user)\s*:/i.test(content) || (content.length >= 200 && /(.)\1{199}/su.test(content));

function identifier(given, row, column, seen, problems) {
    if (!given && column >= 0) problems.add("idMissing", row);
    const id = given ? cut(given, limits.id - 20) : `R${row}`;
    if (given && id !== given) problems.add("idLong", row, given);
    if (!seen.has(id)) return id;
    problems.add("idDuplicate", row, id);
    return distinct(id, seen, ` (${row})`);
}

function dateOf(cells, row, column, order, problems) {
    const given = column < 0 ? "" : (cells[column] ?? "").trim();
    if (column >= 0 && !given) problems.add("dateMissing", row);
    const date = given && readDate(given, order);
    if (given && !date) problems.add("dateUnreadable", row, given);
    return date;
}

function contentOf(cells, row, columns, problems) {
    const given = columns.map((column) => (cells[column] ?? "").trim()).filter(Boolean).join("\n");
    const content = cut(given, limits.text);
    if (content !== given) problems.add("textLong", row, given);
    return content;
}

const labels = (cell, separator) => (separator ? cell.split(separator) : [cell]).map((label) => label.trim()).filter(Boolean);

/** The fields of metadata that the server reads by default: docs/reference/records.md#metadata. */
const dateField = "created";
const codeFields = ["coding_level_1", "coding_level_2", "coding_level_3"];

/**
 * The fields of metadata that the columns become: {date, codes, groups}, all different. `keys` holds what the person wrote, by
 * column. Otherwise dates and codes have the defaults of the server, and groups the name of their column.
 */
export function fieldsOf(names, roles, keys = []) {
    const used = new Set();
    const reserved = new Set([dateField, ...codeFields]);
    const take = (name, seen = used) => {
        const own = distinct(name, seen, " (column)");
        used.add(own);
        reserved.add(own);
        return own;
    };
    const date = columnsOf(names, roles, "date").map((at) => take(keys[at] || dateField))[0] ?? dateField;
    const codes = columnsOf(names, roles, "codes").map((at, level) => take(keys[at] || codeFields[level]));
    const groups = columnsOf(names, roles, "group").map((at) => (keys[at] ? take(keys[at]) : take(cut(names[at], 100), reserved)));
    return { date, codes, groups };
}

/**
 * Makes records from a table. `mapping`: {roles, order, separator, keys}. Returns {records, problems, summary, fields}. A record is
 * {id, content, date, codes, metadata, url, row} and `levels`, the labels of each column of codes, and `codedBlind`, the cell of
 * blindColumn. Rows without text are left out. Rows with the id and the text of an earlier one add their codes to its record.
 */
export function makeRecords({ names, rows, numbers, brokenQuotes = [] }, { roles, order, separator, keys = [] }) {
    const columns = (role) => columnsOf(names, roles, role);
    const fields = fieldsOf(names, roles, keys);
    const [id = -1] = columns("id");
    const [date = -1] = columns("date");
    const [url = -1] = columns("url");
    const [texts, codes, groups] = [columns("text"), columns("codes"), columns("group")];
    const blind = names.indexOf(blindColumn);
    const problems = new Problems();
    const seen = new Map();
    const records = [];
    for (const row of brokenQuotes) problems.add("quotes", row);
    for (const [at, cells] of rows.entries()) {
        const row = numbers[at];
        if (!cells.some((cell) => cell?.trim())) continue;
        if (cells.length > names.length && cells.slice(names.length).some((cell) => cell?.trim())) problems.add("extraCells", row);
        const content = contentOf(cells, row, texts, problems);
        if (!content) {
            problems.add("textMissing", row);
            continue;
        }
        if (isRefused(content)) {
            problems.add("textRefused", row, content);
            continue;
        }
        const given = id < 0 ? "" : (cells[id] ?? "").trim();
        const levels = codes.map((column) => labels(cells[column] ?? "", separator));
        const earlier = given && codes.length ? seen.get(given) : undefined;
        if (earlier?.content === content) {
            levels.forEach((level, at) => { earlier.levels[at] = [...new Set([...earlier.levels[at], ...level])]; });
            earlier.codes = [...new Set(earlier.levels.flat())];
            problems.add("merged", row, given);
            continue;
        }
        const record = { id: identifier(given, row, id, seen, problems), content, date: dateOf(cells, row, date, order, problems), row };
        seen.set(record.id, record);
        record.levels = levels;
        record.codes = [...new Set(record.levels.flat())];
        record.metadata = Object.fromEntries(groups.map((column, at) => [fields.groups[at], (cells[column] ?? "").trim()]).filter(([, value]) => value));
        if (blind >= 0) record.codedBlind = (cells[blind] ?? "").trim().toLowerCase();
        if (url >= 0) record.url = cut((cells[url] ?? "").trim(), limits.url);
        records.push(record);
    }
    return { records, problems: problems.list, summary: summarise(records, fields.groups), fields };
}

const maxOffered = 200; // values of a group among which a person can choose
const maxValue = 256; // characters of a value by which the server counts

/** The values of a group: {name, values, top: [{value, count}]}, the most frequent first. `values` is the number of all. */
function groupOf(records, name) {
    const counts = new Map();
    for (const { metadata } of records) if (Object.hasOwn(metadata, name)) counts.set(metadata[name], (counts.get(metadata[name]) ?? 0) + 1);
    const top = [...counts].filter(([value]) => [...value].length <= maxValue).sort(([left, a], [right, b]) => b - a || (left < right ? -1 : 1)).slice(0, maxOffered);
    return { name, values: counts.size, top: top.map(([value, count]) => ({ value, count })) };
}

/** What the steps show of records: numbers, dates, and the values of the groups. */
export function summarise(records, groups) {
    let characters = 0;
    const dates = [];
    for (const { content, date } of records) {
        characters += content.length;
        if (date) dates.push(date);
    }
    dates.sort();
    return {
        count: records.length, characters, dated: dates.length, first: dates[0] ?? "", last: dates.at(-1) ?? "",
        middle: dates[dates.length >> 1] ?? "", groups: groups.map((name) => groupOf(records, name)),
    };
}

/** A record as the server expects it: docs/reference/records.md. `fields` as of fieldsOf(). */
export function requestRecord({ id, content, date, levels, metadata, url }, fields = { date: dateField, codes: codeFields }) {
    const sent = { ...metadata };
    if (date) sent[fields.date] = date;
    levels.forEach((level, at) => { if (level.length) sent[fields.codes[at]] = level; });
    return { id, content, metadata: sent, ...(url && { url_id: url }) };
}
