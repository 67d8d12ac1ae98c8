// Rows of a table as feedback records, and what is wrong with them.
import { readDate } from "./dates.js";
import { columnsOf } from "./guess.js";
import { Problems } from "./problems.js";
import { blindColumn, limits } from "./rules.js";
import { cut, distinct } from "./table.js";

export { cut, distinct };

/** Texts for which the server refuses the whole request: docs/reference/screening.md. */
const isRefused = (content) => content.includes("\0") || /^\s*(system|assistant|user)\s*:/i.test(content) || (content.length >= 200 && /(.)\1{199}/su.test(content));

function identifier(given, row, isGiven, seen, problems) {
    const id = cut(given, limits.id - 20);
    if (isGiven && id !== given) problems.add("idLong", row, given);
    if (!seen.has(id)) return id;
    problems.add("idDuplicate", row, id);
    return distinct(id, seen, ` (${row})`);
}

/** `known` holds the dates of other records, which are often the same. */
function dateOf(given, row, isColumn, order, known, problems) {
    if (isColumn && !given) problems.add("dateMissing", row);
    if (given && !known.has(given)) known.set(given, readDate(given, order));
    const date = given && known.get(given);
    if (given && !date) problems.add("dateUnreadable", row, given);
    return date;
}

function contentOf(texts, row, problems) {
    const given = texts.length === 1 ? texts[0] : texts.filter(Boolean).join("\n");
    const content = cut(given, limits.text);
    if (content !== given) problems.add("textLong", row, given);
    return content;
}

const labels = (cell, separator) => (separator ? cell.split(separator) : [cell]).map((label) => label.trim()).filter(Boolean);

/** The fields of metadata that the server reads by default: docs/reference/records.md#metadata. */
const dateField = "created";
const codeFields = ["coding_level_1", "coding_level_2", "coding_level_3"];

/** The columns of each role. `columns` holds those that replace the ones of `roles`, in an order of their own. */
function columnsByRole(names, { roles, columns = {} }) {
    return Object.fromEntries(["id", "text", "date", "url", "codes", "group"].map((role) => [role, columns[role] ?? columnsOf(names, roles, role)]));
}

/**
 * The fields of metadata that the columns become: {date, codes, groups, question}, all different. `keys` of the mapping holds what the person
 * wrote, by column. Otherwise dates and codes have the defaults of the server, and groups the name of their column. `question` is absent
 * unless each text is a record of its own.
 */
export function fieldsOf(names, mapping) {
    const { keys = [], apart = false } = mapping;
    const columns = columnsByRole(names, mapping);
    const used = new Set();
    const reserved = new Set([dateField, ...codeFields]);
    const take = (name, seen = used) => {
        const own = distinct(name, seen, " (column)");
        used.add(own);
        reserved.add(own);
        return own;
    };
    const date = columns.date.map((at) => take(keys[at] || dateField))[0] ?? dateField;
    const codes = columns.codes.map((at, level) => take(keys[at] || codeFields[level]));
    const question = apart ? { question: take("question") } : {};
    const groups = columns.group.map((at) => (keys[at] ? take(keys[at]) : take(cut(names[at], 100), reserved)));
    return { date, codes, groups, ...question };
}

/** What many records share, so that each needs less memory. */
const none = Object.freeze([]);
const noMetadata = Object.freeze({});

/** Adds the codes of a further row to a record. */
function merge(record, levels) {
    levels.forEach((level, at) => { record.levels[at] = [...new Set([...record.levels[at], ...level])]; });
    record.codes = [...new Set(record.levels.flat())];
}

/**
 * Makes records from a table. `mapping`: {roles, columns, order, separator, keys, apart, screened}. Returns {records, problems, summary, fields}. A
 * record is {id, content, date, codes, metadata, url, row} and `levels`, the labels of each column of codes, and `codedBlind`, the cell of
 * blindColumn. With `apart` each text of a row is a record, which has the name of its column as the metadata `question`; otherwise the texts
 * of a row are joined. Rows without text are left out, and texts that the server refuses, unless `screened` is false. Rows with the id
 * and the text of an earlier one add their codes to its record.
 */
export function makeRecords({ names, rows, numbers, brokenQuotes = [] }, mapping) {
    const { order, separator, apart = false, screened = true } = mapping;
    const columns = columnsByRole(names, mapping);
    const fields = fieldsOf(names, mapping);
    const [[id = -1], [date = -1], [url = -1]] = [columns.id, columns.date, columns.url];
    const parts = apart ? columns.text.map((column) => [column]) : [columns.text];
    const blind = names.indexOf(blindColumn);
    const problems = new Problems();
    const seen = new Map();
    const days = new Map();
    const records = [];
    for (const { row } of brokenQuotes) problems.add("quotes", row);
    for (const [at, cells] of rows.entries()) {
        const row = numbers[at];
        const cell = (column) => (cells[column] ?? "").trim();
        if (!cells.some((own) => own?.trim())) continue;
        const extra = cells.length > names.length ? cells.slice(names.length).filter((own) => own?.trim()) : none;
        if (extra.length) problems.add("extraCells", row, extra.join(" · "));
        const texts = parts.map((part) => contentOf(part.map(cell), row, problems));
        if (!texts.some(Boolean)) problems.add("textMissing", row);
        let day; // of all records of the row
        for (const [part, content] of texts.entries()) {
            if (!content) continue;
            if (screened && isRefused(content)) {
                problems.add("textRefused", row, content);
                continue;
            }
            const given = id < 0 ? "" : cell(id);
            const name = (given || `R${row}`) + (apart && parts.length > 1 ? `.${part + 1}` : "");
            const levels = columns.codes.length ? columns.codes.map((column) => labels(cells[column] ?? "", separator)) : none;
            const earlier = given && levels.length ? seen.get(name) : undefined;
            if (earlier?.content === content) {
                merge(earlier, levels);
                problems.add("merged", row, given);
                continue;
            }
            if (!given && id >= 0) problems.add("idMissing", row);
            day ??= dateOf(date < 0 ? "" : cell(date), row, date >= 0, order, days, problems);
            const record = { id: identifier(name, row, given !== "", seen, problems), content, date: day, row, levels, codes: levels.length ? [...new Set(levels.flat())] : none };
            seen.set(record.id, record);
            record.metadata = columns.group.length || apart ? Object.fromEntries(columns.group.map((column, group) => [fields.groups[group], cell(column)]).filter(([, value]) => value)) : noMetadata;
            if (apart) record.metadata[fields.question] = names[parts[part][0]];
            if (blind >= 0) record.codedBlind = cell(blind).toLowerCase();
            if (url >= 0) record.url = cut(cell(url), limits.url);
            records.push(record);
        }
    }
    const groups = apart ? [fields.question, ...fields.groups] : fields.groups;
    return { records, problems: problems.list, summary: summarise(records, groups), fields: { ...fields, all: groups }, columns };
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

/** The mode that `auto` begins with: docs/reference/operations/analyze-bulk.md#choice-of-the-mode. */
export const autoMode = ({ characters }) => (characters <= limits.readAtOnce ? "single_pass" : "hierarchical");

/** A record as the server expects it: docs/reference/records.md. `fields` as of fieldsOf(). */
export function requestRecord({ id, content, date, levels, metadata, url }, fields = { date: dateField, codes: codeFields }) {
    const sent = { ...metadata };
    if (date) sent[fields.date] = date;
    levels.forEach((level, at) => { if (level.length) sent[fields.codes[at]] = level; });
    return { id, content, metadata: sent, ...(url && { url_id: url }) };
}
